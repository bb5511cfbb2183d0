"""`antecede experiment pronoun-lm`: the tables and the figure of the paper on the pronoun language model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.cli._common import add_command, add_model_option, several, show_results, warn

if TYPE_CHECKING:
    import argparse

    from antecede.cli._common import Commands

_EXAMPLES: Final = """
  antecede experiment pronoun-lm --data data --model models/en-fr --out results
  antecede experiment pronoun-lm --data data --model models/en-fr --out results --dev ted.dev --test ted.test tst2010
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
    command.add_argument("--dev", default=None, metavar="NAME", help="sets to tune on (ted.dev)", **several())
    command.add_argument(
        "--test", default=None, metavar="NAME", help="sets to report, each and all (ted.test tst2010)", **several()
    )
    command.add_argument(
        "--text",
        default=None,
        metavar="F",
        help="French text to train models on for the tables of N and of Table 1 (default: ted.train of the data)",
        **several(type=Path),
    )
    command.add_argument("--threads", type=int, default=1, metavar="K", help="threads (default: %(default)s)")


def _run(options: argparse.Namespace) -> int:
    from antecede.experiments.pronoun_lm.experiment import DEV, TEST
    from antecede.experiments.pronoun_lm.tables import pronoun_lm_report

    told = pronoun_lm_report(
        options.data,
        options.model,
        options.out,
        threads=options.threads,
        dev=options.dev or DEV,
        test=options.test or TEST,
        text=options.text or (),
        say=warn,
    )
    if not told.images:
        warn("figures need matplotlib: install it with pip install 'antecede[plots]'; the tables are written without")
    return show_results(options.out, told.tables, told.figures, images=told.images)
