"""What ``add_cluster_arguments`` registers, and what counts as an answer."""

import argparse

import pytest
from support import DESTS, FLAGS, NO_FLAGS, launcher, states_of

from cluster_arguments import add_cluster_arguments, validate_args


def registered(parser):
    """List the parser's actions, without its ``--help``."""
    return [action for action in parser._actions if action.dest != "help"]


def test_three_flags():
    made = [(action.dest, *action.option_strings) for action in registered(launcher())]
    assert made == list(zip(DESTS, FLAGS, NO_FLAGS))


def test_plain_actions():
    made = [(type(action), action.default, action.required) for action in registered(launcher())]
    assert made == [(argparse.BooleanOptionalAction, None, False)] * 3


def test_three_states():
    assert states_of(launcher().parse_args(["--colocate", "--no-offload-train"])) == (True, False, None)


def test_returns_what_it_was_given():
    group = argparse.ArgumentParser().add_argument_group("cluster")
    assert add_cluster_arguments(group) is group


class Recording(argparse.ArgumentParser):
    """A launcher's parser that looks at what is registered, and whose method returns nothing."""

    def add_argument(self, *names, **options):
        self.__dict__.setdefault("seen", {})[names[0]] = options.get("help")
        super().add_argument(*names, **options)


def test_wrapped_add_argument():
    """Every flag passes through the parser's own method, help and all."""
    parser = add_cluster_arguments(Recording(add_help=False))
    assert parser.seen == {action.option_strings[0]: action.help for action in registered(launcher())}


@pytest.mark.parametrize("default", [True, False])
def test_set_defaults_is_explicit(default):
    """A default of the parser counts as an answer, set before the flags are registered or after."""
    before, after = argparse.ArgumentParser(), launcher()
    before.set_defaults(offload_train=default)
    after.set_defaults(offload_train=default)
    for parser in (add_cluster_arguments(before), after):
        outcomes = [validate_args(parser.parse_args(argv)).offload_train for argv in ([], ["--colocate"])]
        assert outcomes == [default, default]


def test_argument_default_is_explicit():
    parser = launcher(argument_default=False)
    assert states_of(validate_args(parser.parse_args(["--colocate"]))) == (True, False, False)


def test_conflict():
    """A flag that is there already is argparse's error, and the flags before it stay."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--offload-train")
    with pytest.raises(argparse.ArgumentError, match="conflicting option string: --offload-train"):
        add_cluster_arguments(parser)
    assert [action.dest for action in registered(parser)] == ["offload_train", "colocate"]
