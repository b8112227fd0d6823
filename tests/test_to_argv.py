"""How ``to_argv`` writes the three states as command-line words."""

import pytest
from support import ALL_STATES, CASES, DESTS, FLAGS, NO_FLAGS, launcher, name_of, namespace, python, values, words
from test_validate_args import FrozenConfig, Spy, log_of

from cluster_arguments import to_argv, validate_args

all_states = pytest.mark.parametrize("states", ALL_STATES, ids=name_of)


@pytest.mark.parametrize("index", range(3), ids=FLAGS)
@pytest.mark.parametrize(
    ("state", "expected"),
    [(True, lambda index: [FLAGS[index]]), (False, lambda index: [NO_FLAGS[index]]), (None, lambda index: [])],
    ids=["yes", "no", "unset"],
)
def test_writes_the_flag_for_yes_its_no_form_for_no_and_nothing_for_unset(index, state, expected):
    states = [None, None, None]
    states[index] = state
    assert to_argv(namespace(tuple(states))) == expected(index)


@all_states
def test_writes_in_the_order_of_registration(states):
    assert to_argv(namespace(states)) == words(states)


def test_a_missing_attribute_is_unset():
    assert to_argv(namespace((True,))) == ["--colocate"]


@all_states
def test_parsing_the_words_gives_the_states_back_before_validation(states):
    assert values(launcher().parse_args(to_argv(namespace(states)))) == states


@pytest.mark.parametrize(("before", "after"), CASES, ids=name_of)
def test_parsing_the_words_gives_the_outcome_back_after_validation(before, after):
    assert values(launcher().parse_args(to_argv(validate_args(namespace(before))))) == after


def test_the_states_survive_the_way_to_a_child_process(tmp_path):
    script = tmp_path / "child.py"
    script.write_text(
        "import argparse\n"
        "from cluster_arguments import add_cluster_arguments\n"
        "args = add_cluster_arguments(argparse.ArgumentParser()).parse_args()\n"
        "print((args.colocate, args.offload_train, args.offload_rollout))\n"
    )
    assert {states: python(str(script), *to_argv(namespace(states))).stdout for states in ALL_STATES} == {
        states: f"{states}\n" for states in ALL_STATES
    }


@all_states
def test_reads_the_three_attributes_once_and_writes_none(states):
    args = Spy(**dict(zip(DESTS, states)))
    to_argv(args)
    assert log_of(args) == [("read", dest) for dest in DESTS]


def test_a_read_only_object_will_do():
    assert to_argv(FrozenConfig(colocate=True, offload_train=False)) == ["--colocate", "--no-offload-train"]
