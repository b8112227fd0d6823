"""Every sentence that README, docs, ``--help`` and docstrings say about the library names the test that holds it.

A sentence that is new or changed has no entry here and turns a test red; so does an entry whose sentence is gone. What
no test can hold is history: it stands under such a heading, or in a paragraph that begins with the word, and nowhere
else than where it stands today.
"""

import ast
import re

import pytest
import test_add_cluster_arguments as add
import test_docs as docs
import test_dry_run as dry_run
import test_launchers as launchers
import test_packaging as packaging
import test_to_argv as argv
import test_validate_args as validate
from support import PACKAGE

from cluster_arguments.__main__ import _parser


def sentences(text):
    """Cut prose, headings and the comments of scripts into sentences; leave out other blocks, tables and history."""
    text = docs.FENCE.sub(lambda block: "\n\n".join(COMMENT.findall(block[2])) if block[1] == "python" else "", text)
    text = re.sub(r"^(## History)\n.*?(?=^## |\Z)", r"\1\n", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^\|.*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"^#+ (.*)$", r"\n\1\n", text, flags=re.MULTILINE)
    found = []
    for paragraph in re.split(r"\n\s*\n|\n(?=- )", text.strip()):
        joined = " ".join(paragraph.split())
        if not joined.startswith(HISTORY):
            found += re.split(r"(?<=[.]) (?=[A-Z`])", re.sub(r"^- ", "", joined))
    return found


COMMENT = re.compile(r"# (.+)$", re.MULTILINE)
HISTORY = ("**History.**", "History:")


def docstrings():
    """Join the docstrings of the package."""
    nodes = [node for path in sorted(PACKAGE.glob("*.py")) for node in ast.walk(ast.parse(path.read_text()))]
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    return "\n\n".join(filter(None, (ast.get_docstring(node) for node in nodes if isinstance(node, kinds))))


SOURCES = {
    **docs.DOCUMENTS,
    "--help": f"{_parser().description}\n\n{_parser().epilog}",
    "docstrings": docstrings(),
}

console = docs.test_a_console_block_prints_what_it_shows
session = docs.test_a_python_session_prints_what_it_shows
fills = validate.test_fills_as_the_truth_table_says
links = docs.test_every_link_within_the_repository_leads_somewhere
report = dry_run.test_prints_what_the_transcript_says_and_nothing_on_stderr
refuses = validate.test_a_bad_value_is_refused_by_flag_value_and_what_is_accepted
unsettable = validate.test_an_object_without_settable_attributes_is_refused
untouched = validate.test_on_a_bad_value_the_object_stays_as_it_was
returns = add.test_returns_what_it_was_given
registers = add.test_registers_exactly_the_three_flags_with_their_no_forms_in_this_order
round_trip = argv.test_the_states_survive_the_way_to_a_child_process
overrides = validate.test_writes_what_is_unset_and_nothing_else


@pytest.mark.parametrize("name", SOURCES)
def test_every_sentence_names_the_test_that_holds_it(name):
    assert sentences(SOURCES[name]) == list(CLAIMS[name])


CLAIMS = {
    "README.md": {
        "cluster-arguments": packaging.test_the_metadata_says,
        "In an RL post-training job the rollout engines (together: the rollout generator) generate, then the training actor trains.": docs.test_readmes_table_of_phases_says_who_is_where,
        "Three flags say whether both share the same GPUs, and who moves to CPU while the other works: `--colocate`, `--offload-train` and `--offload-rollout`.": registers,
        "This library is those three flags for any `argparse` launcher with `--` flags, and has no dependency.": packaging.test_the_metadata_names_no_dependency_and_no_extra,
        "An explicit choice is never lost, an unset one is never guessed early, and nothing said here, history aside, can be false without a test failing.": (
            fills,
            overrides,
            round_trip,
            add.test_no_flag_is_required_or_has_a_default,
            test_every_sentence_names_the_test_that_holds_it,
        ),
        "Try it": console,
        "From the clone, with nothing installed:": console,
        "In an environment of its own, installed and tested:": (
            docs.test_the_set_up_command_installs_the_clone_and_pytest_into_an_environment_of_its_own,
            docs.test_the_set_up_command_ends_by_running_all_tests,
        ),
        "Ask before the job starts": console,
        "The dry run shows what the three flags come to by themselves, without a GPU and without the launcher's own defaults and rules:": console,
        "The last line, alone, goes into a script to pin today's outcome: `| tail -n 1`.": (
            dry_run.test_the_last_line_pins_the_outcome_of_the_truth_table,
            dry_run.test_the_pinned_command_line_comes_to_the_same_outcome,
        ),
        "Paste this into the launcher": console,
        "Install it from the clone into the launcher's environment (`pip install .`), then paste into its `train.py`:": (
            docs.test_the_set_up_command_installs_the_clone_and_pytest_into_an_environment_of_its_own,
            packaging.test_the_installed_package_runs_without_the_clone,
            console,
        ),
        "Config files and rules of your own go here, while an unset flag is still None.": (
            add.test_parsing_gives_the_flag_the_state_given_last_and_leaves_the_others_unset,
            console,
        ),
        "What the flags do": docs.test_readmes_table_of_phases_says_who_is_where,
        "Each flag has three states, and only `validate_args` decides the third:": (
            docs.test_a_row_of_readmes_states_is_what_happens,
            add.test_no_flag_is_required_or_has_a_default,
        ),
        "With `--colocate`, an explicit `--no-offload-train` or `--no-offload-rollout` keeps both sides on the same GPUs in that flag's phase, and they must fit there together.": report,
        "Hand the flags on to another process": round_trip,
        "`to_argv` writes all three states as command-line words, so that an explicit no and an unset flag both arrive:": round_trip,
        "What happens on bad input": session,
        "A value other than `True`, `False` or `None` is refused before anything is written:": (refuses, untouched),
        "So is an object on which an unset flag cannot be set:": unsettable,
        "On the command line argparse's own errors stand, with exit status 2:": console,
        "Read on": links,
        "[docs/flags.md](docs/flags.md): the reference, with every outcome.": (
            links,
            docs.test_the_table_of_outcomes_is_the_truth_table,
        ),
        "[docs/launchers.md](docs/launchers.md): recipes for Megatron-LM, subcommands, config files, child processes and more.": (
            links,
            console,
        ),
        "[docs/design.md](docs/design.md): why it is as it is, with the history and its sources.": links,
    },
    "docs/design.md": {
        "Why it is as it is": dry_run.test_each_fact_stands_once_in_the_source,
        "Decisions": registers,
        "One table drives registration, help, fill and dry run: each flag's name, whom it moves and in which phase are defined once.": dry_run.test_each_fact_stands_once_in_the_source,
        "The flags are plain `argparse.BooleanOptionalAction`, so any tool that knows argparse reads them.": add.test_each_flag_is_a_plain_boolean_optional_action,
        "Three flags are registered, and nothing else is.": registers,
        "Unset is `None`, not false, until `validate_args`: a config file or a rule of the launcher's can still tell a no from silence.": (
            add.test_parsing_gives_the_flag_the_state_given_last_and_leaves_the_others_unset,
            console,
        ),
        "Filling is a call of its own, because only the launcher knows when its own rules are done.": add.test_no_flag_is_required_or_has_a_default,
        "No `default` is passed to argparse, so the parser's `set_defaults` counts whether it comes before or after.": (
            add.test_set_defaults_counts_when_called_before,
            add.test_set_defaults_counts_when_called_after,
        ),
        'The help text is the same with and without `set_defaults`, on every Python: some would append "(default: …)" to it.': add.test_the_help_is_this_text_word_for_word,
        'A string, 0 or 1 is refused and not interpreted, because "False" in quotes is true to Python.': refuses,
        "All three values are checked before the first is written, and where a write fails, those before it are unset again.": (
            untouched,
            validate.test_where_a_write_fails_those_before_it_are_unset_again,
        ),
        "The dry run refuses abbreviations, since a launcher with `allow_abbrev=False` would refuse them too.": (
            dry_run.test_an_unknown_or_misspelt_flag_is_argparses_error,
            launchers.test_with_allow_abbrev_off_an_abbreviation_is_refused,
        ),
        "The help of the dry run never cuts a flag's name at a line end, at 80 columns and wider.": dry_run.test_no_flags_name_is_cut_by_a_line_end,
        "`import cluster_arguments` loads argparse, `__future__` and its own modules, and neither `typing` nor `dataclasses`.": (
            packaging.test_importing_it_loads_no_module_beside_argparse_and_its_own,
            packaging.test_importing_it_does_not_load,
        ),
        "There is no run-time dependency, and Python 3.9 is enough.": (
            packaging.test_the_metadata_names_no_dependency_and_no_extra,
            packaging.test_the_metadata_says,
        ),
        "The public surface is three functions: register, fill, write back.": packaging.test_the_public_surface_is_three_functions,
        "Cost": packaging.test_both_sides_of_the_benchmark_come_to_the_same,
        "`python3 tests/benchmark.py` measures registering, parsing and filling against the same three flags written inline.": packaging.test_both_sides_of_the_benchmark_come_to_the_same,
        "History": docs.test_every_item_of_the_history_names_its_source,
    },
    "docs/flags.md": {
        "The three flags: reference": registers,
        "The texts": docs.test_the_table_of_texts_is_the_help,
        "The three states": docs.test_a_row_of_the_three_states_is_what_happens,
        "Given more than once, a flag has the state given last.": add.test_parsing_gives_the_flag_the_state_given_last_and_leaves_the_others_unset,
        "Who is on GPU or CPU in which phase": docs.test_the_table_of_places_says_who_is_where,
        "With `--colocate` the GPUs are the same for both: where the table says GPU twice, both must fit there together.": report,
        "Without it, each side has GPUs of its own.": report,
        "Every outcome": docs.test_the_table_of_outcomes_is_the_truth_table,
        "What `validate_args` makes of each of the 27 states:": docs.test_a_row_of_the_outcomes_is_what_happens,
        "The three functions": packaging.test_the_public_surface_is_three_functions,
        "`add_cluster_arguments` registers the flags and returns what it was given.": (registers, returns),
        "`validate_args` fills what is unset, in place, and returns the same object.": (
            fills,
            validate.test_returns_the_object_that_it_was_given,
        ),
        "`to_argv` writes the three states back as command-line words and changes nothing.": argv.test_reads_the_three_attributes_once_and_writes_none,
        "An attribute that is not there is unset too, and any object with settable attributes will do:": validate.test_a_missing_attribute_is_unset,
        "A bad value raises `TypeError` in `validate_args` and in `to_argv`, and leaves the object as it was:": (
            refuses,
            untouched,
        ),
        'Registering twice on one parser is argparse\'s own error, unless its `conflict_handler` is "resolve":': (
            add.test_registering_twice_is_argparses_error,
            launchers.test_with_conflict_handler_resolve_registering_twice_still_gives_the_three_flags,
        ),
    },
    "docs/launchers.md": {
        "Recipes for launchers": console,
        "Every recipe is a whole `train.py`, followed by what it prints.": docs.test_every_script_is_run_by_the_console_block_that_follows,
        "Megatron-LM's `extra_args_provider`": console,
        "`add_cluster_arguments` returns the parser it was given, so it is a provider as it stands.": (
            returns,
            console,
        ),
        "in place of Megatron-LM's own function": console,
        "A provider of your own calls it and returns the parser:": console,
        "An argument group": console,
        "The group gives the flags a heading of their own in your `--help`.": console,
        "Subcommands": console,
        "Register on each subcommand that needs the flags, and not on the main parser too: a subcommand's unset flag would overwrite what the main parser was given.": launchers.test_a_subparsers_unset_flag_overwrites_what_the_main_parser_was_given,
        "For the same reason, call `set_defaults` on the subcommand's own parser.": launchers.test_a_subparsers_own_defaults_count_and_the_main_parsers_do_not,
        "Parsing twice": console,
        "A launcher that picks its backend with a throw-away parser validates only what the last parser returns.": (
            launchers.test_a_throw_away_parser_without_the_flags_leaves_them_over,
            console,
        ),
        "Config files and rules of your own": console,
        "Apply them before `validate_args`, each filling only what is still unset: the command line counts over the config, the config over the launcher's own rules, and those over the defaults.": console,
        "a critic turns an unset offload_train on": console,
        "After `validate_args` none of the three is unset any more, so a `fill` that comes later does nothing to them.": validate.test_afterwards_all_three_are_real_bools,
        'A config value must be a real boolean or null, since the string "false" is refused:': (refuses, console),
        "A legacy `--offload`": console,
        'The old flag means "both", and fills what is unset as any other rule does.': console,
        "Starting another process": console,
        "`to_argv` writes the three states as command-line words: as one line for `ray job submit` or `sbatch`, with `shlex.join`, or as a list for `subprocess`.": console,
        "An explicit no arrives as a no, and an unset flag is still unset there.": round_trip,
        "Call `validate_args` first to send the outcome and leave nothing for the child to decide.": argv.test_parsing_the_words_gives_the_outcome_back_after_validation,
        "What to watch for": docs.test_a_row_of_what_to_watch_for_is_what_happens,
        "Defaults of the parser count as explicit: after `set_defaults(offload_train=False)`, or with `argument_default=False`, `validate_args` finds a choice and respects it.": (
            launchers.test_an_explicit_default_of_the_launcher_is_respected,
            launchers.test_a_false_argument_default_is_an_explicit_no,
        ),
        "With `argument_default=argparse.SUPPRESS` an unset flag leaves no attribute, and `validate_args` adds it.": (
            add.test_with_argument_default_suppress_an_unset_flag_leaves_no_attribute,
            launchers.test_with_argument_default_suppress_validation_adds_what_is_unset,
        ),
        '`ArgumentDefaultsHelpFormatter` appends "(default: None)" to the three texts, or the parser\'s own default where it has one.': launchers.test_the_defaults_formatter_appends_the_default_once,
    },
    "--help": {
        "Choose whether the training actor and the rollout engines of an RL training job share the same GPUs, and which of the two moves to CPU while the other works.": docs.test_the_dry_run_shows_who_is_where,
        "Give any of the flags, or none, to see what they come to: the value of each flag and why, who is on GPU or CPU in which phase, and the same choice with all three flags explicit.": report,
    },
    "docstrings": {
        "The three colocation flags of an RL post-training launcher: register them, fill what is unset, write them back.": packaging.test_the_public_surface_is_three_functions,
        "The dry run: ``python -m cluster_arguments`` shows what the flags given come to.": report,
        "Print the report for the flags on the command line; argparse answers ``--help`` and what it cannot parse.": (
            report,
            dry_run.test_an_unknown_or_misspelt_flag_is_argparses_error,
        ),
        "What the three flags are, in one table, and the three functions that work from it.": dry_run.test_each_fact_stands_once_in_the_source,
        "Return the command-line word that gives the flag stored as ``dest`` this value.": argv.test_writes_the_flag_for_yes_its_no_form_for_no_and_nothing_for_unset,
        "Return the flags that ``args`` has, by attribute; raise TypeError for a bad value or an object without room.": (
            refuses,
            unsettable,
        ),
        "Register ``--colocate``, ``--offload-train`` and ``--offload-rollout``, each with its ``--no-`` form.": registers,
        "Each is an ``argparse.BooleanOptionalAction`` without a default of its own: after parsing, a flag that nobody set is ``None``, and ``validate_args`` decides it.": (
            add.test_each_flag_is_a_plain_boolean_optional_action,
            add.test_no_flag_is_required_or_has_a_default,
            fills,
        ),
        "``set_defaults`` and ``argument_default`` of that parser count.": (
            add.test_set_defaults_counts_when_called_before,
            add.test_set_defaults_counts_when_called_after,
            add.test_argument_default_of_the_parser_counts,
        ),
        "Args: parser: The parser, argument group, subparser or parent parser to register on.": returns,
        "Returns: The same object, so that this function can serve as Megatron-LM's ``extra_args_provider``.": returns,
        "Raises: argparse.ArgumentError: One of the flags is registered there already.": (
            add.test_registering_twice_is_argparses_error,
            launchers.test_without_it_the_launchers_own_flag_of_that_name_is_argparses_error,
        ),
        "Those before it stay registered.": launchers.test_flags_before_a_conflict_stay_registered,
        "Fill in, in place, the flags that are unset: true with ``--colocate``, false without it.": fills,
        "Unset means ``None`` or no such attribute.": validate.test_a_missing_attribute_is_unset,
        "An explicit ``True`` or ``False`` is never touched.": overrides,
        "Afterwards ``colocate``, ``offload_train`` and ``offload_rollout`` are all ``bool``, and another call changes nothing.": (
            validate.test_afterwards_all_three_are_real_bools,
            validate.test_another_call_changes_nothing,
        ),
        "No other attribute is read or written.": (validate.test_reads_the_three_attributes_and_no_other, overrides),
        "Args: args: The parsed flags: any object with settable attributes.": fills,
        "Returns: The same object.": validate.test_returns_the_object_that_it_was_given,
        "Raises: TypeError: One of the three is something other than ``True``, ``False`` or ``None``: nothing has been written.": (
            refuses,
            untouched,
        ),
        "Or an unset one cannot be set: those written before it are unset again.": (
            unsettable,
            validate.test_a_frozen_object_with_an_unset_flag_is_refused,
            validate.test_where_a_write_fails_those_before_it_are_unset_again,
        ),
        "Return the command-line words that say what ``args`` says, the third state included.": argv.test_writes_in_the_order_of_registration,
        "A parser without defaults of its own gets the same three states from them, before ``validate_args`` as well as after it.": (
            argv.test_parsing_the_words_gives_the_states_back_before_validation,
            argv.test_parsing_the_words_gives_the_outcome_back_after_validation,
        ),
        "``args`` is only read.": argv.test_reads_the_three_attributes_once_and_writes_none,
        "Args: args: The flags, by attribute, as ``validate_args`` takes them; it may be read-only.": (
            argv.test_writes_in_the_order_of_registration,
            argv.test_a_read_only_object_will_do,
        ),
        "Returns: ``--colocate`` for ``True``, ``--no-colocate`` for ``False``, nothing for unset, and likewise for the other two, in the order of registration.": (
            argv.test_writes_the_flag_for_yes_its_no_form_for_no_and_nothing_for_unset,
            argv.test_writes_in_the_order_of_registration,
        ),
        "Raises: TypeError: One of the three is something other than ``True``, ``False`` or ``None``, or an absent one has no place in ``args`` (a dict, ``None``).": (
            refuses,
            unsettable,
        ),
    },
}


@pytest.mark.parametrize(
    ("name", "paragraphs"),
    [("README.md", 1), ("docs/flags.md", 0), ("docs/launchers.md", 0), ("docs/design.md", 2), ("docstrings", 1)],
)
def test_history_stands_where_it_stands_today(name, paragraphs):
    assert len(re.findall(r"^(?:\*\*History\.\*\*|History:|## History$)", SOURCES[name], re.MULTILINE)) == paragraphs


@pytest.mark.parametrize("name", CLAIMS)
def test_what_holds_a_sentence_is_a_test(name):
    held = [tests if isinstance(tests, tuple) else (tests,) for tests in CLAIMS[name].values()]
    assert [test for tests in held for test in tests if not test.__name__.startswith("test_")] == []
