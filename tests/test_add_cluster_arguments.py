"""What ``add_cluster_arguments`` registers, and on what."""

import argparse

import pytest
from support import DESTS, FLAGS, HELP, NO_FLAGS, launcher, registered, values

from cluster_arguments import add_cluster_arguments

SETTINGS = {
    "nothing": lambda parser: None,
    "set_defaults": lambda parser: parser.set_defaults(colocate=True, offload_train=False, offload_rollout=True),
}


def test_registers_exactly_the_three_flags_with_their_no_forms_in_this_order():
    assert [action.option_strings for action in registered(launcher())] == [
        list(pair) for pair in zip(FLAGS, NO_FLAGS)
    ]


def test_names_the_attributes_after_the_flags():
    assert tuple(action.dest for action in registered(launcher())) == DESTS


@pytest.mark.parametrize("index", range(3), ids=FLAGS)
def test_each_flag_is_a_plain_boolean_optional_action(index):
    assert type(registered(launcher())[index]) is argparse.BooleanOptionalAction


@pytest.mark.parametrize("index", range(3), ids=FLAGS)
def test_no_flag_is_required_or_has_a_default(index):
    action = registered(launcher())[index]
    assert (action.required, action.default) == (False, None)


@pytest.mark.parametrize(
    "make",
    [
        lambda parser: parser,
        lambda parser: parser.add_argument_group("cluster"),
        lambda parser: parser.add_mutually_exclusive_group(),
        lambda parser: parser.add_subparsers().add_parser("train"),
        lambda parser: argparse.ArgumentParser(add_help=False),
    ],
    ids=["parser", "group", "exclusive group", "subparser", "parent"],
)
def test_returns_what_it_was_given(make):
    target = make(argparse.ArgumentParser())
    assert add_cluster_arguments(target) is target


@pytest.mark.parametrize("index", range(3), ids=FLAGS)
@pytest.mark.parametrize(
    ("argv", "state"),
    [
        (lambda index: [FLAGS[index]], True),
        (lambda index: [NO_FLAGS[index]], False),
        (lambda index: [], None),
        (lambda index: [FLAGS[index], NO_FLAGS[index]], False),
        (lambda index: [NO_FLAGS[index], FLAGS[index]], True),
    ],
    ids=["yes", "no", "unset", "yes then no", "no then yes"],
)
def test_parsing_gives_the_flag_the_state_given_last_and_leaves_the_others_unset(index, argv, state):
    expected = [None, None, None]
    expected[index] = state
    assert values(launcher().parse_args(argv(index))) == tuple(expected)


@pytest.mark.parametrize("dest", DESTS)
@pytest.mark.parametrize("default", [True, False])
def test_set_defaults_counts_when_called_before(dest, default):
    parser = argparse.ArgumentParser()
    parser.set_defaults(**{dest: default})
    assert getattr(add_cluster_arguments(parser).parse_args([]), dest) is default


@pytest.mark.parametrize("dest", DESTS)
@pytest.mark.parametrize("default", [True, False])
def test_set_defaults_counts_when_called_after(dest, default):
    parser = launcher()
    parser.set_defaults(**{dest: default})
    assert getattr(parser.parse_args([]), dest) is default


def test_with_argument_default_suppress_an_unset_flag_leaves_no_attribute():
    assert vars(launcher(argument_default=argparse.SUPPRESS).parse_args(["--no-offload-train"])) == {
        "offload_train": False
    }


def test_argument_default_of_the_parser_counts():
    assert values(launcher(argument_default=False).parse_args(["--colocate"])) == (True, False, False)


@pytest.mark.parametrize("after", SETTINGS.values(), ids=[f"{name} after" for name in SETTINGS])
@pytest.mark.parametrize("before", SETTINGS.values(), ids=[f"{name} before" for name in SETTINGS])
@pytest.mark.parametrize("index", range(3), ids=FLAGS)
def test_the_help_is_this_text_word_for_word(index, before, after):
    parser = argparse.ArgumentParser()
    before(parser)
    add_cluster_arguments(parser)
    after(parser)
    assert registered(parser)[index].help == HELP[FLAGS[index]]


def test_the_help_is_this_text_where_argparse_appends_to_what_it_is_given(monkeypatch):
    class Appending(argparse.BooleanOptionalAction):
        def __init__(self, help=None, **options):
            super().__init__(help=help and f"{help} (default: %(default)s)", **options)

    monkeypatch.setattr(argparse, "BooleanOptionalAction", Appending)
    assert [action.help for action in registered(launcher())] == list(HELP.values())


def test_a_launchers_help_shows_each_flag_with_its_text_and_nothing_else():
    parser = argparse.ArgumentParser(usage="train.py", add_help=False)
    add_cluster_arguments(parser.add_argument_group("cluster"))
    # The launcher's own formatter may cut a name at a hyphen.
    shown = " ".join(parser.format_help().split()).replace("- ", "-")
    expected = " ".join(f"{flag}, {no} {HELP[flag]}" for flag, no in zip(FLAGS, NO_FLAGS))
    assert shown == f"usage: train.py cluster: {expected}"


def test_registering_twice_is_argparses_error():
    with pytest.raises(argparse.ArgumentError, match=r"conflicting option strings: --colocate, --no-colocate"):
        add_cluster_arguments(launcher())
