"""How ``validate_args`` fills what is unset, and what it refuses."""

import argparse
import collections
import copy
import dataclasses
import types
import typing

import pytest
from support import ALL_STATES, CASES, DESTS, FLAGS, name_of, namespace, values

from cluster_arguments import to_argv, validate_args


@dataclasses.dataclass
class Config:
    """A launcher's own dataclass."""

    colocate: typing.Optional[bool] = None
    offload_train: typing.Optional[bool] = None
    offload_rollout: typing.Optional[bool] = None
    lr: float = 1e-6


class Slots:
    """An object that has room for the three flags and nothing else."""

    __slots__ = DESTS

    def __init__(self, **states):
        for dest, state in states.items():
            setattr(self, dest, state)


class Proxy:
    """An object without a dict or slots for the flags, which forwards them."""

    __slots__ = ("_inner",)

    def __init__(self, **states):
        object.__setattr__(self, "_inner", argparse.Namespace(**states))

    def __getattr__(self, name):
        return getattr(self._inner, name)

    def __setattr__(self, name, value):
        setattr(self._inner, name, value)

    def __delattr__(self, name):
        delattr(self._inner, name)


MAKERS = [argparse.Namespace, types.SimpleNamespace, Config, Slots, Proxy]
makers = pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
cases = pytest.mark.parametrize(("before", "after"), CASES, ids=name_of)


class Spy:
    """An object that keeps a record of each attribute read or written."""

    def __init__(self, **states):
        object.__setattr__(self, "states", {"lr": 1e-6, **states})
        object.__setattr__(self, "log", [])

    def __getattribute__(self, name):
        object.__getattribute__(self, "log").append(("read", name))
        try:
            return object.__getattribute__(self, "states")[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name, value):
        object.__getattribute__(self, "log").append(("write", name))
        object.__getattribute__(self, "states")[name] = value


def log_of(spy):
    """Return a spy's record, past the spy."""
    return object.__getattribute__(spy, "log")


def test_the_truth_table_has_each_of_the_27_states_once():
    assert collections.Counter(before for before, _ in CASES) == collections.Counter(ALL_STATES)


@makers
@cases
def test_fills_as_the_truth_table_says(make, before, after):
    assert values(validate_args(make(**dict(zip(DESTS, before))))) == after


@makers
@cases
def test_a_missing_attribute_is_unset(make, before, after):
    given = {dest: state for dest, state in zip(DESTS, before) if state is not None}
    assert values(validate_args(make(**given))) == after


@cases
def test_afterwards_all_three_are_real_bools(before, after):
    assert [type(value) for value in values(validate_args(namespace(before)))] == [bool] * 3


@makers
def test_returns_the_object_that_it_was_given(make):
    args = make()
    assert validate_args(args) is args


@makers
@cases
def test_another_call_changes_nothing(make, before, after):
    args = validate_args(make(**dict(zip(DESTS, before))))
    assert values(validate_args(args)) == after


@pytest.mark.parametrize("unset", [{}, dict.fromkeys(DESTS)], ids=["absent", "None"])
@pytest.mark.parametrize("before", ALL_STATES, ids=name_of)
def test_reads_the_three_attributes_and_no_other(before, unset):
    args = Spy(**{**unset, **{dest: state for dest, state in zip(DESTS, before) if state is not None}})
    validate_args(args)
    assert {name for what, name in log_of(args) if what == "read"} == set(DESTS)


@pytest.mark.parametrize("before", ALL_STATES, ids=name_of)
def test_writes_what_is_unset_and_nothing_else(before):
    args = Spy(**dict(zip(DESTS, before)))
    validate_args(args)
    unset = [dest for dest, state in zip(DESTS, before) if state is None]
    assert [name for what, name in log_of(args) if what == "write"] == unset


class PosesAsBool:
    """A value that isinstance takes for a bool."""

    __class__ = bool

    def __repr__(self):
        return "True"


BAD_VALUES = ["false", "", 0, 1, 0.0, [], (True,), {"a": 1}, bool, PosesAsBool()]
bad_values = pytest.mark.parametrize("value", BAD_VALUES, ids=repr)
functions = pytest.mark.parametrize("function", [validate_args, to_argv], ids=lambda function: function.__name__)
flags = pytest.mark.parametrize("index", range(3), ids=FLAGS)


@functions
@flags
@bad_values
def test_a_bad_value_is_refused_by_flag_value_and_what_is_accepted(function, index, value):
    with pytest.raises(TypeError) as caught:
        function(argparse.Namespace(**{DESTS[index]: value}))
    assert str(caught.value) == (
        f"{DESTS[index]} ({FLAGS[index]}) must be True, False or None (unset), not {value!r} ({type(value).__name__})"
    )


@functions
@flags
@bad_values
def test_on_a_bad_value_the_object_stays_as_it_was(function, index, value):
    args = argparse.Namespace(lr=1e-6, **{DESTS[index]: value})
    before = copy.copy(args)
    with pytest.raises(TypeError):
        function(args)
    assert args == before


class Point(typing.NamedTuple):
    """An immutable object without the flags."""

    x: int = 0


class Narrow:
    """An object with room for one of the flags only."""

    __slots__ = ("colocate",)


@functions
@pytest.mark.parametrize(
    ("args", "dest"),
    [
        ({"colocate": True}, "colocate"),
        (None, "colocate"),
        ([], "colocate"),
        ("--colocate", "colocate"),
        (0, "colocate"),
        (Point(), "colocate"),
        (object(), "colocate"),
        (Narrow(), "offload_train"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else value,
)
def test_an_object_without_settable_attributes_is_refused(function, args, dest):
    with pytest.raises(TypeError) as caught:
        function(args)
    assert str(caught.value) == (
        f"{dest} (--{dest.replace('_', '-')}) cannot be set on this {type(args).__name__}; "
        "give an object with settable attributes, such as argparse.Namespace"
    )


def test_an_object_with_room_for_one_flag_only_stays_as_it_was():
    args = Narrow()
    with pytest.raises(TypeError):
        validate_args(args)
    assert not hasattr(args, "colocate")


FrozenConfig = dataclasses.make_dataclass(
    "FrozenConfig", [(dest, typing.Optional[bool], None) for dest in DESTS], frozen=True
)


def test_a_frozen_object_with_an_unset_flag_is_refused():
    with pytest.raises(
        TypeError, match=r"^offload_rollout \(--offload-rollout\) cannot be set on this FrozenConfig; "
    ):
        validate_args(FrozenConfig(colocate=True, offload_train=False))


def test_a_frozen_object_with_nothing_to_fill_is_given_back():
    args = FrozenConfig(colocate=True, offload_train=False, offload_rollout=False)
    assert validate_args(args) is args


class Stubborn(argparse.Namespace):
    """An object that refuses to have one of the flags set."""

    error: type = ValueError
    writes_first = False

    def __setattr__(self, name, value):
        if name != "offload_rollout" or self.writes_first:
            super().__setattr__(name, value)
        if name == "offload_rollout" and value is not None:
            raise self.error(name)


starts = pytest.mark.parametrize("start", [{}, dict.fromkeys(DESTS[:1]), dict.fromkeys(DESTS[:2])], ids=list)


@starts
def test_where_a_write_fails_those_before_it_are_unset_again(start):
    args = Stubborn(**start)
    with pytest.raises(TypeError):
        validate_args(args)
    assert vars(args) == start


@starts
def test_a_setter_that_writes_and_then_raises_is_undone(monkeypatch, start):
    monkeypatch.setattr(Stubborn, "writes_first", True)
    args = Stubborn(**start)
    with pytest.raises(TypeError):
        validate_args(args)
    assert vars(args) == start


@pytest.mark.parametrize("error", [AttributeError, TypeError, ValueError, RuntimeError])
def test_a_write_that_fails_is_a_type_error_caused_by_the_setters_own(monkeypatch, error):
    monkeypatch.setattr(Stubborn, "error", error)
    with pytest.raises(
        TypeError, match=r"^offload_rollout \(--offload-rollout\) cannot be set on this Stubb"
    ) as caught:
        validate_args(Stubborn())
    assert type(caught.value.__cause__) is error


def test_an_object_that_resists_the_undoing_too_gets_the_same_error(monkeypatch):
    monkeypatch.setattr(Stubborn, "__delattr__", lambda self, name: 1 / 0, raising=False)
    with pytest.raises(TypeError, match=r"^offload_rollout \(--offload-rollout\) cannot be set on this Stubborn; "):
        validate_args(Stubborn())
