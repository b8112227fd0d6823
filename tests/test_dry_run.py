"""What ``python -m cluster_arguments`` prints."""

import os
import subprocess
import sys

import pytest
from support import ALL_STATES, FLAGS, argv_for, dry_run, placement, resolve, states_of

import cluster_arguments
from cluster_arguments import to_argv

each_command_line = pytest.mark.parametrize("argv", list(map(argv_for, ALL_STATES)), ids=" ".join)


@each_command_line
def test_values(argv):
    """The first paragraph gives each flag's value and why it has it."""
    args = resolve(argv)
    follows = f"default: --colocate is {'set' if args.colocate else 'not set'}"
    expected = []
    for flag, value, word in zip(FLAGS, states_of(args), to_argv(args)):
        why = f"given as {word}" if word in argv else "default" if flag == "--colocate" else follows
        expected.append(f"{flag} {str(value).lower()} {why}")
    shown = dry_run(*argv).split("\n\n")[0].splitlines()
    assert [" ".join(line.split()) for line in shown] == expected


@each_command_line
def test_both_must_fit(argv):
    """A note names each phase in which both sides are on the same GPUs."""
    report = dry_run(*argv)
    places = placement(report)
    for phase in {phase for _, phase in places}:
        together = all(place == "GPU" for (_, when), place in places.items() if when == phase)
        noted = f"Both must fit together on the same GPUs {phase}." in report
        assert noted is (together and resolve(argv).colocate)


@each_command_line
def test_no_room(argv):
    """A note says that an offload without --colocate makes no room for the other side."""
    report = dry_run(*argv)
    expected = not resolve(argv).colocate and "CPU" in placement(report).values()
    assert ("Without --colocate an offload makes no room " in report) is expected


@each_command_line
def test_last_line(argv):
    """The last line alone is a command line for the same outcome, with nothing unset."""
    *_, blank, last = dry_run(*argv).splitlines()
    assert blank == ""
    assert last.split() == to_argv(resolve(argv))
    assert resolve(last.split()) == resolve(argv)


@each_command_line
def test_plain_text(argv):
    report = dry_run(*argv)
    assert report.isascii()
    assert [line for line in report.splitlines() if len(line) > 80 or line != line.rstrip()] == []


def test_names_are_whole(monkeypatch):
    """From 80 columns on, no line of the help ends within a flag's name."""
    for columns in range(80, 200):
        monkeypatch.setenv("COLUMNS", str(columns))
        assert [line for line in dry_run("--help").splitlines() if line.endswith("-") or len(line) > columns] == []


def test_version():
    assert dry_run("--version") == f"cluster-arguments {cluster_arguments.__version__}\n"


def test_abbreviation(capsys):
    """An abbreviation is refused, since a launcher may refuse it."""
    with pytest.raises(SystemExit, match="2"):
        dry_run("--no-offload-t")
    assert "error: unrecognized arguments: --no-offload-t" in capsys.readouterr().err


def run(*words, stdout):
    command = [sys.executable, *words]
    return subprocess.run(command, stdout=stdout, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize("option", ["--colocate", "--help"])
@pytest.mark.parametrize("buffering", [[], ["-u"]], ids=["buffered", "unbuffered"])
def test_reader_has_gone(option, buffering):
    """A pipe that nobody reads any more is no error."""
    reader, writer = os.pipe()
    os.close(reader)
    ended = run(*buffering, "-m", "cluster_arguments", option, stdout=writer)
    os.close(writer)
    assert (ended.stderr, ended.returncode) == ("", 0)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
def test_disk_is_full():
    with open("/dev/full", "w") as full:
        assert "No space left" in run("-m", "cluster_arguments", "--colocate", stdout=full).stderr
