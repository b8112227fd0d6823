"""The dry run: ``python -m cluster_arguments`` shows what the flags it is given resolve to."""

import argparse
import errno
import os
import sys
import textwrap

from . import __version__, add_cluster_arguments, to_argv, validate_args

VALUES = """\
--colocate         {}
--offload-train    {}
--offload-rollout  {}"""

# {0} and {1} are as wide as the CPU or GPU that takes their place.
PLACEMENT = """\
the flags ask for  while the rollout engines generate  during training
training actor     {0}                                 GPU
rollout generator  GPU                                 {1}"""


class WholeNamesFormatter(argparse.HelpFormatter):
    """Wrap help texts without cutting a flag's name at a hyphen, so that it can be found and copied."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(text, width, break_on_hyphens=False)


def report(args: argparse.Namespace) -> str:
    """Fill the flags, and say what each resolves to and why, where each side is to be, and that choice in full."""
    given = to_argv(args)
    explicit = to_argv(validate_args(args))
    offload_default = f"default: --colocate is {'set' if args.colocate else 'not set'}"
    values = [
        f"{str(value).lower():5}  {f'given as {word}' if word in given else default}"
        for value, word, default in zip(
            (args.colocate, args.offload_train, args.offload_rollout),
            explicit,
            ("default", offload_default, offload_default),
        )
    ]
    places = ["CPU" if offloaded else "GPU" for offloaded in (args.offload_train, args.offload_rollout)]
    notes = []
    if args.colocate and not args.offload_train:
        notes.append("Both must fit together on the same GPUs while the rollout engines generate.")
    if args.colocate and not args.offload_rollout:
        notes.append("Both must fit together on the same GPUs during training.")
    if not args.colocate and "CPU" in places:
        notes.append("Without --colocate an offload makes no room on the other side's own GPUs.")
    paragraphs = [VALUES.format(*values), PLACEMENT.format(*places), "\n".join(notes), " ".join(explicit)]
    return "\n\n".join(filter(None, paragraphs))


def main() -> None:
    """Print the report for the flags on the command line."""
    parser = argparse.ArgumentParser(
        prog="python3 -m cluster_arguments",
        description="Show what these flags resolve to: each value and why, whether each side is to be on GPU or CPU "
        "in each phase, and the same choice with all three flags explicit.",
        formatter_class=WholeNamesFormatter,
        # A launcher may refuse abbreviations, so a dry run must not accept them.
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"cluster-arguments {__version__}")
    add_cluster_arguments(parser)
    print(report(parser.parse_args()))


if __name__ == "__main__":
    try:
        try:
            main()
        finally:
            print(end="", flush=True)
    except OSError as error:
        if error.errno not in (errno.EPIPE, errno.EINVAL):  # EINVAL on Windows
            raise
        # The reader has gone, as `head -n 1` does. Python flushes once more at its exit: let that succeed.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
