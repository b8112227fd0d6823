"""The help is executed: from what the code does, the sentences that are true are built, and --help must say these.

Each flag is tried in every context, that is, beside every choice of the other flags. Where contexts give different
answers, the true sentence joins them with "or", so the failure shows the false words beside the true ones.
"""

import functools
import itertools

import pytest
from support import DOCUMENTS, FLAGS, NO_FLAGS, dry_run, launcher, placement, resolve

import cluster_arguments

NO = dict(zip(FLAGS, NO_FLAGS))
OFFLOADS = FLAGS[1:]
BOTH_FIT = "Both must fit together on "


def contexts(*but):
    """List every command line of the flags but these."""
    choices = [("", flag, no) for flag, no in NO.items() if flag not in but]
    return [[word for word in line if word] for line in itertools.product(*choices)]


def value(flag, argv):
    """Say what the flag comes to on this command line."""
    return str(getattr(resolve(argv), flag[2:].replace("-", "_"))).lower()


def either(answers):
    return " or ".join(sorted(set(answers))) or "nothing"


def moved_by(flag):
    """Say what the dry run moves where and when as this flag turns from no to yes."""
    for context in contexts(flag):
        off, on = placement(dry_run(*context, NO[flag])), placement(dry_run(*context, flag))
        moves = [
            f"the {side} to {on[side, phase]} {phase}" for side, phase in on if on[side, phase] != off[side, phase]
        ]
        yield " and ".join(moves) or "nothing"


def shared_by_both():
    """Say where, in each phase, the dry run has both sides when colocated and not offloaded."""
    report = dry_run("--colocate", *NO_FLAGS[1:])
    for line, (_, phase) in itertools.product(report.splitlines(), placement(report)):
        if line.startswith(BOTH_FIT) and line.endswith(f" {phase}."):
            yield line[len(BOTH_FIT) : -len(f" {phase}.")]


@functools.cache
def truth(flag):
    """Build the help that is true of the flag."""
    if flag == "--colocate":
        on = either(value(other, [flag, *line]) for other in OFFLOADS for line in contexts(flag, other))
        off = either(value(other, line) for other in OFFLOADS for line in contexts(other) if flag not in line)
        return (
            f"Whether to colocate the rollout engines and the training actor on {either(shared_by_both())}. "
            f"--offload-train and --offload-rollout default to {on} when this is set and to {off} when it is not."
        )
    default = either(value(flag, ["--colocate", *line]) for line in contexts(flag, "--colocate"))
    refusals = [value(flag, [*line, NO[flag]]) for line in contexts(flag)]
    return (
        f"Whether to offload {either(moved_by(flag))}. Defaults to {default} when --colocate is set; "
        f"an explicit {NO[flag]} is {either('respected' if no == 'false' else 'overridden' for no in refusals)}."
    )


@pytest.mark.parametrize("flag", FLAGS)
def test_help_is_true(flag):
    (said,) = [action.help for action in launcher()._actions if flag in action.option_strings]
    said, true = (text.rstrip(".").split(". ") for text in (said, truth(flag)))
    for sentence, true_one in itertools.zip_longest(said, true, fillvalue="nothing more"):
        assert sentence == true_one, f'--help says of {flag} "{sentence}", but true is "{true_one}"'


def test_working_side_stays():
    """A phase is named after the side that works in it, and the dry run leaves that side on GPU."""
    for argv in contexts():
        for (side, phase), place in placement(dry_run(*argv)).items():
            works = side.split()[0] in phase.split()
            assert place == "GPU" or not works, f"{' '.join(argv)} moves the {side} to {place} {phase}, when it works"


@pytest.mark.parametrize("name", [*DOCUMENTS, *cluster_arguments.__all__])
def test_docs_agree(name):
    """No document and no docstring claims a move or a default that the help does not."""
    text = DOCUMENTS[name] if name in DOCUMENTS else getattr(cluster_arguments, name).__doc__
    text = " ".join(text.replace("`", "").split())
    for flag, (side, phase), place in itertools.product(OFFLOADS, placement(dry_run()), ("CPU", "GPU")):
        move = f"the {side} to {place} {phase}"
        assert move in truth(flag) or f"{flag} moves {move}" not in text, f"{name}: {flag} does not move {move}"
    for yes, no in itertools.product(("true", "false"), repeat=2):
        said, true = (f"default to {yes} when {it} is set and to {no} when it is not" for it in ("--colocate", "this"))
        assert true in truth("--colocate") or said not in text, f"{name}: the offloads do not {said}"
