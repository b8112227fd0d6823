"""What ``python -m cluster_arguments`` prints, against the transcript in ``dry_runs.txt``."""

import os
import sys

import pytest
from support import CASES, FLAGS, HELP, NO_FLAGS, PACKAGE, ROOT, name_of, python, words

PROG = f"{os.path.basename(sys.executable)} -m cluster_arguments"


def transcript():
    """Read the written expectation: by command line, what it prints."""
    runs = (ROOT / "tests" / "dry_runs.txt").read_text().split("$ python3 -m cluster_arguments")[1:]
    return {command.strip(): f"{output.strip()}\n" for command, _, output in (run.partition("\n") for run in runs)}


EXPECTED = transcript()
cases = pytest.mark.parametrize(("before", "after"), CASES, ids=name_of)


def dry_run(*argv):
    """Run it as a user does."""
    return python("-m", "cluster_arguments", *argv)


@cases
def test_prints_what_the_transcript_says_and_nothing_on_stderr(before, after):
    run = dry_run(*words(before))
    assert (run.stdout, run.stderr, run.returncode) == (EXPECTED[" ".join(words(before))], "", 0)


@cases
def test_the_transcript_has_the_values_of_the_truth_table(before, after):
    shown = EXPECTED[" ".join(words(before))].splitlines()[:3]
    assert [line.split()[:2] for line in shown] == [[flag, str(value).lower()] for flag, value in zip(FLAGS, after)]


@cases
def test_the_last_line_pins_the_outcome_of_the_truth_table(before, after):
    assert EXPECTED[" ".join(words(before))].splitlines()[-1] == " ".join(words(after))


@cases
def test_the_pinned_command_line_comes_to_the_same_outcome(before, after):
    assert EXPECTED[" ".join(words(after))].splitlines()[-1] == " ".join(words(after))


@cases
def test_the_report_is_ascii_of_at_most_80_columns_with_the_last_line_alone(before, after):
    report = EXPECTED[" ".join(words(before))]
    assert report.isascii()
    assert max(map(len, report.splitlines())) <= 80
    assert report.splitlines()[-2] == ""


def test_a_flag_given_twice_is_shown_as_given_last():
    assert dry_run("--no-colocate", "--colocate").stdout == EXPECTED["--colocate"]


@pytest.mark.parametrize("columns", ["40", "80", "200"])
def test_the_report_does_not_follow_the_terminals_width(monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", columns)
    assert dry_run("--colocate").stdout == EXPECTED["--colocate"]


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["--colocated"], "unrecognized arguments: --colocated"),
        (["--offload"], "unrecognized arguments: --offload"),
        (["--offload-t"], "unrecognized arguments: --offload-t"),
        (["--no-off-load-train"], "unrecognized arguments: --no-off-load-train"),
        (["--colocate", "false"], "unrecognized arguments: false"),
        (["--colocate=true"], "argument --colocate/--no-colocate: ignored explicit argument 'true'"),
    ],
    ids=" ".join,
)
def test_an_unknown_or_misspelt_flag_is_argparses_error(argv, message):
    run = dry_run(*argv)
    usage = f"usage: {PROG} [-h] [flags]\n"
    assert (run.stdout, run.stderr, run.returncode) == ("", f"{usage}{PROG}: error: {message}\n", 2)


def help_text():
    """Return what ``--help`` prints."""
    run = dry_run("--help")
    assert (run.stderr, run.returncode) == ("", 0)
    return run.stdout


def test_the_usage_line_has_the_programs_name_as_typed():
    assert help_text().splitlines()[0] == f"usage: {PROG} [-h] [flags]"


def test_help_and_h_are_the_same():
    assert dry_run("-h").stdout == help_text()


@pytest.mark.parametrize("index", range(3), ids=FLAGS)
def test_help_has_the_text_word_for_word_under_the_flag(index):
    assert f"{FLAGS[index]}, {NO_FLAGS[index]} {HELP[FLAGS[index]]}" in " ".join(help_text().split())


@pytest.mark.parametrize("columns", [*range(80, 140), 200, 400])
def test_no_flags_name_is_cut_by_a_line_end(monkeypatch, columns, capsys):
    from cluster_arguments import __main__ as program

    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(sys, "argv", ["cluster_arguments", "--help"])
    with pytest.raises(SystemExit):
        program.main()
    shown = capsys.readouterr().out
    assert [line for line in shown.splitlines() if line.endswith("-") or len(line) > columns] == []


FACTS = [
    "while the rollout engines generate",
    "during training",
    '"training actor"',
    '"rollout generator"',
    '"colocate"',
    '"offload_train"',
    '"offload_rollout"',
    '{word(LEADER)} is set"',
    '{word(LEADER)} is not set"',
]


@pytest.mark.parametrize("fact", FACTS)
def test_each_fact_stands_once_in_the_source(fact):
    assert "".join(path.read_text() for path in PACKAGE.glob("*.py")).count(fact) == 1
