"""The help is executed: a reader does what each sentence says, and a sentence that is not true is quoted.

A reader knows one form of sentence. It takes flags, sides, phases and values out of the sentence, and yields what the
dry run or ``validate_args`` says against it. A sentence of the help that no reader knows fails. The same readers read
sentences of these forms in docs and docstrings.
"""

import itertools
import re

import pytest
from support import DOCUMENTS, FENCE, dry_run, launcher, picture, resolve, tables

import cluster_arguments

ENTRY = re.compile(r"(--[a-z-]+), (--no-[a-z-]+) (.*?)(?= --[a-z-]+, --no-|$)")
ENTRIES = ENTRY.findall(" ".join(dry_run("--help").split()))
NO = {flag: no for flag, no, _ in ENTRIES}
SIDES, PHASES = (list(dict.fromkeys(names)) for names in zip(*picture(dry_run())))
READERS = {}


def reads(form):
    """Make the function below the reader of sentences of this form."""

    def register(reader):
        READERS[re.compile(form)] = reader
        return reader

    return register


def contexts(*given):
    """List every command line of the flags that the sentence does not speak of."""
    others = [(None, flag, no) for flag, no in NO.items() if flag not in given]
    return [[word for word in line if word] for line in itertools.product(*others)]


def against(argv, flag, value):
    """Yield the outcome of this command line where the flag does not resolve to the value."""
    outcome = str(getattr(resolve(argv), flag[2:].replace("-", "_"))).lower()
    if outcome != value:
        yield f"{' '.join(argv) or 'no flag at all'} resolves {flag} to {outcome}"


@reads(r"Whether to colocate the (?P<one>.+) and the (?P<other>.+) on (?P<where>.+)")
def colocates(flag, one, other, where):
    keep_both = [no for other_flag, no in NO.items() if other_flag != flag]
    together, apart = dry_run(flag, *keep_both), dry_run(*keep_both)
    # Both names of a side begin alike: the rollout generator is the rollout engines.
    if {one.split()[0], other.split()[0]} != {side.split()[0] for side in SIDES}:
        yield f"the two sides are the {' and the '.join(SIDES)}"
    for side in (one, other):
        if not re.search(rf"\b{side}\b", together):
            yield f"the dry run knows no {side}"
    for phase in PHASES:
        if f"Both must fit together on {where} {phase}." not in together:
            yield f"with {flag} and no offload the dry run does not say that both must fit on {where} {phase}"
    if where in apart:
        yield f"without {flag} too the dry run speaks of {where}"


@reads(r"Whether to offload the (?P<side>.+) to (?P<place>[A-Z]+) (?P<phase>.+)")
@reads(
    rf"(?P<flag>--[a-z-]+) moves the (?P<side>{'|'.join(SIDES)}) to (?P<place>CPU|GPU) (?P<phase>{'|'.join(PHASES)})"
)
def offloads(flag, side, place, phase):
    # A side works in the phase that is named after it, as the training actor does during training.
    if side.split()[0] in phase.split():
        yield f"the {side} works {phase}"
    for context in contexts(flag):
        on, off = picture(dry_run(*context, flag)), picture(dry_run(*context, NO[flag]))
        moved = {cell: on[cell] for cell in on if on[cell] != off[cell]}
        if moved != {(side, phase): place}:
            what = " and ".join(f"the {who} to {to} {when}" for (who, when), to in moved.items()) or "nothing"
            yield f"{' '.join([*context, flag])} moves {what}, says the dry run"


@reads(
    r"Defaults to (?P<default>true|false) when (?P<condition>--[a-z-]+) is set;"
    r" an explicit (?P<explicit>--[a-z-]+) is respected"
)
def defaults_unless_explicit(flag, default, condition, explicit):
    opposite = {"true": "false", "false": "true"}[default]
    if explicit not in (flag, NO[flag]):
        yield f"{explicit} is no answer for {flag}"
    for context in contexts(flag, condition):
        yield from against([*context, condition], flag, default)
        yield from against(context, flag, opposite)
        yield from against([*context, condition, explicit], flag, opposite)


@reads(
    r"(?P<one>--[a-z-]+) and (?P<other>--[a-z-]+) default to (?P<value>true|false)"
    r" when (?P<condition>this|--[a-z-]+) is set and to (?P<otherwise>true|false) when it is not"
)
def both_default(flag, one, other, value, condition, otherwise):
    condition = flag if condition == "this" else condition
    if {one, other, condition} != set(NO):
        yield f"it does not speak of {' '.join(set(NO) - {one, other, condition})}"
        return
    for follower in (one, other):
        for context in contexts(follower, condition):
            yield from against([*context, condition], follower, value)
            yield from against(context, follower, otherwise)
            yield from against([*context, NO[condition]], follower, otherwise)


HELP = [("--help", flag, text) for flag, _, text in ENTRIES]
HELP += [("docs/flags.md", flag, text) for flag, text in tables("docs/flags.md")["flag", "help"]]
PROSE = {name: re.sub(r"^\|.*$", "", FENCE.sub("", text), flags=re.MULTILINE) for name, text in DOCUMENTS.items()}
PROSE.update((name, getattr(cluster_arguments, name).__doc__) for name in cluster_arguments.__all__)


def assert_true(where, flag, found, reader):
    """Have the reader act on the sentence that was found, and quote it with what speaks against it."""
    unknown = set(re.findall(r"--[a-z-]+", found[0])) - {*NO, *NO.values()}
    problems = [f"there is no {' '.join(unknown)}"] if unknown else list(reader(**{"flag": flag, **found.groupdict()}))
    assert not problems, f'{where} says{f" of {flag}" if flag else ""} "{found[0]}", but {"; ".join(problems[:3])}'


@pytest.mark.parametrize(
    ("where", "flag", "sentence"),
    [(where, flag, sentence) for where, flag, text in HELP for sentence in re.split(r"\.(?: |$)", text) if sentence],
)
def test_every_sentence_of_the_help_is_true(where, flag, sentence):
    found = [(form.fullmatch(sentence), reader) for form, reader in READERS.items() if form.fullmatch(sentence)]
    assert found, f'{where} says of {flag} "{sentence}", and no reader here can act on it'
    assert_true(where, flag, *found[0])


@pytest.mark.parametrize(
    ("where", "found", "reader"),
    [
        pytest.param(where, found, reader, id=f"{where}: {found[0]}")
        for where, text in PROSE.items()
        for form, reader in READERS.items()
        for found in form.finditer(" ".join(text.replace("`", "").split()))
        if found[0].startswith("--") and " this " not in found[0]  # it names its flags itself
    ],
)
def test_every_such_sentence_in_docs_and_docstrings_is_true(where, found, reader):
    assert_true(where, None, found, reader)


def test_the_help_and_the_reference_have_an_entry_for_each_flag_that_is_registered():
    registered = [action.option_strings for action in launcher()._actions if action.dest != "help"]
    assert [[flag, no] for flag, no, _ in ENTRIES] == registered
    assert tables("docs/flags.md")["flag", "help"] == [(flag, text) for flag, _, text in ENTRIES]
