"""`antecede tune`: weights for a model, from a development set."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.cli._common import add_command, add_model_option, several

if TYPE_CHECKING:
    import argparse

    from antecede.cli._common import Commands

_EXAMPLES: Final = """
  antecede tune --model models/en-fr --dev-source dev.en --dev-target dev.fr
  antecede tune --model models/en-fr --dev-source dev.en --dev-target dev.fr --method mira --metric chrf --seed 7
To resume a run that was killed, give the same command again: it continues with the unfinished iteration.
"""


def register(commands: Commands) -> None:
    """Add the command to the command line."""
    command = add_command(commands, "tune", "tune a model's weights on a development set", _EXAMPLES, _run)
    files = several(type=Path)
    add_model_option(command, required=True)
    command.add_argument("--dev-source", required=True, metavar="S", help="source text, a sentence a line", **files)
    command.add_argument("--dev-target", required=True, metavar="T", help="its translation, line by line", **files)
    command.add_argument("--method", default="mert", metavar="mert|mira", help="the optimiser (default: %(default)s)")
    command.add_argument(
        "--metric", default="bleu", metavar="NAME", help="the metric to maximise, such as chrf (default: %(default)s)"
    )
    command.add_argument(
        "--n-best", type=int, default=200, metavar="N", help="translations of each sentence (default: %(default)s)"
    )
    command.add_argument(
        "--iterations", type=int, default=15, metavar="N", help="at most this many (default: %(default)s)"
    )
    command.add_argument(
        "--seed", type=int, default=1, metavar="N", help="the same seed gives the same weights (default: 1)"
    )
    command.add_argument("--threads", type=int, default=1, metavar="K", help="of the decoder (default: %(default)s)")
    command.add_argument(
        "--tokenized", action="store_true", help="the texts are tokenised: tokens are separated by spaces"
    )


def _run(options: argparse.Namespace) -> int:
    from antecede.models import ModelFolder
    from antecede.smt.tuning import Settings
    from antecede.smt.tuning_stage import tune_model

    settings = Settings(
        method=options.method,
        metric=options.metric,
        n_best=options.n_best,
        iterations=options.iterations,
        seed=options.seed,
    )
    folder = ModelFolder.find(options.model)
    work = folder.path / ".tuning"
    tuned = tune_model(
        folder,
        options.dev_source,
        options.dev_target,
        settings,
        folder=work,
        tokenised=options.tokenized,
        threads=options.threads,
        progress=True,
    )
    folder.updated(weights=tuned.weights)
    # Only now is nothing lost with it.
    shutil.rmtree(work, ignore_errors=True)
    sys.stderr.write(
        f"{folder.path}: {settings.metric} {tuned.iterations[0].score:.2f} before, {tuned.score:.2f} after"
        f" {len(tuned.iterations)} iterations ({tuned.reason})\n"
    )
    return 0
