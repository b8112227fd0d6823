"""How ``validate_args`` fills what is unset, and what it and ``to_argv`` refuse."""

import argparse
import copy
import dataclasses
import types
import typing

import pytest
from support import ALL_STATES, DESTS, FLAGS, namespace, values

from cluster_arguments import to_argv, validate_args

all_states = pytest.mark.parametrize("states", ALL_STATES, ids=str)
both_functions = pytest.mark.parametrize("function", [validate_args, to_argv])


@all_states
def test_an_explicit_choice_is_never_overridden(states):
    outcome = values(validate_args(namespace(states)))
    assert [after for before, after in zip(states, outcome) if before is not None] == [
        before for before in states if before is not None
    ]


@all_states
def test_an_unset_flag_becomes_true_with_colocate_and_false_without_it(states):
    outcome = values(validate_args(namespace(states)))
    expected = states[0] is True
    assert {after for before, after in zip(states, outcome) if before is None} <= {expected}


FIELDS = [(dest, typing.Optional[bool], None) for dest in DESTS]
Config = dataclasses.make_dataclass("Config", FIELDS)
FrozenConfig = dataclasses.make_dataclass("FrozenConfig", FIELDS, frozen=True)


@pytest.mark.parametrize("make", [argparse.Namespace, types.SimpleNamespace, Config])
def test_fills_any_object_with_the_three_attributes_in_place(make):
    args = make(colocate=True, offload_train=False, offload_rollout=None)
    assert validate_args(args) is args
    assert values(args) == (True, False, True)


def test_leaves_every_other_attribute_alone():
    args = validate_args(argparse.Namespace(lr=1e-6, offload=None, **dict.fromkeys(DESTS)))
    assert (args.lr, args.offload) == (1e-6, None)


def test_a_frozen_object_with_nothing_unset_is_given_back():
    args = FrozenConfig(colocate=True, offload_train=False, offload_rollout=False)
    assert validate_args(args) is args


def test_a_frozen_object_with_an_unset_flag_raises_its_own_error():
    with pytest.raises(dataclasses.FrozenInstanceError):
        validate_args(FrozenConfig(colocate=True))


# Stand-ins for np.True_ of NumPy 2, whose class is called bool too, and for a proxy that isinstance takes for a bool.
NUMPY_TRUE = type("bool", (), {"__module__": "numpy", "__repr__": lambda self: "np.True_"})()
PROXY = type("Proxy", (), {"__class__": bool})()


@both_functions
@pytest.mark.parametrize("index", range(3), ids=FLAGS)
@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("true", "'str'"),
        ("false", "'str'"),
        (1, "'int'"),
        (0, "'int'"),
        (NUMPY_TRUE, "'numpy.bool'"),
        (PROXY, "Proxy'"),
    ],
    ids=["true", "false", "1", "0", "of NumPy", "a proxy"],
)
def test_a_value_that_is_no_answer_is_refused_by_flag_value_class_and_what_is_accepted(function, index, value, kind):
    args = argparse.Namespace(**{**dict.fromkeys(DESTS), DESTS[index]: value})
    before = copy.copy(args)
    with pytest.raises(TypeError) as caught:
        function(args)
    parts = (DESTS[index], FLAGS[index], repr(value), kind, "True", "False", "None")
    assert [part for part in parts if part not in str(caught.value)] == []
    assert args == before


@both_functions
@pytest.mark.parametrize("missing", DESTS)
def test_a_missing_attribute_is_pythons_own_error_and_nothing_is_written(function, missing):
    args = argparse.Namespace(**{dest: None for dest in DESTS if dest != missing})
    before = copy.copy(args)
    with pytest.raises(AttributeError, match=missing):
        function(args)
    assert args == before


@both_functions
@pytest.mark.parametrize(
    "args",
    [argparse.ArgumentParser().parse_args([]), argparse.Namespace(train=Config()), {"colocate": True}, None, []],
    ids=["flags never registered", "root of a nested config", "dict", "None", "list"],
)
def test_an_object_without_the_flags_is_refused_and_not_filled(function, args):
    before = copy.deepcopy(args)
    with pytest.raises(AttributeError, match="'colocate'"):
        function(args)
    assert args == before
