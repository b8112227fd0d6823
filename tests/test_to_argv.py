"""How ``to_argv`` writes the three states as command-line arguments."""

import pytest
from support import ALL_STATES, launcher, namespace, values, words
from test_validate_args import FrozenConfig

from cluster_arguments import to_argv


@pytest.mark.parametrize("states", ALL_STATES, ids=str)
def test_writes_the_flag_for_yes_its_no_form_for_no_and_nothing_for_unset_in_the_order_of_the_help(states):
    assert to_argv(namespace(states)) == words(states)


@pytest.mark.parametrize("states", ALL_STATES, ids=str)
def test_parsing_them_gives_the_three_states_back(states):
    assert values(launcher().parse_args(to_argv(namespace(states)))) == states


def test_a_read_only_object_will_do():
    assert to_argv(FrozenConfig(colocate=True, offload_train=False)) == ["--colocate", "--no-offload-train"]
