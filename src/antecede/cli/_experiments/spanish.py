"""`antecede experiment spanish`: the tables of the coreference model from Spanish to English."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.cli._common import add_command, add_experiment_options, show_results

if TYPE_CHECKING:
    import argparse

    from antecede.cli._common import Commands

_EXAMPLES: Final = """
  antecede experiment spanish --data data --model models/es-en --out results
  antecede experiment spanish --data data --model models/es-en --out results --antecedents oracle.json
The folder holds nc11.{train,dev,test}.{es,en,ids} and nc11.{train,dev,test}.corzu.jsonl, as such or in a folder es-en
(the training files may end in .xz). The model folder has a coreference model (antecede train-pronouns). A run that was
stopped continues where it left off.
"""


def register(experiments: Commands) -> None:
    """Add the experiment."""
    command = add_command(
        experiments, "spanish", "the coreference model from Spanish to English (2017)", _EXAMPLES, _run
    )
    command.add_argument(
        "--antecedents",
        type=Path,
        metavar="FILE",
        help="oracle antecedents, JSON of `resolve`, in place of those that ship",
    )
    command.add_argument(
        "--without-corzu", action="store_true", help="measure our own resolver alone, which needs no training text"
    )
    add_experiment_options(command)
    command.add_argument("--keep", action="store_true", help="put the tuned weights into the model folder")


def _run(options: argparse.Namespace) -> int:
    from antecede.experiments.spanish import run, spanish_json, spanish_tables
    from antecede.pronouns.setting import Setting
    from antecede.pronouns.systems.coreference import keep_weights

    setting = Setting.of(options.model, threads=options.threads)
    how = {"antecedents": options.antecedents, "corzu": not options.without_corzu}
    results = run(options.data, options.out, setting, **how, progress=True)
    if options.keep:
        keep_weights(setting.folder, {"paper": results.weights["ours-best"], "best": results.weights["ours-all"]})
    return show_results(options.out, spanish_tables(results), spanish_json(results))
