"""`antecede experiment post-editing`: the table of changes and the scores of post-editing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.cli._common import add_command, add_model_option, several, show_results, warn

if TYPE_CHECKING:
    import argparse

    from antecede.cli._common import Commands

_EXAMPLES: Final = """
  antecede experiment post-editing --data data --model models/en-fr --out results
  antecede experiment post-editing --data data --model models/en-fr --out results --dev ted.dev --test tst2010
The folder holds NAME.en, NAME.fr and maybe NAME.ids of the sets that --dev and --test name, as such or in a folder
en-fr, and maybe ParCor's talks, coref/parcor-ted.en.jsonl, on which the threshold of the printed rules is set. What was
translated is kept in results/work: a run that was stopped continues from there.
"""


def register(experiments: Commands) -> None:
    """Add the experiment."""
    command = add_command(experiments, "post-editing", "post-editing, as printed and with care (2015)", _EXAMPLES, _run)
    command.add_argument("--data", type=Path, required=True, metavar="DIR", help="the folder described below")
    command.add_argument("--out", type=Path, required=True, metavar="DIR", help="where tables, texts and JSON go")
    add_model_option(command, required=True)
    command.add_argument("--dev", default=None, metavar="NAME", help="sets to tune on (ted.dev)", **several())
    command.add_argument("--test", default="tst2010", metavar="NAME", help="the set to report (default: %(default)s)")
    command.add_argument("--threads", type=int, default=1, metavar="K", help="threads (default: %(default)s)")


def _run(options: argparse.Namespace) -> int:
    from antecede.experiments.post_editing.experiment import DEV, run
    from antecede.experiments.post_editing.tables import as_json, tables
    from antecede.pronouns.setting import Setting

    setting = Setting.of(options.model, threads=options.threads)
    results = run(
        options.data, options.out, setting, dev=options.dev or DEV, test=options.test, progress=True, say=warn
    )
    return show_results(options.out, tables(results), as_json(results))
