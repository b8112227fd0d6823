"""The three flags with their help, and the functions that register them, fill what is unset and write them back."""

import argparse

# Type checkers take this name for typing's own. Importing typing would make every launcher load it.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    _Parser = TypeVar("_Parser", bound=argparse._ActionsContainer)
    _Args = TypeVar("_Args")

FLAGS = {
    "colocate": "Whether to colocate the rollout engines and the training actor on the same GPUs. "
    "--offload-train and --offload-rollout default to true when this is set and to false when it is not.",
    "offload_train": "Whether to offload the training actor to CPU while the rollout engines generate. "
    "Defaults to true when --colocate is set; an explicit --no-offload-train is respected.",
    "offload_rollout": "Whether to offload the rollout generator to CPU during training. "
    "Defaults to true when --colocate is set; an explicit --no-offload-rollout is respected.",
}


def option_string(dest: str, value: bool = True) -> str:
    return ("--" if value else "--no-") + dest.replace("_", "-")


def checked_states(args: object) -> "dict[str, bool | None]":
    states = {dest: getattr(args, dest) for dest in FLAGS}
    for dest, value in states.items():
        if value is not None and not isinstance(value, bool):
            raise TypeError(
                f"{dest} ({option_string(dest)}) must be True, False or None (unset), not {value!r} ({type(value)})"
            )
    return states


def add_cluster_arguments(parser: "_Parser") -> "_Parser":
    """Register ``--colocate``, ``--offload-train`` and ``--offload-rollout``, each with its ``--no-`` form.

    Each is an ``argparse.BooleanOptionalAction`` without a default of its own: a flag that is not given is ``None``
    after parsing, unless ``set_defaults`` or ``argument_default`` of that parser says otherwise.

    Args:
        parser: The parser, argument group, subparser or parent parser to register on.

    Returns:
        The same object, so that this function can serve as Megatron-LM's ``extra_args_provider``.

    Raises:
        argparse.ArgumentError: One of the flags is registered there already, and the parser does not resolve
            conflicts. Those before it stay registered.
    """
    for dest, text in FLAGS.items():
        parser.add_argument(option_string(dest), action=argparse.BooleanOptionalAction, help=text)
    return parser


def validate_args(args: "_Args") -> "_Args":
    """Fill in, in place, the flags that are unset (``None``).

    ``--offload-train`` and ``--offload-rollout`` default to true when ``--colocate`` is set and to false when it is
    not. ``--colocate`` itself defaults to false. An explicit choice is never overridden.

    The rule is how ``miles_validate_args`` of miles and ``slime_validate_args`` of slime fill unset flags. Their other
    rules, such as those for a critic, are the launcher's to apply.

    Args:
        args: The parsed flags: any object that has the three attributes and lets those that are ``None`` be set.

    Returns:
        The same object.

    Raises:
        AttributeError: One of the three attributes is missing. Nothing has been written.
        TypeError: One of the three is something other than ``True``, ``False`` or ``None``. Nothing has been written.
        Exception: Whatever the object itself raises where one cannot be read (nothing has been written) or set (those
            before it have been).
    """
    states = checked_states(args)
    for dest, value in states.items():
        if value is None:
            setattr(args, dest, states["colocate"] is True)
    return args


def to_argv(args: object) -> list[str]:
    """Write the states of the three flags in ``args`` as command-line arguments.

    Parsed by a parser that has no defaults of its own for the flags, they give the same states again.

    Args:
        args: Any object that has the three attributes, before or after ``validate_args``. It is only read.

    Returns:
        ``--colocate`` for ``True``, ``--no-colocate`` for ``False``, nothing for ``None``, and likewise for
        ``offload_train`` and ``offload_rollout``, in this order.

    Raises:
        AttributeError: One of the three attributes is missing.
        TypeError: One of the three is something other than ``True``, ``False`` or ``None``.
        Exception: Whatever the object itself raises where one cannot be read.
    """
    return [option_string(dest, value) for dest, value in checked_states(args).items() if value is not None]
