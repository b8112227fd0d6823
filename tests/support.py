"""What several test modules need: the written expectations, a parser, a child process."""

from __future__ import annotations

import argparse
import csv
import itertools
import pathlib
import subprocess
import sys

from cluster_arguments import add_cluster_arguments

ROOT = pathlib.Path(__file__).resolve().parents[1]
SRC = ROOT / "src"
PACKAGE = SRC / "cluster_arguments"

# The names are written out here on purpose: the tests must not take them from the table that they test.
DESTS = ("colocate", "offload_train", "offload_rollout")
FLAGS = ("--colocate", "--offload-train", "--offload-rollout")
NO_FLAGS = ("--no-colocate", "--no-offload-train", "--no-offload-rollout")

HELP = {
    "--colocate": "Whether to colocate the rollout engines and the training actor on the same GPUs. --offload-train "
    "and --offload-rollout default to true when this is set and to false when it is not.",
    "--offload-train": "Whether to offload the training actor to CPU while the rollout engines generate. Defaults to "
    "true when --colocate is set; an explicit --no-offload-train is respected.",
    "--offload-rollout": "Whether to offload the rollout generator to CPU during training. Defaults to true when "
    "--colocate is set; an explicit --no-offload-rollout is respected.",
}

STATES = {"yes": True, "no": False, "unset": None}
OUTCOMES = {"true": True, "false": False}
with (ROOT / "tests" / "truth_table.csv").open(newline="") as _file:
    TRUTH_TABLE = [tuple(row.values()) for row in csv.DictReader(_file)]
# Each case: what stands in the three attributes before, and after.
CASES = [(tuple(STATES[state] for state in row[:3]), tuple(OUTCOMES[end] for end in row[3:])) for row in TRUTH_TABLE]
ALL_STATES = list(itertools.product((None, True, False), repeat=3))


def name_of(value: object) -> str:
    """Name a case by its states, as in ``yes-unset-no``."""
    if isinstance(value, tuple):
        return "-".join({True: "yes", False: "no", None: "unset"}[state] for state in value)
    return str(value)


def words(states: tuple[bool | None, ...]) -> list[str]:
    """Write the command line that gives the flags these states."""
    return [{True: yes, False: no}[state] for state, yes, no in zip(states, FLAGS, NO_FLAGS) if state is not None]


def values(args: object) -> tuple[bool | None, ...]:
    """Read the three attributes."""
    return tuple(getattr(args, dest) for dest in DESTS)


def namespace(states: tuple[bool | None, ...]) -> argparse.Namespace:
    """Make a namespace in these states."""
    return argparse.Namespace(**dict(zip(DESTS, states)))


def launcher(**options: object) -> argparse.ArgumentParser:
    """Make a parser that has the three flags."""
    return add_cluster_arguments(argparse.ArgumentParser(prog="train.py", **options))


def registered(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """List the parser's actions, without its ``--help``."""
    return [action for action in parser._actions if action.dest != "help"]


def python(*argv: str, **options: object) -> subprocess.CompletedProcess[str]:
    """Run this Python in a child process."""
    return subprocess.run([sys.executable, *argv], capture_output=True, text=True, check=False, **options)
