"""One environment for every test: this tree's source, 80 columns, no colour, so that text compares on every Python."""

import os
import pathlib

import pytest
from support import ROOT

for name in ("FORCE_COLOR", "PYTHON_COLORS", "CLICOLOR_FORCE"):
    os.environ.pop(name, None)
# Child processes find the package in this tree, and pytest wherever it is.
path = os.pathsep.join([str(ROOT / "src"), str(pathlib.Path(pytest.__file__).parents[1])])
os.environ.update(COLUMNS="80", NO_COLOR="1", PYTHONPATH=path)
