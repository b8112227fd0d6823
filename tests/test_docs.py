"""Each document is followed from top to bottom; its tables are checked against behaviour, its links lead somewhere."""

import doctest
import os
import re
import shlex
import subprocess
import sys

import pytest
from support import ALL_STATES, DESTS, DOCUMENTS, FENCE, ROOT, argv_for, patched, resolve, states_of, tables


def run(console, folder):
    """Run the commands of a console block, and return the block with what they print."""
    env = {**os.environ, "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}", "PYTHONDONTWRITEBYTECODE": "1"}
    if "PYTHONPATH" in console:
        del env["PYTHONPATH"]
    commands = [line[2:] for line in console.splitlines() if line.startswith("$ ")]
    script = "\n".join(f"echo {shlex.quote(f'$ {command}')}; {command}" for command in commands)
    printed = subprocess.run(
        ["/bin/sh", "-c", script], cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ).stdout
    return printed.replace("optional arguments:", "options:")  # argparse's own heading on 3.9


@pytest.mark.parametrize("name", DOCUMENTS)
def test_blocks_run(name, tmp_path):
    """A python block is saved, a diff is applied, a console block and a pycon block print what they show."""
    (tmp_path / "src").symlink_to(ROOT / "src")
    # The interpreter without its virtual environment: what a block needs, the block itself or PYTHONPATH brings.
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python3").symlink_to(os.path.realpath(sys.executable))
    session, complaints, unused = {}, [], set()
    for kind, body in FENCE.findall(DOCUMENTS[name]):
        if kind == "python":
            file = re.match(r"# (\w+\.py)\n", body)[1]
            assert file not in unused, f"no console block of {name} runs the {file} above this one"
            unused.add(file)
            (tmp_path / file).write_text(body)
        elif kind == "diff":
            (tmp_path / "train.py").write_text(patched((tmp_path / "train.py").read_text(), body))
            unused.add("train.py")
        elif kind == "console":
            unused.clear()
            assert run(body, tmp_path) == body
        elif kind == "pycon":
            parsed = doctest.DocTestParser().get_doctest(body, session, name, name, 0)
            doctest.DocTestRunner().run(parsed, out=complaints.append, clear_globs=False)
            session = parsed.globs
            assert complaints == []
            assert not any(isinstance(piece, str) and piece.strip() for piece in doctest.DocTestParser().parse(body))
        else:
            assert kind == "sh", f"nothing here runs a block of kind {kind!r}"
            assert f"$(block {name})" in (ROOT / ".ci" / "run").read_text()
    assert unused == set(), f"no console block of {name} runs its last python block"


@pytest.mark.parametrize("name", DOCUMENTS)
def test_blocks_seen(name):
    """No block is fenced or indented in a way that hides it from the test above."""
    fences = re.findall(r"^ *(?:```|~~~)", DOCUMENTS[name], re.MULTILINE)
    assert len(fences) == 2 * len(FENCE.findall(DOCUMENTS[name]))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links(name):
    for link in re.findall(r"\]\((?!https?:)([^)\s]+)", DOCUMENTS[name]):
        path, _, heading = link.partition("#")
        target = (ROOT / name).parent / path if path else ROOT / name
        headings = re.findall(r"^#+ (.*)", target.read_text(encoding="utf-8"), re.MULTILINE)
        slugs = ["", *(re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-") for line in headings)]
        assert heading in slugs, f"{name} links to {link}, and there is no such heading"


def outcome(argv):
    return tuple(str(value).lower() for value in states_of(resolve(argv)))


def test_readme_outcomes():
    for typed, *shown in tables("README.md")[("on the command line", *DESTS)]:
        assert outcome([] if typed == "nothing" else typed.split()) == tuple(shown), f"README is wrong about {typed}"


def test_every_outcome():
    """The reference has each choice of the offload flags, and what it comes to in each context."""
    (rows,) = (rows for header, rows in tables("docs/flags.md").items() if header[0] == "offload flags given")
    given = [[] if typed == "neither" else typed.split() for typed, *_ in rows]
    assert sorted(given) == sorted(argv_for(states) for states in ALL_STATES if states[0] is None)
    for argv, (_, *shown) in zip(given, rows):
        without, refused, with_it = (outcome([*flag, *argv]) for flag in ([], ["--no-colocate"], ["--colocate"]))
        assert without == refused == ("false", *shown[:2]), f"docs/flags.md is wrong about {argv}"
        assert with_it == ("true", *shown[2:]), f"docs/flags.md is wrong about {argv} with --colocate"
