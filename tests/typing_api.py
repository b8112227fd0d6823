"""A consumer's code that only the type checkers read: it pins the types of the public surface."""

# pyright: strict

import argparse
import types
from typing import TYPE_CHECKING

from cluster_arguments import add_cluster_arguments, to_argv, validate_args

if TYPE_CHECKING:
    from typing_extensions import assert_type


class LauncherParser(argparse.ArgumentParser):
    """A launcher's own parser."""


def register(parser: LauncherParser) -> None:
    """Get back the type of parser, group and subparser."""
    assert_type(add_cluster_arguments(argparse.ArgumentParser()), argparse.ArgumentParser)
    assert_type(add_cluster_arguments(parser), LauncherParser)
    assert_type(add_cluster_arguments(parser.add_subparsers().add_parser("train")), LauncherParser)
    add_cluster_arguments(parser.add_argument_group("cluster")).add_argument("--lr")
    add_cluster_arguments(argparse.Namespace())  # type: ignore[type-var]


def fill_and_write_back(config: types.SimpleNamespace) -> None:
    """Get back the type of the arguments, and a list of words."""
    assert_type(validate_args(argparse.ArgumentParser().parse_args()), argparse.Namespace)
    assert_type(validate_args(config), types.SimpleNamespace)
    assert_type(to_argv(config), list[str])
