"""The way in that the docs show: a wrong step shows in the recording, and a launcher that loses an answer fails."""

import argparse
import functools
import itertools
import subprocess
import sys

import pytest
from support import blocks, patched, tables

from cluster_arguments import validate_args

BEFORE, RECORD = blocks("docs/replace-inline-flags.md", "python")
AFTER = functools.reduce(patched, blocks("docs/replace-inline-flags.md", "diff"), BEFORE)
TEST, _ = blocks("docs/test-your-launcher.md", "python")


def changed(source, *changes):
    """Replace each old text, which stands in the source once, by the new one."""
    for old, new in changes:
        assert source.count(old) == 1, f"there is no single {old!r}"
        source = source.replace(old, new)
    return source


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
    assert recording(changed(AFTER, *changes), tmp_path) != recording(BEFORE, tmp_path)


TRAIN = '"--offload-train", action'
OTHER_LAUNCHERS = {
    "default on a deleted call": (TRAIN, TRAIN.replace("action", "default=False, action")),
    "fill with a further condition": ("    if args.colocate:", "    if args.colocate and not args.use_critic:"),
}


@pytest.mark.parametrize("change", OTHER_LAUNCHERS.values(), ids=OTHER_LAUNCHERS)
def test_other_rule_shows(change, tmp_path):
    """A launcher whose own rule is another than the library's differs after the same steps."""
    before = changed(BEFORE, change)
    after = functools.reduce(
        patched, blocks("docs/replace-inline-flags.md", "diff"), before.replace("default=False, ", "")
    )
    assert recording(after, tmp_path) != recording(before, tmp_path)


FILL_TRUE, FILL_FALSE = (
    "\n".join(
        f"if {when} and args.{flag} is None: args.{flag} = {value}" for flag in ("offload_train", "offload_rollout")
    )
    for when, value in (("args.colocate", True), ("True", False))
)
RULES = {  # a line between the two: may the fill with False be deleted, and then the fill with True?
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
    """Run a launcher's lines on each command line, with the switch x and without: what is set, and what is printed."""
    found = []
    answers = (None, True, False)
    for colocate, train, rollout, x in itertools.product((unset, True), answers, answers, (True, False)):
        args, printed = argparse.Namespace(colocate=colocate, offload_train=train, offload_rollout=rollout, x=x), []
        exec("\n".join(lines), {"args": args, "print": printed.append, "validate_args": validate_args})
        found.append((vars(args), printed))
    return found


@pytest.mark.parametrize(("rule", "false_may_go", "true_may_go"), RULES.values(), ids=RULES)
def test_what_may_be_deleted(rule, false_may_go, true_may_go):
    before = outcomes(FILL_TRUE, rule, FILL_FALSE, unset=False)
    assert outcomes(FILL_TRUE, rule, FILL_FALSE, "validate_args(args)") == before
    assert (outcomes(FILL_TRUE, rule, "validate_args(args)") == before) is false_may_go
    assert (outcomes(rule, "validate_args(args)") == before) is true_may_go


def launcher(*lines, takes="", parse="parser.parse_args()", returns="args", ends=""):
    """Write a launcher, with its lines between parsing and returning."""
    body = ["parser = argparse.ArgumentParser()", "parser.add_argument('--model')", "{}", f"args = {parse}", *lines]
    function = "\n    ".join([f"def parse_args({takes}):", *body, f"return {returns}"])
    return f"import argparse, sys\nimport cluster_arguments\n\n{function}\n{ends}\n".format(
        "cluster_arguments.add_cluster_arguments(parser)"
    )


RESOLVE = "cluster_arguments.validate_args(args)"
CRITIC_ALWAYS = "if args.offload_train is None: args.offload_train = True"
FILLS = ("    states.update(given)", "    states['offload-train'] = True\n    states.update(given)")
FORCES = ("    return states", "    states['offload-rollout'] = False\n    return states")
HOW = "importlib.import_module(LAUNCHER).parse_args()"
((_, LIST), (_, TUPLE), (_, IMPORTED)) = tables("docs/test-your-launcher.md").popitem()[1]
SOUND = {
    "plain": (launcher(RESOLVE),),
    "fills on every run": (launcher(CRITIC_ALWAYS, RESOLVE), FILLS),
    "forces on every run": (launcher(RESOLVE, "args.offload_rollout = False"), FORCES),
    "takes a list": (
        launcher(RESOLVE, takes="argv", parse="parser.parse_args(argv)"),
        (HOW, LIST),
    ),
    "takes a list bound on import": (launcher(RESOLVE, takes="argv=sys.argv[1:]", parse="parser.parse_args(argv)"),),
    "requires an argument": (
        launcher(RESOLVE).replace("'--model'", "'--model', required=True"),
        ("REQUIRED = []", "REQUIRED = ['--model=x']"),
    ),
    "returns a tuple": (launcher(RESOLVE, returns="args, 1"), (HOW, TUPLE)),
    "parses on import": (launcher(RESOLVE, ends="args = parse_args()"), (HOW, IMPORTED)),
}
INLINE = changed(BEFORE, (").parse_args()", ").parse_known_args()[0]"))
UNSOUND = {
    "loses a no": (launcher(RESOLVE, "args.offload_train |= args.colocate"),),
    "or-ed with colocate": (launcher("args.offload_rollout = args.offload_rollout or args.colocate", RESOLVE),),
    "loses a yes": (launcher("if args.offload_train: args.offload_train = None", RESOLVE),),
    "leaves a flag unset": (launcher(),),
    "fills on every run, too late": (launcher(RESOLVE, CRITIC_ALWAYS), FILLS),
    "forces on every run, too early": (
        launcher("args.offload_rollout = False", RESOLVE, "args.offload_rollout |= args.colocate"),
        FORCES,
    ),
    "forces on every run, not adapted": (launcher(RESOLVE, "args.offload_rollout = False"),),
    "exits on import": (launcher(RESOLVE, ends="sys.exit(print(parse_args()))"),),
    "inline, ignores unknown words": (INLINE,),
}


def failures(source, adaptations, folder):
    """List the command lines that fail in the test for a launcher."""
    (folder / "train.py").write_text(source)
    test, failed = {}, []
    exec(changed(TEST, *adaptations), test)
    for argv in test["COMMAND_LINES"]:
        with pytest.MonkeyPatch.context() as patch:
            patch.syspath_prepend(folder)
            patch.setattr(sys, "dont_write_bytecode", True)
            try:
                test["test_flags"](argv, patch)
            except (AssertionError, SystemExit):
                failed.append(argv)
    sys.modules.pop("train", None)
    return failed


@pytest.mark.parametrize(("source", "adaptations"), [(source, rest) for source, *rest in SOUND.values()], ids=SOUND)
def test_sound_launcher(source, adaptations, tmp_path):
    assert failures(source, adaptations, tmp_path) == []


@pytest.mark.parametrize(
    ("source", "adaptations"), [(source, rest) for source, *rest in UNSOUND.values()], ids=UNSOUND
)
def test_unsound_launcher(source, adaptations, tmp_path):
    assert failures(source, adaptations, tmp_path) != []
