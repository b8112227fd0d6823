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
from support import (
    DESTS,
    FLAGS,
    HELP,
    NO_FLAGS,
    ROOT,
    STATES,
    TRUTH_TABLE,
    launcher,
    namespace,
    python,
    registered,
    values,
    words,
)

from cluster_arguments import to_argv, validate_args

DOCUMENTS = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
}
FENCE = re.compile(r"^```(.*)\n((?s:.*?))^```$", re.MULTILINE)
BLOCKS = [(name, kind, body) for name, text in DOCUMENTS.items() for kind, body in FENCE.findall(text)]


def scripts_and_consoles():
    """Pair each console block with the python block that stands last before it: its ``train.py``."""
    pairs, script = [], None
    for name, kind, body in BLOCKS:
        if kind == "python":
            script = body
        elif kind == "console":
            pairs.append(pytest.param(script, body, id=f"{name}: {body.splitlines()[0]}"))
    return pairs


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_block_is_of_a_kind_that_the_tests_run(name):
    kinds = {kind for where, kind, _ in BLOCKS if where == name}
    assert kinds <= {"python", "console", "pycon"} | ({"sh"} if name == "README.md" else set())


@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_block_is_indented_out_of_sight(name):
    assert [line for line in DOCUMENTS[name].splitlines() if line.lstrip() != line and "```" in line] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_script_is_run_by_the_console_block_that_follows(name):
    blocks = [(kind, body) for where, kind, body in BLOCKS if where == name]
    followers = [after for before, after in zip(blocks, [*blocks[1:], ("", "")]) if before[0] == "python"]
    assert [kind for kind, body in followers if not (kind == "console" and "$ python3 train.py" in body)] == []


@pytest.mark.parametrize(("script", "console"), scripts_and_consoles())
def test_a_console_block_prints_what_it_shows(script, console, tmp_path):
    (tmp_path / "src").symlink_to(ROOT / "src")
    # The interpreter without its virtual environment: what a block needs, the block itself or PYTHONPATH brings.
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python3").symlink_to(os.path.realpath(sys.executable))
    if script:
        (tmp_path / "train.py").write_text(script)
    commands = [line[2:] for line in console.splitlines() if line.startswith("$ ")]
    # Each command finds the exit status of the one before in $?, as at a prompt.
    typed = "".join(
        f"echo {shlex.quote(f'$ {command}')}; (exit $status); {command}; status=$?\n" for command in commands
    )
    run = subprocess.run(
        ["/bin/sh", "-c", f"status=0; exec 2>&1\n{typed}"],
        cwd=tmp_path,
        env={**os.environ, "PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert run.stdout == console


with_sessions = pytest.mark.parametrize("name", sorted({name for name, kind, _ in BLOCKS if kind == "pycon"}))


@with_sessions
def test_a_python_session_shows_no_output_without_a_line_that_printed_it(name):
    bodies = [body for where, kind, body in BLOCKS if (where, kind) == (name, "pycon")]
    pieces = [piece for body in bodies for piece in doctest.DocTestParser().parse(body)]
    assert [piece for piece in pieces if isinstance(piece, str) and piece.strip()] == []


@with_sessions
def test_a_python_session_prints_what_it_shows(name):
    session = "\n".join(body for where, kind, body in BLOCKS if (where, kind) == (name, "pycon"))
    test = doctest.DocTestParser().get_doctest(session, {}, name, name, 0)
    complaints = io.StringIO()
    with contextlib.redirect_stdout(complaints):
        result = doctest.DocTestRunner().run(test)
    assert (complaints.getvalue(), result.failed) == ("", 0)


(SET_UP,) = (body for _, kind, body in BLOCKS if kind == "sh")
MAKE, INSTALL, TEST = (shlex.split(step) for step in SET_UP.split("&&"))


def test_the_set_up_command_installs_the_clone_and_pytest_into_an_environment_of_its_own():
    assert (MAKE, INSTALL) == (["python3", "-m", "venv", ".venv"], [".venv/bin/pip", "install", ".", "pytest"])


def test_the_set_up_command_ends_by_running_all_tests():
    assert TEST == [".venv/bin/pytest"]


def test_ci_takes_the_set_up_command_from_the_readme():
    script = (ROOT / ".ci" / "run").read_text()
    taken = re.search(r"^set_up=\$\((sed .*README\.md)\)$", script, re.MULTILINE)
    run = subprocess.run(["/bin/sh", "-c", taken[1]], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout == SET_UP


@pytest.mark.parametrize("name", DOCUMENTS)
def test_nothing_tells_people_to_install_it_from_an_index(name):
    assert (
        re.findall(r"(?:pip|uv|pipx|poetry)\b[^\n]*\b(?:install|add)\b[^\n]*cluster[-_]arguments", DOCUMENTS[name])
        == []
    )


def test_every_item_of_the_history_names_its_source():
    _, history = DOCUMENTS["docs/design.md"].split("## History\n")
    items = history.split("\n- ")[1:]
    assert [item for item in items if not re.search(r"\[[^]]+\]\.$", item.rstrip())] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_within_the_repository_leads_somewhere(name):
    links = [link for link in re.findall(r"\]\(([^)]+)\)", DOCUMENTS[name]) if not link.startswith("https://")]
    assert [link for link in links if not (ROOT / name).parent.joinpath(link).is_file()] == []


def tables(name):
    """Read a document's tables: by header, the rows, with the code marks taken off."""
    found, header = {}, None
    for line in FENCE.sub("", DOCUMENTS[name]).splitlines():
        if not line.startswith("|"):
            header = None
            continue
        cells = tuple(cell.strip().replace("`", "") for cell in line.strip("|").split("|"))
        if header is None:
            header = cells
            assert header not in found
            found[header] = []
        elif set(line) != set("| -"):
            found[header].append(cells)
    return found


KNOWN_TABLES = {
    "README.md": [
        PHASES := ("phase", "training actor", "rollout generator"),
        DECIDED := (
            "on the command line",
            "after parsing",
            "after validate_args, with --colocate",
            "after validate_args, without it",
        ),
    ],
    "docs/flags.md": [
        TEXTS := ("flag", "help"),
        THREE := ("state", "on the command line", "after parsing", "to_argv gives"),
        PLACES := ("offload_train", "offload_rollout", "phase", "training actor", "rollout generator"),
        OUTCOMES := (*DESTS, *(f"resolved {dest}" for dest in DESTS)),
    ],
    "docs/launchers.md": [WATCH := ("on the command line", "with", "what happens")],
    "docs/design.md": [],
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_table_has_a_test_here(name):
    assert list(tables(name)) == KNOWN_TABLES[name]


def cells(header):
    """Return the rows of the table under this header."""
    return next(found[header] for found in map(tables, DOCUMENTS) if header in found)


def test_the_table_of_texts_is_the_help():
    helps = [(action.option_strings[0], action.help) for action in registered(launcher())]
    assert cells(TEXTS) == helps == list(HELP.items())


def parsed(text):
    """Parse a cell of command line, in which a word says that it is empty."""
    return launcher().parse_args([] if text in {"nothing", "neither"} else [text])


def test_the_table_of_the_three_states_has_a_row_for_each_state_of_each_flag():
    expected = [
        (state, word)
        for pair in zip(FLAGS, NO_FLAGS)
        for state, word in zip(("yes", "no", "unset"), (*pair, "nothing"))
    ]
    assert [row[:2] for row in cells(THREE)] == expected


@pytest.mark.parametrize("number", range(9))
def test_a_row_of_the_three_states_is_what_happens(number):
    _, typed, state, written = cells(THREE)[number]
    args = parsed(typed)
    assert str(getattr(args, DESTS[number // 3])) == state
    assert " ".join(to_argv(args)) == ("" if written == "nothing" else written)


def test_readmes_table_of_states_has_a_row_for_each_state_of_each_offload_flag():
    expected = [word for pair in list(zip(FLAGS, NO_FLAGS))[1:] for word in (*pair, "neither")]
    assert [row[0] for row in cells(DECIDED)] == expected


@pytest.mark.parametrize("number", range(6))
def test_a_row_of_readmes_states_is_what_happens(number):
    typed, state, with_colocate, without = cells(DECIDED)[number]
    dest = DESTS[1 + number // 3]
    outcomes = []
    for colocate in (True, None):
        args = parsed(typed)
        args.colocate = colocate
        outcomes.append(str(getattr(validate_args(args), dest)))
    assert (str(getattr(parsed(typed), dest)), *outcomes) == (state, with_colocate, without)


def test_the_table_of_outcomes_is_the_truth_table():
    assert cells(OUTCOMES) == TRUTH_TABLE


@pytest.mark.parametrize("number", range(27))
def test_a_row_of_the_outcomes_is_what_happens(number):
    row = cells(OUTCOMES)[number]
    before = tuple(STATES[cell] for cell in row[:3])
    assert [str(value).lower() for value in values(validate_args(namespace(before)))] == list(row[3:])


def picture(offload_train, offload_rollout):
    """Read the dry run's picture: by phase, where the two sides are."""
    report = python("-m", "cluster_arguments", *words((None, offload_train, offload_rollout))).stdout
    head, *sides = report.splitlines()[4:7]
    phases = re.split(r"  +", head.strip())
    places = [re.split(r"  +", side)[1:] for side in sides]
    return {phase: (places[0][column], places[1][column]) for column, phase in enumerate(phases)}


GENERATING, TRAINING = "while the rollout engines generate", "during training"
WHERE = {
    (True, True): {GENERATING: ("CPU", "GPU"), TRAINING: ("GPU", "CPU")},
    (True, False): {GENERATING: ("CPU", "GPU"), TRAINING: ("GPU", "GPU")},
    (False, True): {GENERATING: ("GPU", "GPU"), TRAINING: ("GPU", "CPU")},
    (False, False): {GENERATING: ("GPU", "GPU"), TRAINING: ("GPU", "GPU")},
}


@pytest.mark.parametrize("pair", WHERE, ids=str)
def test_the_dry_run_shows_who_is_where(pair):
    assert picture(*pair) == WHERE[pair]


def test_the_table_of_places_says_who_is_where():
    assert cells(PLACES) == [
        (str(train).lower(), str(rollout).lower(), phase, *places)
        for (train, rollout), phases in WHERE.items()
        for phase, places in phases.items()
    ]


def test_readmes_table_of_phases_says_who_is_where():
    expected = []
    for phase in (GENERATING, TRAINING):
        row = [phase]
        for side in (0, 1):
            movers = [
                flag
                for flag, pair in zip(FLAGS[1:], [(True, False), (False, True)])
                if WHERE[pair][phase][side] == "CPU"
            ]
            row.append("GPU" + "".join(f", or CPU with {flag}" for flag in movers))
        expected.append(tuple(row))
    assert cells(PHASES) == expected


def with_positional(argv):
    """Parse with a positional, and take its words out of the namespace."""
    parser = launcher()
    parser.add_argument("files", nargs="*")
    args = parser.parse_args(argv)
    return args, args.__dict__.pop("files")


WAYS = {
    "parse_args": lambda argv: (launcher().parse_args(argv), []),
    'parse_args, with a positional nargs="*"': with_positional,
    "parse_known_args": lambda argv: launcher().parse_known_args(argv),
    "parse_args, allow_abbrev=False": lambda argv: (launcher(allow_abbrev=False).parse_args(argv), []),
}


@pytest.mark.parametrize("number", range(8))
def test_a_row_of_what_to_watch_for_is_what_happens(number, capsys):
    typed, way, claimed = cells(WATCH)[number]
    try:
        args, left_over = WAYS[way](typed.split())
    except SystemExit:
        happened = capsys.readouterr().err.splitlines()[-1].replace("train.py: ", "")
    else:
        ((dest, state),) = ((dest, state) for dest, state in vars(args).items() if state is not None)
        fate = "the positional" if "positional" in way else "left over"
        happened = f"{dest} is {state}" + "".join(f", and {word} is {fate}" for word in left_over)
    assert happened == claimed


def test_what_to_watch_for_has_as_many_rows_as_are_tested():
    assert len(cells(WATCH)) == 8
