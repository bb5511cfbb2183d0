"""`antecede experiment coreference-model`: the tables of the coreference model from English to French."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from antecede.cli._common import add_command, add_experiment_options, several, show_results

if TYPE_CHECKING:
    import argparse

    from antecede.cli._common import Commands

_EXAMPLES: Final = """
  antecede experiment coreference-model --data data --model models/en-fr --out results
  antecede experiment coreference-model --data data --model models/en-fr --out results --test tst2010
The folder holds NAME.en, NAME.fr and maybe NAME.ids of all sets, as such or in a folder en-fr. The model folder has
a coreference model (antecede train-pronouns). A run that was stopped continues where it left off.
"""


def register(experiments: Commands) -> None:
    """Add the experiment."""
    command = add_command(
        experiments, "coreference-model", "the coreference model from English to French (2016)", _EXAMPLES, _run
    )
    command.add_argument("--dev", default="ted.dev", metavar="NAME", help="set to tune on (default: %(default)s)")
    command.add_argument(
        "--test",
        default=[],
        metavar="NAME",
        help="sets to report, scored as one (default: ted.test tst2010)",
        **several(),
    )
    command.add_argument(
        "--systems",
        default=[],
        metavar="S",
        help="measure these alone beside the printed one: linear-edit, coreference-accuracy, coreference-best",
        **several(),
    )
    add_experiment_options(command)
    command.add_argument("--keep", action="store_true", help="put the tuned weights into the model folder")


def _run(options: argparse.Namespace) -> int:
    from antecede.errors import BadOption
    from antecede.experiments.coreference_model import SYSTEMS, TESTS, coreference_json, coreference_tables, run
    from antecede.pronouns.setting import Setting
    from antecede.pronouns.systems.coreference import keep_weights

    if unknown := sorted(set(options.systems) - set(SYSTEMS)):
        raise BadOption(f"unknown system '{unknown[0]}': the systems are {', '.join(SYSTEMS)}")
    setting = Setting.of(options.model, threads=options.threads)
    tests, systems = options.test or TESTS, options.systems
    results = run(options.data, options.out, setting, dev=options.dev, tests=tests, systems=systems, progress=True)
    if options.keep and "coreference-best" in results.weights:
        keep_weights(setting.folder, {"best": results.weights["coreference-best"]})
    return show_results(options.out, coreference_tables(results), coreference_json(results))
