"""What the package is made of: its surface, its import and its version."""

import subprocess
import sys

import benchmark
from support import DOCUMENTS

import cluster_arguments


def test_three_functions():
    public = {name for name in vars(cluster_arguments) if not name.startswith("_")}
    assert public == set(cluster_arguments.__all__) == {"add_cluster_arguments", "to_argv", "validate_args"}


def test_light_import():
    """The import loads no module that argparse has not loaded."""
    code = (
        "import sys, argparse; before = set(sys.modules); import cluster_arguments; print(*set(sys.modules) - before)"
    )
    loaded = subprocess.check_output([sys.executable, "-S", "-c", code], text=True).split()
    assert set(loaded) == {"cluster_arguments", "cluster_arguments._flags"}


def test_fair_benchmark():
    """Both sides of it do the same."""
    assert benchmark.library() == benchmark.inline()


def test_changelog():
    assert f"\n## {cluster_arguments.__version__}\n" in DOCUMENTS["docs/changelog.md"]
