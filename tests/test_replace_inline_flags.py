"""Replacing inline flags: the recording shows each wrong step, and what may be deleted is what the docs say.

tests/test_docs.py follows the steps themselves.
"""

import argparse
import functools
import itertools
import subprocess
import sys

import pytest
from support import ALL_STATES, argv_for, blocks, patched, replaced, states_of

from cluster_arguments import validate_args

BEFORE, RECORD = blocks("docs/replace-inline-flags.md", "python")
STEPS = blocks("docs/replace-inline-flags.md", "diff")
AFTER = functools.reduce(patched, STEPS, BEFORE)
(RECIPE,) = blocks("docs/rules.md", "python")


def recording(source, folder):
    """Record what becomes of each command line of a launcher."""
    (folder / "train.py").write_text(source)
    (folder / "record.py").write_text(RECORD)
    run = [sys.executable, "-B", "record.py"]
    return subprocess.run(run, cwd=folder, stdout=subprocess.PIPE, text=True, check=True).stdout


CALL = "    cluster_arguments.validate_args(args)\n"
OLD_FLAG = "    if args.offload:\n"
FILL = "        if args.offload_train is None:\n            args.offload_train = True\n        if args.offload_rollout"
CRITIC = AFTER[AFTER.index("    if args.use_critic:") : AFTER.index(CALL)]
WRONG_STEPS = {
    "call above every rule": [(CALL, ""), (OLD_FLAG, CALL + OLD_FLAG)],
    "call above a rule that fills": [(CRITIC + CALL, CALL + CRITIC)],
    "call left out": [(CALL, "")],
    "fill deleted that a line reads": [(FILL, "        if args.offload_rollout")],
    "old flag deleted": [('    parser.add_argument("--offload", action="store_true")\n', "")],
}


@pytest.mark.parametrize("changes", WRONG_STEPS.values(), ids=WRONG_STEPS)
def test_wrong_step_shows(changes, tmp_path):
    assert recording(replaced(AFTER, *changes), tmp_path) != recording(BEFORE, tmp_path)


def test_lost_default_shows(tmp_path):
    before = replaced(BEFORE, ('"--offload-train", action', '"--offload-train", default=False, action'))
    assert recording(AFTER, tmp_path) != recording(before, tmp_path)


def test_another_rule_shows(tmp_path):
    """Where the fill with True has a further condition, the fill with False cannot go."""
    before = replaced(BEFORE, ("    if args.colocate:", "    if args.colocate and not args.use_critic:"))
    kept = patched(before, STEPS[0])
    assert recording(kept, tmp_path) == recording(before, tmp_path)
    assert recording(patched(kept, STEPS[1]), tmp_path) != recording(before, tmp_path)


FILL_TRUE = """\
if args.colocate and args.offload_train is None: args.offload_train = True
if args.colocate and args.offload_rollout is None: args.offload_rollout = True"""
FILL_FALSE = """\
if args.offload_train is None: args.offload_train = False
if args.offload_rollout is None: args.offload_rollout = False"""
RESOLVE = "validate_args(args)"
BETWEEN = {  # a line between the two: may the fill with False be deleted, and then the fill with True?
    "nothing": ("pass", True, True),
    "reads": ("print(args.offload_train)", True, False),
    "derives": ("args.backup = args.offload_train", True, False),
    "fills": ("if args.x and args.offload_train is None: args.offload_train = True", True, True),
    "fills or warns": (
        "if args.x and args.offload_train is None: args.offload_train = True\n"
        "elif args.x and not args.offload_train: print('kept')",
        True,
        True,
    ),
    "forces": ("if args.x: args.offload_train = False", True, True),
    "turns all off": ("if args.x: args.colocate = args.offload_train = args.offload_rollout = False", True, True),
    "turns colocate off": ("if args.x: args.colocate = False", True, False),
    "turns colocate on": ("if args.x: args.colocate = True", False, False),
    "sets back to None": ("if args.x: args.offload_train = None", False, False),
}


def outcomes(*lines, unset=None):
    """Run a launcher's lines on each command line, with a switch and without: what is set, and what is printed."""
    found, answers = [], (None, True, False)
    for colocate, train, rollout, x in itertools.product((unset, True), answers, answers, (True, False)):
        args, printed = argparse.Namespace(colocate=colocate, offload_train=train, offload_rollout=rollout, x=x), []
        exec("\n".join(lines), {"args": args, "print": printed.append, "validate_args": validate_args})
        found.append((vars(args), printed))
    return found


@pytest.mark.parametrize(("rule", "false_may_go", "true_may_go"), BETWEEN.values(), ids=BETWEEN)
def test_what_may_be_deleted(rule, false_may_go, true_may_go):
    before = outcomes(FILL_TRUE, rule, FILL_FALSE, unset=False)
    assert outcomes(FILL_TRUE, rule, FILL_FALSE, RESOLVE) == before
    assert (outcomes(FILL_TRUE, rule, RESOLVE) == before) is false_may_go
    assert (outcomes(rule, RESOLVE) == before) is true_may_go


@pytest.mark.parametrize("states", [states for states in ALL_STATES if states[0] is not False], ids=str)
def test_old_offload(states, monkeypatch):
    """Beside --offload, the recipe ends otherwise than the old lines where there is an explicit no, and only there."""
    monkeypatch.setattr(sys, "argv", ["train.py", "--offload", *argv_for(states)])
    old, new = {}, {}
    exec(BEFORE, old)
    exec(RECIPE, new)
    assert (states_of(new["args"]) != states_of(old["parse_args"]())) is (False in states)
