"""How ``to_argv`` writes the three states as command-line arguments."""

import pytest
from support import ALL_STATES, FrozenConfig, argv_for, launcher, namespace, states_of

from cluster_arguments import to_argv


@pytest.mark.parametrize("states", ALL_STATES, ids=str)
def test_writes_answers(states):
    """The flag for yes, its no form for no, nothing for unset, in the order of the help."""
    assert to_argv(namespace(states)) == argv_for(states)


@pytest.mark.parametrize("states", ALL_STATES, ids=str)
def test_round_trip(states):
    assert states_of(launcher().parse_args(to_argv(namespace(states)))) == states


def test_read_only():
    assert to_argv(FrozenConfig(colocate=True, offload_train=False)) == ["--colocate", "--no-offload-train"]
