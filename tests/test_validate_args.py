"""How ``validate_args`` fills what is unset, and what it and ``to_argv`` refuse."""

import argparse
import copy
import dataclasses
import types

import pytest
from support import ALL_STATES, DESTS, FLAGS, Config, FrozenConfig, namespace, states_of

from cluster_arguments import to_argv, validate_args

all_states = pytest.mark.parametrize("states", ALL_STATES, ids=str)
both_functions = pytest.mark.parametrize("function", [validate_args, to_argv])


@all_states
def test_explicit_stays(states):
    outcome = states_of(validate_args(namespace(states)))
    assert [after for before, after in zip(states, outcome) if before is not None] == [
        before for before in states if before is not None
    ]


@all_states
def test_unset_follows_colocate(states):
    outcome = states_of(validate_args(namespace(states)))
    assert {after for before, after in zip(states, outcome) if before is None} <= {states[0] is True}


@pytest.mark.parametrize("make", [argparse.Namespace, types.SimpleNamespace, Config])
def test_fills_in_place(make):
    args = make(colocate=True, offload_train=False, offload_rollout=None)
    assert validate_args(args) is args
    assert states_of(args) == (True, False, True)


def test_others_stay():
    args = validate_args(argparse.Namespace(lr=1e-6, offload=None, **dict.fromkeys(DESTS)))
    assert (args.lr, args.offload) == (1e-6, None)


def test_frozen_and_decided():
    args = FrozenConfig(colocate=True, offload_train=False, offload_rollout=False)
    assert validate_args(args) is args


def test_frozen_and_unset():
    with pytest.raises(dataclasses.FrozenInstanceError):
        validate_args(FrozenConfig(colocate=True))


# A stand-in for np.True_ of NumPy 2, whose class is called bool too.
NUMPY_TRUE = type("bool", (), {"__module__": "numpy", "__repr__": lambda self: "np.True_"})()


@both_functions
@pytest.mark.parametrize("index", range(3), ids=FLAGS)
@pytest.mark.parametrize(
    ("value", "kind"),
    [("true", "'str'"), ("false", "'str'"), (1, "'int'"), (0, "'int'"), (NUMPY_TRUE, "'numpy.bool'")],
)
def test_no_answer(function, index, value, kind):
    """The error names the flag, the value, its class and what is accepted, and nothing is written."""
    args = argparse.Namespace(**{**dict.fromkeys(DESTS), DESTS[index]: value})
    before = copy.copy(args)
    with pytest.raises(TypeError) as caught:
        function(args)
    parts = (DESTS[index], FLAGS[index], repr(value), kind, "True", "False", "None")
    assert [part for part in parts if part not in str(caught.value)] == []
    assert args == before


@both_functions
@pytest.mark.parametrize("missing", DESTS)
def test_missing(function, missing):
    """A missing attribute is Python's own error, and nothing is written."""
    args = argparse.Namespace(**{dest: None for dest in DESTS if dest != missing})
    before = copy.copy(args)
    with pytest.raises(AttributeError, match=missing):
        function(args)
    assert args == before
