"""The three colocation flags of an RL post-training launcher: register them, fill what is unset, write them back."""

__all__ = ("add_cluster_arguments", "to_argv", "validate_args")
__version__ = "0.3.0"

from ._flags import add_cluster_arguments, to_argv, validate_args
