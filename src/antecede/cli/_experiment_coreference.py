"""`antecede experiment coreference-model` and `spanish`: the tables of the two coreference-model papers."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from antecede.cli._common import add_command, write_outputs

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence

    from antecede.cli._common import Commands
    from antecede.pronouns.coreference_system import Tuned
    from antecede.pronouns.systems import Setting
    from antecede.report.apt_paper import Table

_COREFERENCE: Final = """
  antecede experiment coreference-model --data data --model models/en-fr --out results
  antecede experiment coreference-model --data data --model models/en-fr --out results --dev ted.test --test tst2010
The folder holds NAME.en, NAME.fr and maybe NAME.ids of both sets, as such or in a folder en-fr. The model folder has
a coreference model (antecede train-pronouns). A run that was stopped goes on where it was.
"""
_SPANISH: Final = """
  antecede experiment spanish --data data --model models/es-en --out results
  antecede experiment spanish --data data --model models/es-en --out results --antecedents oracle.json
The folder holds nc11.{dev,test}.{es,en,ids} and nc11.{train,dev,test}.corzu.jsonl, as such or in a folder es-en. The
model was trained here, and its training folder is there; if it has a coreference model, our own resolver is measured
too. A run that was stopped goes on where it was.
"""


def register(experiments: Commands) -> None:
    """Add both experiments."""
    coreference = add_command(
        experiments, "coreference-model", "the coreference model from English to French (2016)", _COREFERENCE, _run
    )
    coreference.add_argument("--dev", default="ted.dev", metavar="NAME", help="set to tune on (default: %(default)s)")
    coreference.add_argument("--test", default="tst2010", metavar="NAME", help="set to report (default: %(default)s)")
    spanish = add_command(
        experiments, "spanish", "the coreference model from Spanish to English (2017)", _SPANISH, _run_spanish
    )
    spanish.add_argument("--antecedents", type=Path, metavar="FILE", help="oracle antecedents, JSON of `resolve`")
    for command in (coreference, spanish):
        command.add_argument("--data", type=Path, required=True, metavar="DIR", help="the folder described below")
        command.add_argument("--out", type=Path, required=True, metavar="DIR", help="where tables, texts and JSON go")
        command.add_argument("--model", type=Path, required=True, metavar="M", help="a model folder")
        command.add_argument("--keep", action="store_true", help="put the tuned weights into the model folder")
        command.add_argument("--threads", type=int, default=1, metavar="K", help="threads (default: %(default)s)")


def _run(options: argparse.Namespace) -> int:
    from antecede.pronouns.coreference_experiment import run
    from antecede.report.coreference_papers import coreference_json, coreference_tables

    results = run(options.data, options.out, setting_of(options), dev=options.dev, test=options.test, progress=True)
    _keep(options, {"best": results.weights["coreference-best"]})
    return show(options.out, coreference_tables(results), coreference_json(results))


def _run_spanish(options: argparse.Namespace) -> int:
    from antecede.pronouns.spanish_experiment import run
    from antecede.report.coreference_papers import spanish_json, spanish_tables

    results = run(options.data, options.out, setting_of(options), antecedents=options.antecedents, progress=True)
    if "ours-all" in results.weights:
        _keep(options, {"paper": results.weights["ours-best"], "best": results.weights["ours-all"]})
    return show(options.out, spanish_tables(results), spanish_json(results))


def _keep(options: argparse.Namespace, tuned: Mapping[str, Tuned]) -> None:
    from antecede.models import add_pronoun_model
    from antecede.pronouns.coreference_system import settings_of

    for mode, how in tuned.items() if options.keep else ():
        add_pronoun_model(options.model, {}, settings_of(mode, how))


def setting_of(options: argparse.Namespace) -> Setting:
    """What the systems of an experiment are opened with."""
    from antecede.engines.text import TextSteps
    from antecede.models import ModelFolder, find_model
    from antecede.pairs import pair
    from antecede.pronouns.systems import Setting

    folder = ModelFolder.read(find_model(options.model))
    described = pair(folder.pair)
    return Setting(folder, described, TextSteps.of(folder, described), threads=options.threads)


def show(out: Path, tables: Sequence[Table], figures: dict[str, Any]) -> int:
    """Write an experiment's tables and figures to its folder, and print the tables."""
    from rich.console import Console

    write_outputs(
        {
            out / "tables.md": "\n".join(table.markdown() for table in tables),
            out / "results.json": json.dumps(figures, ensure_ascii=False, indent=1) + "\n",
        }
    )
    # A pipe has no width of its own; the tables take what they need.
    console = Console(width=None if sys.stdout.isatty() else 200)
    for table in tables:
        console.print(table.rich(), "", sep="\n")
    return 0
