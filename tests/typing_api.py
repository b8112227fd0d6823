"""A consumer's code that only the type checker reads: it pins the types of the public surface."""

from __future__ import annotations

import argparse
import dataclasses
import types
from typing import TYPE_CHECKING

from cluster_arguments import add_cluster_arguments, to_argv, validate_args

if TYPE_CHECKING:
    from typing_extensions import assert_type


class LauncherParser(argparse.ArgumentParser):
    """A launcher's own parser."""


@dataclasses.dataclass
class Config:
    """A launcher's own config."""

    colocate: bool | None = None


def register(parser: LauncherParser) -> None:
    """Get back the type of parser, group and subparser."""
    assert_type(add_cluster_arguments(argparse.ArgumentParser()), argparse.ArgumentParser)
    assert_type(add_cluster_arguments(parser), LauncherParser)
    assert_type(add_cluster_arguments(parser.add_argument_group("cluster")), argparse._ArgumentGroup)
    assert_type(add_cluster_arguments(parser.add_subparsers().add_parser("train")), LauncherParser)
    add_cluster_arguments(argparse.Namespace())  # type: ignore[type-var]


def fill(config: Config) -> None:
    """Get back the type of the arguments."""
    assert_type(validate_args(argparse.Namespace()), argparse.Namespace)
    assert_type(validate_args(types.SimpleNamespace()), types.SimpleNamespace)
    assert_type(validate_args(config), Config)
    assert_type(validate_args(argparse.ArgumentParser().parse_args()), argparse.Namespace)


def write_back(config: Config) -> None:
    """Get a list of words."""
    assert_type(to_argv(argparse.Namespace()), list[str])
    assert_type(to_argv(config), list[str])
