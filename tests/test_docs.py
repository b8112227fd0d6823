"""Every block in README and docs runs, every table is checked against behaviour, and every link leads somewhere."""

import contextlib
import doctest
import io
import os
import re
import shlex
import subprocess
import sys

import pytest
from support import ALL_STATES, DESTS, DOCUMENTS, FENCE, ROOT, resolve, tables, values, words

BLOCKS = [(name, kind, body) for name, text in DOCUMENTS.items() for kind, body in FENCE.findall(text)]


def blocks(name, kind, heading=""):
    """List a document's blocks of one kind, of one section where a heading is given."""
    text = re.split(r"^## ", DOCUMENTS[name], flags=re.MULTILINE)
    return [body for part in text if part.startswith(heading) for found, body in FENCE.findall(part) if found == kind]


BEFORE, AFTER = blocks("docs/launchers.md", "python", "Replace flags written inline")
(LAUNCHER_TEST,) = blocks("docs/launchers.md", "python", "Test your launcher")


def consoles():
    """Pair each console block with the python block that stands last before it: its ``train.py``."""
    script = None
    for name, kind, body in BLOCKS:
        if kind == "python":
            script = body
        elif kind == "console":
            yield pytest.param(script, body, id=f"{name}: {body.splitlines()[0]}")


@pytest.mark.parametrize(("script", "console"), list(consoles()))
def test_a_console_block_prints_what_it_shows(script, console, tmp_path):
    (tmp_path / "src").symlink_to(ROOT / "src")
    # The interpreter without its virtual environment: what a block needs, the block itself or PYTHONPATH brings.
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python3").symlink_to(os.path.realpath(sys.executable))
    if script:
        (tmp_path / "train.py").write_text(script)
    env = {**os.environ, "PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    if "PYTHONPATH" in console:
        del env["PYTHONPATH"]
    commands = [line[2:] for line in console.splitlines() if line.startswith("$ ")]
    run = subprocess.run(
        ["/bin/sh", "-c", "\n".join(f"echo {shlex.quote(f'$ {command}')}; {command}" for command in commands)],
        cwd=tmp_path,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert run.stdout.replace("optional arguments:", "options:") == console  # argparse's own heading on 3.9


@pytest.mark.parametrize("name", sorted({name for name, kind, _ in BLOCKS if kind == "pycon"}))
def test_a_pycon_block_prints_what_it_shows(name):
    text = "\n".join(blocks(name, "pycon"))
    complaints = io.StringIO()
    with contextlib.redirect_stdout(complaints):
        doctest.DocTestRunner().run(doctest.DocTestParser().get_doctest(text, {}, name, name, 0))
    assert complaints.getvalue() == ""
    pieces = doctest.DocTestParser().parse(text)
    assert [piece for piece in pieces if isinstance(piece, str) and piece.strip()] == []  # output that no line printed


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_block_is_of_a_kind_that_is_run_and_none_is_indented_out_of_sight(name):
    kinds = [kind for where, kind, _ in BLOCKS if where == name]
    assert DOCUMENTS[name].count("```") == 2 * len(kinds)
    by_ci = {"sh"} if f"$(block {name})" in (ROOT / ".ci" / "run").read_text() else set()
    assert set(kinds) <= {"console", "pycon", "python"} | by_ci


def test_every_script_is_run_by_the_console_block_that_follows_it():
    pairs = [(body, after) for (_, kind, body), (_, *after) in zip(BLOCKS, BLOCKS[1:]) if kind == "python"]
    unrun = [body for body, (kind, after) in pairs if kind != "console" or "$ python3 train.py" not in after]
    assert unrun == [LAUNCHER_TEST]  # which has a test of its own below


def test_the_set_up_command_installs_this_tree_and_pytest_into_a_new_environment_and_runs_the_tests_there():
    (set_up,) = blocks("README.md", "sh")
    make, install, test = (shlex.split(step) for step in re.split(r"&&|\n", set_up.strip()))
    assert make[:3] == ["python3", "-m", "venv"]
    assert (install[:2], {".", "pytest"} <= set(install)) == ([f"{make[3]}/bin/pip", "install"], True)
    assert test == [f"{make[3]}/bin/pytest"]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_within_the_repository_leads_to_a_file_and_a_heading(name):
    for link in re.findall(r"\]\((?!https?:)([^)\s]+)", DOCUMENTS[name]):
        path, _, heading = link.partition("#")
        target = (ROOT / name).parent / path if path else ROOT / name
        headings = re.findall(r"^#+ (.*)", target.read_text(encoding="utf-8"), re.MULTILINE)
        slugs = ["", *(re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-") for line in headings)]
        assert heading in slugs, f"{name} links to {link}, and there is no such heading"


OUTCOMES = ("on the command line", *DESTS)
ROWS = [
    (name, [] if typed == "nothing" else typed.split(), shown)
    for name in ("README.md", "docs/flags.md")
    for typed, *shown in tables(name)[OUTCOMES]
]


@pytest.mark.parametrize(("name", "argv", "shown"), ROWS)
def test_a_row_of_outcomes_is_what_the_command_line_resolves_to(name, argv, shown):
    assert [str(value).lower() for value in values(resolve(argv))] == shown, f"{name} is wrong about {argv}"


def test_the_reference_has_a_row_for_each_of_the_27_combinations():
    assert sorted(argv for name, argv, _ in ROWS if name == "docs/flags.md") == sorted(map(words, ALL_STATES))


def test_every_table_of_behaviour_has_a_test():
    dated = "docs/tools.md"  # what was tried with other libraries, on its date
    headers = {header for name in DOCUMENTS if name != dated for header in tables(name)}
    assert headers == {OUTCOMES, ("flag", "help")}


def run_launcher(source, argv, monkeypatch):
    """Take a launcher of the docs from its command line to its final arguments."""
    monkeypatch.setattr(sys, "argv", ["train.py", *argv])
    names = {"__name__": "train"}
    exec(source, names)
    return names["parse_args"]()


@pytest.mark.parametrize("argv", [words(states) for states in ALL_STATES if states[0] is not False], ids=" ".join)
def test_replacing_inline_flags_changes_no_outcome_of_a_command_line_that_was_known_before(argv, monkeypatch):
    assert run_launcher(AFTER, argv, monkeypatch) == run_launcher(BEFORE, argv, monkeypatch)


@pytest.mark.parametrize(
    ("slip", "outcome"),
    [
        ("", "27 passed"),
        ("args.offload_train = args.offload_train or args.colocate", "3 failed, 24 passed"),
        ("args.offload_train = None", "27 failed"),
    ],
    ids=["sound", "loses a no", "leaves a flag unset"],
)
def test_the_test_for_a_launcher_passes_a_sound_one_and_fails_one_that_loses_a_no(slip, outcome, tmp_path):
    (tmp_path / "train.py").write_text(AFTER.replace("    return args\n", f"    {slip}\n    return args\n"))
    (tmp_path / "test_train.py").write_text(LAUNCHER_TEST)
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", str(tmp_path)],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert outcome in run.stdout.splitlines()[-1]
