"""What ``add_cluster_arguments`` registers, and that it holds on every parser that a launcher has."""

import argparse

import pytest
from support import DESTS, FLAGS, NO_FLAGS, launcher, values

from cluster_arguments import add_cluster_arguments, validate_args


def registered(parser):
    """List the parser's actions, without its ``--help``."""
    return [action for action in parser._actions if action.dest != "help"]


def test_registers_exactly_the_three_flags_with_their_no_forms_in_this_order():
    made = [(action.dest, *action.option_strings) for action in registered(launcher())]
    assert made == list(zip(DESTS, FLAGS, NO_FLAGS))


def test_each_flag_is_a_plain_boolean_optional_action_without_a_default_and_not_required():
    made = [(type(action), action.default, action.required) for action in registered(launcher())]
    assert made == [(argparse.BooleanOptionalAction, None, False)] * 3


def test_returns_the_group_that_it_was_given():
    group = argparse.ArgumentParser().add_argument_group("cluster")
    assert add_cluster_arguments(group) is group


class Recording(argparse.ArgumentParser):
    """A launcher's parser that looks at what is registered, and whose method returns nothing."""

    def add_argument(self, *names, **options):
        self.__dict__.setdefault("seen", {})[names[0]] = options.get("help")
        super().add_argument(*names, **options)


def in_a_group():
    parser = argparse.ArgumentParser()
    add_cluster_arguments(parser.add_argument_group("cluster"))
    return parser


def through_a_parent():
    return argparse.ArgumentParser(parents=[launcher(add_help=False)])


def beside_the_legacy_flag():
    parser = launcher()
    parser.add_argument("--offload", action="store_true")
    return parser


def in_place_of_the_launchers_own():
    parser = argparse.ArgumentParser(conflict_handler="resolve")
    parser.add_argument("--offload-train", action="store_true")
    return add_cluster_arguments(parser)


def through_a_wrapped_method():
    return add_cluster_arguments(Recording())


def with_unset_flags_suppressed():
    parser = launcher(argument_default=argparse.SUPPRESS)
    parser.set_defaults(colocate=None, offload_train=None, offload_rollout=None)
    return parser


SETTINGS = [
    launcher,
    in_a_group,
    through_a_parent,
    beside_the_legacy_flag,
    in_place_of_the_launchers_own,
    through_a_wrapped_method,
    with_unset_flags_suppressed,
]


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("argv", [["--colocate", "--no-offload-train"], ["--colo", "--no-offload-t"]], ids=" ".join)
def test_a_yes_a_no_and_an_unset_flag_parse_alike_in_every_setting_abbreviated_too(setting, argv):
    assert values(setting().parse_args(argv)) == (True, False, None)


def test_a_wrapped_add_argument_sees_each_help_text():
    parser = add_cluster_arguments(Recording(add_help=False))
    assert parser.seen == {action.option_strings[0]: action.help for action in registered(launcher())}


@pytest.mark.parametrize("default", [True, False])
def test_set_defaults_counts_as_an_explicit_answer_before_and_after(default):
    before, after = argparse.ArgumentParser(), launcher()
    before.set_defaults(offload_train=default)
    after.set_defaults(offload_train=default)
    for parser in (add_cluster_arguments(before), after):
        outcomes = [validate_args(parser.parse_args(argv)).offload_train for argv in ([], ["--colocate"])]
        assert outcomes == [default, default]


def test_argument_default_counts_as_an_explicit_answer():
    parser = launcher(argument_default=False)
    assert values(validate_args(parser.parse_args(["--colocate"]))) == (True, False, False)


@pytest.mark.parametrize("index", range(3), ids=FLAGS)
def test_a_flag_that_the_launcher_has_already_is_argparses_error_and_those_before_it_stay(index):
    parser = argparse.ArgumentParser()
    parser.add_argument(FLAGS[index])
    with pytest.raises(argparse.ArgumentError, match=f"conflicting option string: {FLAGS[index]}"):
        add_cluster_arguments(parser)
    assert {action.dest for action in registered(parser)} == set(DESTS[: index + 1])
