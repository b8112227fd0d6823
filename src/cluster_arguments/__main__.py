"""The dry run: ``python -m cluster_arguments`` shows what the flags given come to."""

from __future__ import annotations

import argparse
import os
import sys
import textwrap

from ._flags import FILL, FLAGS, LEADER, OFFLOADS, add_cluster_arguments, to_argv, validate_args, word

# The longest flag and two spaces.
_MARGIN = 2 + max(len(word(dest)) for dest in FLAGS)


class _HelpFormatter(argparse.HelpFormatter):
    # The stdlib's own wrapping cuts at hyphens, and half a flag's name can be neither found nor copied.
    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(text, width, break_on_hyphens=False)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=f"{os.path.basename(sys.executable)} -m {__package__}",
        usage="%(prog)s [-h] [flags]",
        description="Choose whether the training actor and the rollout engines of an RL training job share the same "
        "GPUs, and which of the two moves to CPU while the other works.",
        epilog="Give any of the flags, or none, to see what they come to: the value of each flag and why, who is on "
        "GPU or CPU in which phase, and the same choice with all three flags explicit.",
        formatter_class=_HelpFormatter,
        # A launcher may refuse abbreviations, so a dry run must not pass them.
        allow_abbrev=False,
        add_help=False,
    )
    flags = parser.add_argument_group("flags")
    flags.add_argument("-h", "--help", action="help", help="Show this help and exit.")
    add_cluster_arguments(flags)
    return parser


def _report(args: argparse.Namespace) -> str:
    given = to_argv(args)
    outcome = to_argv(validate_args(args))
    colocate = getattr(args, LEADER)
    lines = []
    for dest, flag in zip(FLAGS, outcome):
        value = getattr(args, dest)
        why = f"given as {flag}" if flag in given else f"default: {FILL[colocate]}"
        lines.append(f"{word(dest):{_MARGIN}}{str(value).lower():7}{why}")

    lines += ["", " " * _MARGIN + "  ".join(phase for _, phase in OFFLOADS.values())]
    for dest, (side, _) in OFFLOADS.items():
        row = f"{side:{_MARGIN}}"
        for away, (_, phase) in OFFLOADS.items():
            place = "CPU" if away == dest and getattr(args, dest) else "GPU"
            row += f"{place:{len(phase) + 2}}"
        lines.append(row.rstrip())

    shared = [phase for dest, (_, phase) in OFFLOADS.items() if colocate and not getattr(args, dest)]
    if shared:
        lines += ["", *(f"Both must fit together on the same GPUs {phase}." for phase in shared)]
    return "\n".join([*lines, "", " ".join(outcome)])


def main() -> None:
    """Print the report for the flags on the command line; argparse answers ``--help`` and what it cannot parse."""
    print(_report(_parser().parse_args()))


if __name__ == "__main__":
    main()
