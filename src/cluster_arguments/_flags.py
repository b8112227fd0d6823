"""What the three flags are, in one table, and the three functions that work from it."""

from __future__ import annotations

import argparse

# Type checkers take this name for typing's own; importing that one would make every launcher load typing.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    _Parser = TypeVar("_Parser", bound=argparse._ActionsContainer)
    _Args = TypeVar("_Args")


def word(dest: str, value: bool = True) -> str:
    """Return the command-line word that gives the flag stored as ``dest`` this value."""
    return ("--" if value else "--no-") + dest.replace("_", "-")


# The flag whose value an unset one takes, with the words for what that value is.
LEADER = "colocate"
FILL = {True: f"{word(LEADER)} is set", False: f"{word(LEADER)} is not set"}

# Whom each offload flag moves to CPU, and in which phase.
OFFLOADS = {
    "offload_train": ("training actor", "while the rollout engines generate"),
    "offload_rollout": ("rollout generator", "during training"),
}

# Every flag with its help, in the order of registration.
FLAGS = {
    LEADER: "Whether to colocate the rollout engines and the training actor on the same GPUs. "
    f"{' and '.join(map(word, OFFLOADS))} default to true when this is set and to false when it is not.",
    **{
        dest: f"Whether to offload the {side} to CPU {phase}. "
        f"Defaults to true when {FILL[True]}; an explicit {word(dest, False)} is respected."
        for dest, (side, phase) in OFFLOADS.items()
    },
}

_ABSENT = object()


def _read(args: object) -> dict[str, bool | None]:
    """Return the flags that ``args`` has, by attribute; raise TypeError for a bad value or an object without room."""
    states: dict[str, bool | None] = {}
    for dest in FLAGS:
        value = getattr(args, dest, _ABSENT)
        if value is None or type(value) is bool:  # isinstance would believe a proxy that poses as a bool
            states[dest] = value
        elif value is not _ABSENT:
            raise TypeError(
                f"{dest} ({word(dest)}) must be True, False or None (unset), not {value!r} ({type(value).__name__})"
            )
        elif not _has_room(type(args), dest):
            raise _unsettable(args, dest)
    return states


def _has_room(kind: type, dest: str) -> bool:
    # The generic __setattr__ needs an instance dict or a slot; asking the type reads nothing from the instance.
    setter: object = kind.__setattr__
    return setter is not object.__setattr__ or kind.__dictoffset__ != 0 or hasattr(kind, dest)


def _unsettable(args: object, dest: str) -> TypeError:
    return TypeError(
        f"{dest} ({word(dest)}) cannot be set on this {type(args).__name__}; "
        "give an object with settable attributes, such as argparse.Namespace"
    )


def _unset(args: object, dest: str, present: bool) -> None:
    try:
        if present:
            setattr(args, dest, None)
        else:
            delattr(args, dest)
    except Exception:  # noqa: S110 - the caller is about to say that the object cannot be written
        pass


def add_cluster_arguments(parser: _Parser) -> _Parser:
    """Register ``--colocate``, ``--offload-train`` and ``--offload-rollout``, each with its ``--no-`` form.

    Each is an ``argparse.BooleanOptionalAction`` without a default of its own: after parsing, a flag that nobody set
    is ``None``, and ``validate_args`` decides it. ``set_defaults`` and ``argument_default`` of that parser count.

    Args:
        parser: The parser, argument group, subparser or parent parser to register on.

    Returns:
        The same object, so that this function can serve as Megatron-LM's ``extra_args_provider``.

    Raises:
        argparse.ArgumentError: One of the flags is registered there already. Those before it stay registered.
    """
    for dest, text in FLAGS.items():
        # Not passed as help=, since some Pythons append "(default: ...)" there when set_defaults came first.
        parser.add_argument(word(dest), action=argparse.BooleanOptionalAction).help = text
    return parser


def validate_args(args: _Args) -> _Args:
    """Fill in, in place, the flags that are unset: true with ``--colocate``, false without it.

    Unset means ``None`` or no such attribute. An explicit ``True`` or ``False`` is never touched. Afterwards
    ``colocate``, ``offload_train`` and ``offload_rollout`` are all ``bool``, and another call changes nothing. No
    other attribute is read or written.

    History: the rule is that of ``miles_validate_args`` in miles and of its twin in slime, as of August 2026.

    Args:
        args: The parsed flags: any object with settable attributes.

    Returns:
        The same object.

    Raises:
        TypeError: One of the three is something other than ``True``, ``False`` or ``None``: nothing has been written.
            Or an unset one cannot be set: those written before it are unset again.
    """
    states = _read(args)
    colocated = states.get(LEADER) is True
    written: list[str] = []
    for dest in FLAGS:
        if states.get(dest) is None:
            # Listed first, since a setter may write and then raise.
            written.append(dest)
            try:
                setattr(args, dest, colocated)
            except Exception as error:
                for name in written:
                    _unset(args, name, name in states)
                raise _unsettable(args, dest) from error
    return args


def to_argv(args: object) -> list[str]:
    """Return the command-line words that say what ``args`` says, the third state included.

    A parser without defaults of its own gets the same three states from them, before ``validate_args`` as well as
    after it. ``args`` is only read.

    Args:
        args: The flags, by attribute, as ``validate_args`` takes them; it may be read-only.

    Returns:
        ``--colocate`` for ``True``, ``--no-colocate`` for ``False``, nothing for unset, and likewise for the other
        two, in the order of registration.

    Raises:
        TypeError: One of the three is something other than ``True``, ``False`` or ``None``, or an absent one has no
            place in ``args`` (a dict, ``None``).
    """
    return [word(dest, value) for dest, value in _read(args).items() if value is not None]
