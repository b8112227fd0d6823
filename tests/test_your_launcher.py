"""The test that the docs give to a launcher's author passes each sound launcher and fails each unsound one."""

import sys

import pytest
from support import blocks, replaced, tables

TEST, _ = blocks("docs/test-your-launcher.md", "python")
(INLINE, _) = blocks("docs/replace-inline-flags.md", "python")
LAUNCHER = """
import argparse, sys
import cluster_arguments

def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model")
    cluster_arguments.add_cluster_arguments(parser)
    args = parser.parse_args()
    # before
    cluster_arguments.validate_args(args)
    # after
    return args
"""
CRITIC = "if args.offload_train is None: args.offload_train = True"
# What the author adapts: the line that calls the launcher, and the places for rules that apply to every run.
CALL = "importlib.import_module(LAUNCHER).parse_args()"
((_, LIST), (_, TUPLE), (_, IMPORTED)) = tables("docs/test-your-launcher.md").popitem()[1]
FILLS = ("    states.update(given)", "    states['offload-train'] = True\n    states.update(given)")
FORCES = ("    return states", "    states['offload-rollout'] = False\n    return states")

SOUND = {  # what is changed in the launcher, and what is adapted in the test
    "plain": ([], []),
    "fills on every run": ([("# before", CRITIC)], [FILLS]),
    "forces on every run": ([("# after", "args.offload_rollout = False")], [FORCES]),
    "takes a list": (
        [("parse_args():", "parse_args(argv):"), ("r.parse_args()", "r.parse_args(argv)")],
        [(CALL, LIST)],
    ),
    "takes a list bound on import": (
        [("parse_args():", "parse_args(argv=sys.argv[1:]):"), ("r.parse_args()", "r.parse_args(argv)")],
        [],
    ),
    "requires an argument": ([('"--model"', '"--model", required=True')], [("[]  # ADAPT", "['--model=x']  # ADAPT")]),
    "returns a tuple": ([("return args", "return args, 1")], [(CALL, TUPLE)]),
    "parses on import": ([("return args", "return args\n\nargs = parse_args()")], [(CALL, IMPORTED)]),
}
UNSOUND = {
    "loses a no": ([("# after", "args.offload_train |= args.colocate")], []),
    "or-ed with colocate": ([("# before", "args.offload_rollout = args.offload_rollout or args.colocate")], []),
    "loses a yes": ([("# before", "if args.offload_train: args.offload_train = None")], []),
    "leaves flags unset": ([("cluster_arguments.validate_args(args)", "pass")], []),
    "fills too late": ([("# after", CRITIC)], [FILLS]),
    "forces, and the test is not adapted": ([("# after", "args.offload_rollout = False")], []),
    "exits on import": ([("return args", "return args\n\nsys.exit(print(parse_args()))")], []),
}


def failures(source, adaptations, folder):
    """List the command lines that fail."""
    (folder / "train.py").write_text(source)
    test, failed = {}, []
    exec(replaced(TEST, *adaptations), test)
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


@pytest.mark.parametrize(("changes", "adaptations"), SOUND.values(), ids=SOUND)
def test_sound_launcher(changes, adaptations, tmp_path):
    assert failures(replaced(LAUNCHER, *changes), adaptations, tmp_path) == []


@pytest.mark.parametrize(("changes", "adaptations"), UNSOUND.values(), ids=UNSOUND)
def test_unsound_launcher(changes, adaptations, tmp_path):
    assert failures(replaced(LAUNCHER, *changes), adaptations, tmp_path) != []


def test_inline_launcher(tmp_path):
    """One that was never migrated and ignores unknown words, hence --no-colocate, is unsound."""
    source = replaced(INLINE, (").parse_args()", ").parse_known_args()[0]"))
    assert failures(source, [], tmp_path) == [["--colocate", "--no-colocate"]]
