"""What the package is made of: its surface, its import, its metadata and its installed copy."""

import importlib.metadata
import re
import subprocess
import sys

import benchmark
import pytest
from support import DOCUMENTS, ROOT

import cluster_arguments

PACKAGE = ROOT / "src" / "cluster_arguments"


def test_the_public_surface_is_three_functions():
    public = {name for name in vars(cluster_arguments) if not name.startswith("_")}
    assert public == set(cluster_arguments.__all__) == {"add_cluster_arguments", "to_argv", "validate_args"}


def test_importing_it_loads_no_module_that_argparse_has_not_loaded():
    code = (
        "import sys, argparse; before = set(sys.modules); import cluster_arguments; print(*set(sys.modules) - before)"
    )
    loaded = subprocess.check_output([sys.executable, "-S", "-c", code], text=True).split()
    assert set(loaded) == {"cluster_arguments", "cluster_arguments._flags"}


def test_both_sides_of_the_benchmark_do_the_same():
    assert benchmark.library() == benchmark.inline()


def test_the_project_file_names_no_dependency_and_no_extra():
    assert re.findall(r"^.*dependencies *=.*$", (ROOT / "pyproject.toml").read_text(), re.MULTILINE) == []


def test_the_changelog_has_this_version():
    assert f"\n## {cluster_arguments.__version__}\n" in DOCUMENTS["docs/changelog.md"]


@pytest.fixture
def installed():
    """Find the installed distribution, and look away from one that does not hold this tree."""
    try:
        distribution = importlib.metadata.distribution("cluster-arguments")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("cluster-arguments is not installed here")
    files = [file for file in distribution.files if file.parent.name == "cluster_arguments" and file.suffix == ".py"]
    if not files:
        pytest.skip("cluster-arguments is installed in editable mode, so there is no copy to look at")
    if {file.name: file.read_text() for file in files} != {
        path.name: path.read_text() for path in PACKAGE.glob("*.py")
    }:
        pytest.skip("the installed copy is older than this tree: run pip install . again")
    return distribution


def test_the_metadata_names_no_dependency_and_no_extra(installed):
    assert (installed.requires, installed.metadata.get_all("Provides-Extra")) == (None, None)


def test_the_wheel_holds_the_package_and_its_type_marker_and_nothing_else(installed):
    shipped = {file.name for file in installed.files if file.parent.name == "cluster_arguments"}
    assert shipped == {path.name for path in PACKAGE.glob("*.py")} | {"py.typed"}
    assert {file.parts[0].split("-")[0] for file in installed.files} == {"cluster_arguments"}


def test_the_installed_copy_runs_without_the_tree(installed, tmp_path):
    run = [sys.executable, "-I", "-m", "cluster_arguments", "--version"]
    assert subprocess.check_output(run, cwd=tmp_path, text=True) == f"cluster-arguments {installed.version}\n"
