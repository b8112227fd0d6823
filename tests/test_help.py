"""The help is executed: from what the code does, the sentences that are true are built, and --help must say these.

Each flag is tried in every context, that is, beside every choice of the other flags. Where contexts give different
answers, the true sentence joins them with "or", so the failure shows the false words beside the true ones.
"""

import itertools

import pytest
from support import DOCUMENTS, FLAGS, NO_FLAGS, dry_run, launcher, placement, resolve

import cluster_arguments

NO = dict(zip(FLAGS, NO_FLAGS))
OFFLOADS = FLAGS[1:]


def contexts(*but):
    """List every command line of the flags but these."""
    choices = [("", flag, no) for flag, no in NO.items() if flag not in but]
    return [[word for word in line if word] for line in itertools.product(*choices)]


def value(flag, argv):
    """Say what the flag comes to on this command line."""
    return str(getattr(resolve(argv), flag[2:].replace("-", "_"))).lower()


def either(answers):
    return " or ".join(sorted(set(answers)))


def moved_by(flag):
    """Say what the dry run moves where and when as this flag turns from no to yes."""
    for context in contexts(flag):
        off, on = placement(dry_run(*context, NO[flag])), placement(dry_run(*context, flag))
        moves = [
            f"the {side} to {on[side, phase]} {phase}" for side, phase in on if on[side, phase] != off[side, phase]
        ]
        yield " and ".join(moves) or "nothing"


def shared(argv):
    """Say where, by the dry run, both sides must fit together."""
    for _, phase in placement(dry_run(*argv)):
        for line in dry_run(*argv).splitlines():
            if line.startswith("Both must fit together on ") and line.endswith(f" {phase}."):
                yield line[len("Both must fit together on ") : -len(f" {phase}.")]


def truth(flag):
    """Build the help that is true of the flag."""
    if flag == "--colocate":
        place = either(shared([flag, *NO_FLAGS[1:]]))
        when_set = either(value(other, [flag, *line]) for other in OFFLOADS for line in contexts(flag, other))
        when_not = either(value(other, line) for other in OFFLOADS for line in contexts(other) if flag not in line)
        return (
            f"Whether to colocate the rollout engines and the training actor on {place}. --offload-train and "
            f"--offload-rollout default to {when_set} when this is set and to {when_not} when it is not."
        )
    default = either(value(flag, ["--colocate", *line]) for line in contexts(flag, "--colocate"))
    refused = either(value(flag, [*line, NO[flag]]) for line in contexts(flag))
    respected = {"false": "respected", "true": "overridden"}.get(refused, "sometimes overridden")
    return (
        f"Whether to offload {either(moved_by(flag))}. "
        f"Defaults to {default} when --colocate is set; an explicit {NO[flag]} is {respected}."
    )


@pytest.mark.parametrize("flag", FLAGS)
def test_help_is_true(flag):
    (said,) = [action.help for action in launcher()._actions if flag in action.option_strings]
    for sentence, true in itertools.zip_longest(said.split(". "), truth(flag).split(". "), fillvalue=""):
        assert sentence == true, f'--help says of {flag} "{sentence}", but true is "{true}"'


def test_working_side_stays():
    """A phase is named after the side that works in it, and the dry run leaves that side on GPU."""
    for argv in contexts():
        working = {
            place for (side, phase), place in placement(dry_run(*argv)).items() if side.split()[0] in phase.split()
        }
        assert working == {"GPU"}, f"{argv} moves a side away while it works"


@pytest.mark.parametrize("name", [*DOCUMENTS, *cluster_arguments.__all__])
def test_docs_agree(name):
    """No document and no docstring claims a move or a default that the help does not."""
    text = DOCUMENTS[name] if name in DOCUMENTS else getattr(cluster_arguments, name).__doc__
    text = " ".join(text.replace("`", "").split())
    for flag, (side, phase), place in itertools.product(OFFLOADS, placement(dry_run()), ("CPU", "GPU")):
        move = f"the {side} to {place} {phase}"
        assert move in truth(flag) or f"{flag} moves {move}" not in text, f"{name}: {flag} does not move {move}"
    for defaults in itertools.product(("true", "false"), repeat=2):
        claim = "default to {} when {} is set and to {} when it is not"
        said, true = (claim.format(defaults[0], flag, defaults[1]) for flag in ("--colocate", "this"))
        assert true in truth("--colocate") or said not in text, f"{name}: the offloads do not {said}"
