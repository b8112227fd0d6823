"""What real launchers do with an argparse parser, with the three flags on it."""

import argparse
import copy
import pickle

import pytest
from support import ALL_STATES, CASES, DESTS, FLAGS, HELP, NO_FLAGS, launcher, name_of, namespace, values, words

from cluster_arguments import add_cluster_arguments, validate_args

all_states = pytest.mark.parametrize("states", ALL_STATES, ids=name_of)


def refused(capsys, parse, argv):
    """Parse what argparse must refuse, and return its one-line complaint."""
    with pytest.raises(SystemExit) as caught:
        parse(argv)
    shown = capsys.readouterr()
    assert (caught.value.code, shown.out) == (2, "")
    return shown.err.splitlines()[-1]


def in_group(parser):
    return add_cluster_arguments(parser.add_argument_group("cluster")) and parser


def in_exclusive_groups_neighbour(parser):
    parser.add_mutually_exclusive_group().add_argument("--bf16", action="store_true")
    return add_cluster_arguments(parser)


def among_hundreds(parser):
    for number in range(300):
        parser.add_argument(f"--option-{number}", type=int, default=number)
    add_cluster_arguments(parser)
    for number in range(300, 600):
        parser.add_argument(f"--option-{number}", action="store_true")
    return parser


@pytest.mark.parametrize("place", [in_group, in_exclusive_groups_neighbour, among_hundreds])
@all_states
def test_wherever_they_are_registered_the_flags_parse_alike(place, states):
    assert values(place(argparse.ArgumentParser()).parse_args(words(states))) == states


@all_states
def test_on_a_subparser_the_flags_parse_alike(states):
    parser = argparse.ArgumentParser()
    add_cluster_arguments(parser.add_subparsers().add_parser("train"))
    assert values(parser.parse_args(["train", *words(states)])) == states


def test_a_subparsers_unset_flag_overwrites_what_the_main_parser_was_given():
    parser = launcher()
    add_cluster_arguments(parser.add_subparsers().add_parser("train"))
    assert values(parser.parse_args(["--colocate", "train"])) == (None, None, None)


@all_states
def test_through_a_parent_parser_the_flags_parse_alike(states):
    parent = launcher(add_help=False)
    assert values(argparse.ArgumentParser(parents=[parent]).parse_args(words(states))) == states


@all_states
def test_with_intermixed_positionals_the_flags_parse_alike(states):
    parser = launcher()
    parser.add_argument("files", nargs="*")
    argv = [part for word in words(states) for part in (word, "data.jsonl")]
    args = parser.parse_intermixed_args(argv)
    assert (values(args), args.files) == (states, argv[1::2])


@all_states
def test_from_a_file_of_arguments_the_flags_parse_alike(states, tmp_path):
    file = tmp_path / "flags.txt"
    file.write_text("".join(f"{word}\n" for word in words(states)))
    assert values(launcher(fromfile_prefix_chars="@").parse_args([f"@{file}"])) == states


@all_states
def test_parsing_twice_gives_the_same_states_and_leaves_the_rest_over(states):
    argv = [*words(states), "--fsdp-option", "x"]
    first, left_over = launcher(add_help=False, allow_abbrev=False).parse_known_args(argv)
    second, _ = launcher().parse_known_args(argv)
    assert (values(first), values(second), left_over) == (states, states, ["--fsdp-option", "x"])


@all_states
def test_a_throw_away_parser_without_the_flags_leaves_them_over(states):
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    assert first.parse_known_args(words(states))[1] == words(states)


@all_states
@pytest.mark.parametrize("filled", ALL_STATES, ids=name_of)
def test_a_namespace_filled_beforehand_gives_way_to_the_command_line_only(filled, states):
    args = launcher().parse_args(words(states), namespace=namespace(filled))
    assert values(args) == tuple(old if new is None else new for old, new in zip(filled, states))


@pytest.mark.parametrize(
    "carry",
    [copy.copy, copy.deepcopy, lambda args: pickle.loads(pickle.dumps(args))],
    ids=["copied", "deep-copied", "pickled"],
)
@all_states
def test_a_carried_namespace_keeps_the_states(carry, states):
    assert values(carry(launcher().parse_args(words(states)))) == states


@pytest.mark.parametrize(
    ("word", "dest", "state"),
    [
        ("--colo", "colocate", True),
        ("--no-c", "colocate", False),
        ("--offload-t", "offload_train", True),
        ("--no-offload-t", "offload_train", False),
        ("--offload-r", "offload_rollout", True),
        ("--no-offload-r", "offload_rollout", False),
    ],
)
def test_an_abbreviation_hits_the_right_flag(word, dest, state):
    expected = {name: state if name == dest else None for name in DESTS}
    assert vars(launcher().parse_args([word])) == expected


@pytest.mark.parametrize("word", ["--off", "--offload", "--offload-", "--no-off", "--no-offload-"])
def test_an_ambiguous_abbreviation_is_refused(capsys, word):
    assert f"ambiguous option: {word} could match " in refused(capsys, launcher().parse_args, [word])


@pytest.mark.parametrize("word", ["--colo", "--offload-t", "--no-offload-r", "--offload"])
def test_with_allow_abbrev_off_an_abbreviation_is_refused(capsys, word):
    message = refused(capsys, launcher(allow_abbrev=False).parse_args, [word])
    assert message == f"train.py: error: unrecognized arguments: {word}"


@pytest.mark.parametrize("allow_abbrev", [True, False])
@all_states
def test_beside_the_launchers_own_offload_flag_the_flags_parse_alike(allow_abbrev, states):
    parser = launcher(allow_abbrev=allow_abbrev)
    parser.add_argument("--offload", action="store_true")
    args = parser.parse_args([*words(states), "--offload"])
    assert (values(args), args.offload) == (states, True)


def test_beside_the_launchers_own_offload_flag_an_abbreviation_hits_the_right_flag():
    parser = launcher()
    parser.add_argument("--offload", action="store_true")
    assert vars(parser.parse_args(["--offload-t"])) == {
        "colocate": None,
        "offload_train": True,
        "offload_rollout": None,
        "offload": False,
    }


@pytest.mark.parametrize("word", FLAGS + NO_FLAGS)
def test_a_value_after_an_equals_sign_is_refused(capsys, word):
    message = refused(capsys, launcher().parse_args, [f"{word}=false"])
    assert message.endswith(": ignored explicit argument 'false'")


@pytest.mark.parametrize("word", FLAGS + NO_FLAGS)
def test_a_value_as_a_word_of_its_own_is_refused(capsys, word):
    message = refused(capsys, launcher().parse_args, [word, "false"])
    assert message == "train.py: error: unrecognized arguments: false"


@pytest.mark.parametrize("index", range(3), ids=FLAGS)
def test_under_parse_known_args_a_value_as_a_word_of_its_own_is_left_over(index):
    args, left_over = launcher().parse_known_args([FLAGS[index], "false"])
    assert (getattr(args, DESTS[index]), left_over) == (True, ["false"])


def test_with_conflict_handler_resolve_the_flags_take_over_from_the_launchers_own():
    parser = argparse.ArgumentParser(conflict_handler="resolve")
    parser.add_argument("--offload-train", action="store_true", help="the launcher's own")
    add_cluster_arguments(parser)
    assert vars(parser.parse_args(["--no-offload-train"])) == {
        "offload_train": False,
        "colocate": None,
        "offload_rollout": None,
    }


def test_with_conflict_handler_resolve_registering_twice_still_gives_the_three_flags():
    parser = add_cluster_arguments(launcher(conflict_handler="resolve"))
    assert values(parser.parse_args(["--colocate", "--no-offload-rollout"])) == (True, None, False)


def test_without_it_the_launchers_own_flag_of_that_name_is_argparses_error():
    parser = argparse.ArgumentParser()
    parser.add_argument("--offload-train", action="store_true")
    with pytest.raises(argparse.ArgumentError, match=r"conflicting option string: --offload-train"):
        add_cluster_arguments(parser)


def test_a_subparsers_own_defaults_count_and_the_main_parsers_do_not():
    parser = argparse.ArgumentParser()
    train = add_cluster_arguments(parser.add_subparsers().add_parser("train"))
    parser.set_defaults(offload_train=False)
    train.set_defaults(offload_rollout=False)
    assert values(parser.parse_args(["train"])) == (None, None, False)


def test_flags_before_a_conflict_stay_registered():
    parser = argparse.ArgumentParser()
    parser.add_argument("--offload-rollout")
    with pytest.raises(argparse.ArgumentError):
        add_cluster_arguments(parser)
    assert vars(parser.parse_args([])) == {"colocate": None, "offload_train": None, "offload_rollout": None}


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("default", [None, True, False])
def test_the_defaults_formatter_appends_the_default_once(default, when):
    parser = argparse.ArgumentParser(formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    if when == "before" and default is not None:
        parser.set_defaults(offload_train=default)
    add_cluster_arguments(parser)
    if when == "after":
        parser.set_defaults(offload_train=default)
    # The launcher's own formatter may cut a name at a hyphen.
    shown = " ".join(parser.format_help().split()).replace("- ", "-")
    assert f"{HELP['--colocate']} (default: None) --offload-train, " in shown
    assert f"{HELP['--offload-train']} (default: {default}) --offload-rollout, " in shown
    assert shown.endswith(f"{HELP['--offload-rollout']} (default: None)")


def test_an_explicit_default_of_the_launcher_is_respected():
    parser = launcher()
    parser.set_defaults(offload_train=False)
    assert values(validate_args(parser.parse_args(["--colocate"]))) == (True, False, True)


def test_a_false_argument_default_is_an_explicit_no():
    args = launcher(argument_default=False).parse_args(["--colocate"])
    assert values(validate_args(args)) == (True, False, False)


@pytest.mark.parametrize(("before", "after"), CASES, ids=name_of)
def test_with_argument_default_suppress_validation_adds_what_is_unset(before, after):
    args = launcher(argument_default=argparse.SUPPRESS).parse_args(words(before))
    assert values(validate_args(args)) == after
