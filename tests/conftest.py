"""One environment for every test: this tree's source, 80 columns, no colour, so that text compares on every Python."""

import os

from support import SRC

for name in ("FORCE_COLOR", "PYTHON_COLORS", "CLICOLOR_FORCE"):
    os.environ.pop(name, None)
os.environ.update(COLUMNS="80", NO_COLOR="1", PYTHONPATH=str(SRC))
