"""What the package is made of: its surface, its import cost, its metadata and its wheel."""

import importlib.metadata
import inspect
import re

import benchmark
import pytest
from support import ROOT, SRC, python

import cluster_arguments


def test_the_public_surface_is_three_functions():
    functions = {name for name, value in vars(cluster_arguments).items() if inspect.isfunction(value)}
    assert functions == set(cluster_arguments.__all__) == {"add_cluster_arguments", "to_argv", "validate_args"}


def test_every_other_name_of_the_package_is_private():
    public = {name for name in vars(cluster_arguments) if not name.startswith("_")}
    assert public == set(cluster_arguments.__all__)


@pytest.mark.parametrize("options", [[], ["-S"], ["-I"]], ids=["as it is", "without site", "isolated"])
def test_importing_it_loads_no_module_beside_argparse_and_its_own(options):
    assert benchmark.added_modules(*options) == ["__future__", "cluster_arguments", "cluster_arguments._flags"]


@pytest.mark.parametrize("module", ["typing", "dataclasses", "logging", "inspect", "shutil"])
def test_importing_it_does_not_load(module):
    code = f"import sys; sys.path.insert(0, {str(SRC)!r}); import cluster_arguments; print({module!r} in sys.modules)"
    assert python("-I", "-S", "-c", code).stdout == "False\n"


def test_both_sides_of_the_benchmark_come_to_the_same():
    assert benchmark.library() == benchmark.inline()


def test_the_project_file_names_no_dependency_and_no_extra():
    assert re.findall(r"^.*dependencies.*$", (ROOT / "pyproject.toml").read_text(), re.MULTILINE) == []


@pytest.fixture
def installed():
    """Find the installed distribution."""
    try:
        return importlib.metadata.distribution("cluster-arguments")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("cluster-arguments is not installed here; the README's set-up command installs it")


def test_the_metadata_names_no_dependency_and_no_extra(installed):
    assert (installed.requires, installed.metadata.get_all("Provides-Extra")) == (None, None)


@pytest.mark.parametrize(
    ("field", "value"),
    [("Name", "cluster-arguments"), ("Requires-Python", ">=3.9"), ("License-Expression", "Apache-2.0")],
)
def test_the_metadata_says(installed, field, value):
    assert installed.metadata[field] == value


def test_the_wheel_holds_the_package_and_py_typed_and_nothing_else(installed):
    files = {
        file.as_posix()
        for file in installed.files
        if not file.parts[0].endswith(".dist-info") and file.suffix != ".pyc"
    }
    assert files == {f"cluster_arguments/{name}" for name in ("__init__.py", "__main__.py", "_flags.py", "py.typed")}


def test_the_installed_package_runs_without_the_clone(installed, tmp_path):
    run = python("-I", "-m", "cluster_arguments", "--colocate", cwd=tmp_path)
    assert (run.stdout.splitlines()[-1], run.returncode) == ("--colocate --offload-train --offload-rollout", 0)
