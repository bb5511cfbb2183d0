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
        default=["ted.test", "tst2010"],
        metavar="NAME",
        help="sets to report, scored as one (default: ted.test tst2010)",
        **several(),
    )
    add_experiment_options(command)
    command.add_argument("--keep", action="store_true", help="put the tuned weights into the model folder")


def _run(options: argparse.Namespace) -> int:
    from antecede.experiments.coreference_model import coreference_json, coreference_tables, run
    from antecede.pronouns.setting import Setting
    from antecede.pronouns.systems.coreference import keep_weights

    setting = Setting.of(options.model, threads=options.threads)
    results = run(options.data, options.out, setting, dev=options.dev, tests=options.test, progress=True)
    if options.keep:
        keep_weights(setting.folder, {"best": results.weights["coreference-best"]})
    return show_results(options.out, coreference_tables(results), coreference_json(results))
