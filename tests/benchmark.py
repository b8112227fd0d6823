"""What the library costs beside the same three flags written inline: run by hand, ``python3 tests/benchmark.py``."""

import argparse
import pathlib
import statistics
import sys
import timeit

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "src"))

from cluster_arguments import add_cluster_arguments, validate_args
from cluster_arguments._flags import FLAGS

ARGV = ["--colocate", "--no-offload-train"]
ROUNDS, CALLS = 400, 25
COLOCATE, OFFLOAD_TRAIN, OFFLOAD_ROLLOUT = FLAGS.values()


def library() -> argparse.Namespace:
    """Register, parse and fill with the library."""
    parser = argparse.ArgumentParser()
    add_cluster_arguments(parser)
    return validate_args(parser.parse_args(ARGV))


def inline() -> argparse.Namespace:
    """Do the same as a launcher that writes it out."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--colocate", action=argparse.BooleanOptionalAction, help=COLOCATE)
    parser.add_argument("--offload-train", action=argparse.BooleanOptionalAction, help=OFFLOAD_TRAIN)
    parser.add_argument("--offload-rollout", action=argparse.BooleanOptionalAction, help=OFFLOAD_ROLLOUT)
    args = parser.parse_args(ARGV)
    if args.colocate is None:
        args.colocate = False
    if args.offload_train is None:
        args.offload_train = args.colocate
    if args.offload_rollout is None:
        args.offload_rollout = args.colocate
    return args


def main() -> None:
    """Print the median ratio with its spread."""
    ratios = []
    for turn in range(ROUNDS):
        # Alternate who goes first, so that neither profits from the other's warm-up.
        sides = (library, inline) if turn % 2 else (inline, library)
        took = {side: timeit.timeit(side, number=CALLS) for side in sides}
        ratios.append(took[library] / took[inline])
    low, median, high = statistics.quantiles(ratios, n=4)
    print(f"library / inline: {median:.3f} (middle half of {ROUNDS} rounds: {low:.3f} to {high:.3f})")


if __name__ == "__main__":
    main()
