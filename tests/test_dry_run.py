"""What ``python -m cluster_arguments`` prints."""

import sys

import pytest
from support import ALL_STATES, FLAGS, dry_run, picture, resolve, values, words

import cluster_arguments
from cluster_arguments import to_argv

each_command_line = pytest.mark.parametrize("argv", list(map(words, ALL_STATES)), ids=" ".join)


@each_command_line
def test_the_first_paragraph_gives_each_flags_value_and_why(argv):
    args = resolve(argv)
    default = f"default: --colocate is {'set' if args.colocate else 'not set'}"
    expected = []
    for flag, value, word in zip(FLAGS, values(args), to_argv(args)):
        why = f"given as {word}" if word in argv else default
        expected.append(f"{flag} {str(value).lower()} {why}")
    shown = dry_run(*argv).split("\n\n")[0].splitlines()
    assert [" ".join(line.split()) for line in shown] == expected


@each_command_line
def test_a_note_names_each_phase_in_which_both_must_fit_on_the_same_gpus(argv):
    report = dry_run(*argv)
    places = picture(report)
    for phase in {phase for _, phase in places}:
        together = all(place == "GPU" for (_, when), place in places.items() if when == phase)
        noted = f"Both must fit together on the same GPUs {phase}." in report
        assert noted is (together and resolve(argv).colocate)


@each_command_line
def test_a_note_says_that_an_offload_without_colocate_makes_no_room(argv):
    report = dry_run(*argv)
    expected = not resolve(argv).colocate and "CPU" in picture(report).values()
    assert ("Without --colocate an offload makes no room " in report) is expected


@each_command_line
def test_the_last_line_alone_is_a_command_line_for_the_same_outcome_with_nothing_unset(argv):
    *_, blank, last = dry_run(*argv).splitlines()
    assert blank == ""
    assert last.split() == to_argv(resolve(argv))
    assert resolve(last.split()) == resolve(argv)


@each_command_line
def test_the_report_is_ascii_of_at_most_80_columns_without_trailing_blanks(argv):
    report = dry_run(*argv)
    assert report.isascii()
    assert [line for line in report.splitlines() if len(line) > 80 or line != line.rstrip()] == []


def test_no_flags_name_is_cut_by_a_line_end_of_the_help_at_80_columns_and_wider(monkeypatch):
    for columns in range(80, 200):
        monkeypatch.setenv("COLUMNS", str(columns))
        assert [line for line in dry_run("--help").splitlines() if line.endswith("-") or len(line) > columns] == []


def test_the_version_is_the_packages():
    assert dry_run("--version") == f"cluster-arguments {cluster_arguments.__version__}\n"


@pytest.mark.parametrize("argv", [["--help"], ["--colocate"]], ids=" ".join)
@pytest.mark.parametrize("executable", [None, ""])
def test_runs_in_an_embedded_interpreter_that_does_not_know_its_executable(monkeypatch, executable, argv):
    usual = dry_run(*argv)
    monkeypatch.setattr(sys, "executable", executable)
    assert dry_run(*argv) == usual


def test_an_abbreviation_is_refused_since_a_launcher_may_refuse_it(capsys):
    with pytest.raises(SystemExit, match="2"):
        dry_run("--no-offload-t")
    assert "error: unrecognized arguments: --no-offload-t" in capsys.readouterr().err
