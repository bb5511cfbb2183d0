"""`antecede experiment all`: every system in one table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from antecede.cli._common import add_command, add_experiment_options, several, show_results

if TYPE_CHECKING:
    import argparse

    from antecede.cli._common import Commands

_EXAMPLES: Final = """
  antecede experiment all --data data --model models/en-fr --set ted.test tst2010 --out results
  antecede experiment all --data data --model models/es-en --set nc11.test --tokenized --out results
The folder holds NAME.en, NAME.fr and maybe NAME.ids of each set, as such or in a folder en-fr. The model folder has all
pronoun models (antecede train-pronouns). A run that was stopped continues where it left off.
"""


def register(experiments: Commands) -> None:
    """Add the experiment."""
    command = add_command(experiments, "all", "every system on the same documents, in one table", _EXAMPLES, _run)
    add_experiment_options(command)
    command.add_argument("--set", required=True, metavar="NAME", help="sets to translate and score", **several())
    command.add_argument("--tokenized", action="store_true", help="the sets are tokenised, and are put together first")
    command.add_argument(
        "--systems", metavar="NAME", help="rows of the table (default: all that can be had)", **several()
    )


def _run(options: argparse.Namespace) -> int:
    from antecede.errors import BadOption
    from antecede.experiments.all_systems import RUNS, run
    from antecede.experiments.tables import all_pronouns, sentences_decoded_again, systems_json
    from antecede.pronouns.setting import Setting

    runs = tuple(options.systems) if options.systems else None
    if unknown := [name for name in runs or () if name not in RUNS]:
        raise BadOption(f"--systems {unknown[0]}: the systems are {', '.join(RUNS)}")
    results = run(
        options.data,
        options.out,
        Setting.of(options.model, threads=options.threads),
        options.set,
        runs=runs,
        tokenised=options.tokenized,
        progress=True,
    )
    return show_results(
        options.out,
        [
            table
            for each in results
            for table in (
                all_pronouns(each.measured, each.name, each.processed),
                *sentences_decoded_again(each.outcomes, each.name),
            )
        ],
        {each.name: systems_json(each.measured, each.outcomes) for each in results},
    )
