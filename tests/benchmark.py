"""What the library costs beside the same three flags written inline: run by hand, ``python3 tests/benchmark.py``."""

from __future__ import annotations

import argparse
import pathlib
import statistics
import subprocess
import sys
import time

SRC = pathlib.Path(__file__).resolve().parents[1] / "src"
sys.path.insert(0, str(SRC))

from cluster_arguments import add_cluster_arguments, validate_args  # noqa: E402
from cluster_arguments._flags import FLAGS  # noqa: E402

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


def seconds(function) -> float:
    """Time ``CALLS`` calls of ``function``."""
    start = time.perf_counter()
    for _ in range(CALLS):
        function()
    return time.perf_counter() - start


def added_modules(*options: str) -> list[str]:
    """List what ``import cluster_arguments`` loads that ``import argparse`` has not loaded, in a fresh process."""
    code = (
        f"import sys; sys.path.insert(0, {str(SRC)!r}); import argparse; before = set(sys.modules); "
        "import cluster_arguments; print(*sorted(set(sys.modules) - before))"
    )
    result = subprocess.run([sys.executable, *options, "-c", code], capture_output=True, text=True, check=True)
    return result.stdout.split()


def main() -> None:
    """Print the median ratio with its spread, and the modules that the import adds."""
    if library() != inline():
        raise SystemExit("the two sides do not do the same")
    ratios = []
    for turn in range(ROUNDS):
        # Alternate who goes first, so that neither profits from the other's warm-up.
        if turn % 2:
            ours, theirs = seconds(library), seconds(inline)
        else:
            theirs, ours = seconds(inline), seconds(library)
        ratios.append(ours / theirs)
    low, median, high = statistics.quantiles(ratios, n=4)
    print(f"library / inline: {median:.3f} (middle half of {ROUNDS} rounds: {low:.3f} to {high:.3f})")
    print("modules added to argparse's:", *added_modules())


if __name__ == "__main__":
    main()
