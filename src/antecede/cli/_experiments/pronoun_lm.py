"""`antecede experiment pronoun-lm`: the tables and the figure of the paper on the pronoun language model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.cli._common import add_command, add_model_option, several, show_results, warn

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from antecede.cli._common import Commands
    from antecede.experiments.pronoun_lm.experiment import PronounLmResults

_EXAMPLES: Final = """
  antecede experiment pronoun-lm --data data --model models/en-fr --out results
  antecede experiment pronoun-lm --data data --model models/en-fr --out results --dev ted.dev ted.test --test tst2010
The folder holds NAME.en, NAME.fr and maybe NAME.ids of the sets that --dev and --test name, as such or in a folder
en-fr. What was translated is kept in results/work: a run that was stopped continues from there.
"""


def register(experiments: Commands) -> None:
    """Add the experiment."""
    command = add_command(
        experiments, "pronoun-lm", "the pronoun language model and re-ranking (2016)", _EXAMPLES, _run
    )
    command.add_argument("--data", type=Path, required=True, metavar="DIR", help="the folder described below")
    command.add_argument("--out", type=Path, required=True, metavar="DIR", help="where tables, figure and JSON go")
    add_model_option(command)
    command.add_argument("--dev", default=None, metavar="NAME", help="sets to tune on (ted.dev ted.test)", **several())
    command.add_argument("--test", default="tst2010", metavar="NAME", help="the set to report (default: %(default)s)")
    command.add_argument("--threads", type=int, default=1, metavar="K", help="threads (default: %(default)s)")


def _run(options: argparse.Namespace) -> int:
    from antecede.experiments.pronoun_lm.experiment import DEV, run
    from antecede.experiments.pronoun_lm.tables import pronoun_lm_json, pronoun_lm_tables
    from antecede.models import ModelFolder
    from antecede.pronouns.setting import Setting

    setting = Setting.of(ModelFolder.find(options.model, pair="en-fr"), threads=options.threads)
    results = run(options.data, options.out, setting, dev=options.dev or DEV, test=options.test, say=warn)
    best = results.tuned["best"]
    return show_results(
        options.out,
        pronoun_lm_tables(results),
        pronoun_lm_json(results),
        preface=[f"Tuned on {', '.join(results.dev)}: alpha {best['alpha']:g}, beta {best['beta']:g}.\n"],
        images=_images(results),
    )


def _images(results: PronounLmResults) -> Mapping[str, bytes]:
    from antecede.errors import ResourceError
    from antecede.experiments.pronoun_lm.tables import figure

    try:
        return figure(results.averages)
    except ResourceError as error:
        warn(f"{error}; the tables are written without it")
        return {}
