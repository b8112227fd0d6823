"""What several test modules need: the documents and their tables, a launcher's parser, and the dry run."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import io
import itertools
import pathlib
import re
import sys
from typing import Optional
from unittest import mock

from cluster_arguments import __main__ as program
from cluster_arguments import add_cluster_arguments, validate_args

ROOT = pathlib.Path(__file__).resolve().parents[1]
DOCUMENTS = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
}
FENCE = re.compile(r"^```(.*)\n((?s:.*?))^```$", re.MULTILINE)

DESTS = ("colocate", "offload_train", "offload_rollout")
FLAGS = ("--colocate", "--offload-train", "--offload-rollout")
NO_FLAGS = ("--no-colocate", "--no-offload-train", "--no-offload-rollout")
ALL_STATES = list(itertools.product((None, True, False), repeat=3))

FIELDS = [(dest, Optional[bool], None) for dest in DESTS]
Config = dataclasses.make_dataclass("Config", FIELDS)
FrozenConfig = dataclasses.make_dataclass("FrozenConfig", FIELDS, frozen=True)


def argv_for(states: tuple[bool | None, ...]) -> list[str]:
    """Write the command line that gives the three flags these states."""
    return [{True: yes, False: no}[state] for state, yes, no in zip(states, FLAGS, NO_FLAGS) if state is not None]


def states_of(args: object) -> tuple[bool | None, ...]:
    """Read the three attributes."""
    return tuple(getattr(args, dest) for dest in DESTS)


def namespace(states: tuple[bool | None, ...]) -> argparse.Namespace:
    """Make a namespace in these states."""
    return argparse.Namespace(**dict(zip(DESTS, states)))


def launcher(**options: object) -> argparse.ArgumentParser:
    """Make a parser that has the three flags."""
    return add_cluster_arguments(argparse.ArgumentParser(prog="train.py", **options))


def resolve(argv: list[str]) -> argparse.Namespace:
    """Take a command line all the way to the final arguments."""
    return validate_args(launcher().parse_args(argv))


def dry_run(*argv: str) -> str:
    """Return what ``python3 -m cluster_arguments`` prints."""
    printed = io.StringIO()
    with mock.patch.object(sys, "argv", ["cluster_arguments", *argv]), contextlib.redirect_stdout(printed):
        try:
            program.main()
        except SystemExit as end:
            if end.code:  # --help and --version end with 0
                raise
    return printed.getvalue()


def placement(report: str) -> dict[tuple[str, str], str]:
    """Read where a dry run shows each side in each phase."""
    (_, *phases), *rows = (re.split(r"  +", line) for line in report.split("\n\n")[1].splitlines())
    return {(side, phase): place for side, *places in rows for phase, place in zip(phases, places)}


def blocks(name: str, kind: str) -> list[str]:
    """List a document's blocks of one kind."""
    return [body for found, body in FENCE.findall(DOCUMENTS[name]) if found == kind]


def replaced(source: str, *changes: tuple[str, str]) -> str:
    """Replace each old text, which stands in the source once, by the new one."""
    for old, new in changes:
        assert source.count(old) == 1, f"there is no single\n{old}"
        source = source.replace(old, new)
    return source


def patched(source: str, diff: str) -> str:
    """Apply a diff block."""
    for hunk in re.split(r"^@@\n", diff, flags=re.MULTILINE):
        lines = hunk.splitlines(keepends=True)
        old, new = ("".join(line[1:] for line in lines if line[0] in marks) for marks in (" -", " +"))
        source = replaced(source, (old, new))
    return source


def tables(name: str) -> dict[tuple[str, ...], list[tuple[str, ...]]]:
    """Read a document's tables: by header, the rows, with the code marks taken off."""
    found: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for table in re.findall(r"(?:^\|.*\n)+", FENCE.sub("", DOCUMENTS[name]), re.MULTILINE):
        header, _, *rows = (
            tuple(cell.strip().replace("`", "") for cell in line.strip("|").split("|")) for line in table.splitlines()
        )
        assert header not in found, f"{name} has two tables with the header {header}"
        found[header] = rows
    return found
