"""`antecede train-pronouns`: the pronoun models of a translation model, from parallel text with documents."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.cli._common import Names, add_command, add_model_option, several

if TYPE_CHECKING:
    import argparse

    from antecede.cli._common import Commands

_EXAMPLES: Final = """
  antecede train-pronouns --model models/en-fr --source talks.en --target talks.fr --ids talks.ids
  antecede train-pronouns --model models/en-fr --source talks.en debates.en --target talks.fr debates.fr \\
      --ids talks.ids debates.ids --weights 1 0.2
  antecede train-pronouns --model models/es-en --only coreference --lines 60000
Without --source, the text is what the model was trained on, with its alignments. To resume a run that was killed,
give the same command again: what was analysed is not analysed again.
"""


def register(commands: Commands) -> None:
    """Add the command to the command line."""
    command = add_command(
        commands, "train-pronouns", "train a model's pronoun models from parallel text", _EXAMPLES, _run
    )
    files = several(type=Path, default=[])
    add_model_option(command, required=True)
    command.add_argument("--source", metavar="S", help="source text, a sentence a line (.xz, .gz)", **files)
    command.add_argument("--target", metavar="T", help="its translation, line by line", **files)
    command.add_argument("--ids", metavar="F", help="the document of each line", **files)
    command.add_argument("--alignment", metavar="F", help="word alignments, as i-j links; with --tokenized", **files)
    command.add_argument(
        "--weights",
        metavar="W",
        help="how much each text counts for the combined system (default: all the same)",
        **several(type=float, default=[]),
    )
    command.add_argument(
        "--tokenized", action="store_true", help="the texts are tokenised: tokens are separated by spaces"
    )
    command.add_argument("--store", type=Path, metavar="DIR", help="where analyses are kept (default: in the model)")
    command.add_argument(
        "--lines", type=int, default=0, metavar="N", help="learn from about N lines, whole documents (default: all)"
    )
    command.add_argument(
        "--only",
        choices=Names("antecede.pronouns.parts", "PARTS"),
        default=[],
        metavar="PART",
        help="train these parts alone: %(choices)s",
        **several(),
    )
    command.add_argument("--threads", type=int, default=1, metavar="K", help="threads (default: %(default)s)")


def _run(options: argparse.Namespace) -> int:
    from antecede.errors import BadOption
    from antecede.models import ModelFolder
    from antecede.pronouns.parts import train_pronouns
    from antecede.pronouns.training.corpus import CorpusFiles
    from antecede.pronouns.training.job import TrainingJob

    if options.lines < 0 or options.threads < 1:
        raise BadOption("--lines is 0 (all) or more, and --threads 1 or more")
    folder = ModelFolder.find(options.model)
    if options.source:
        files = CorpusFiles(
            options.source, options.target, options.ids, options.alignment, options.tokenized, options.weights
        )
    elif options.target or options.ids or options.alignment or options.weights:
        raise BadOption("--target, --ids, --alignment and --weights go with --source")
    else:
        files = CorpusFiles.of_model(folder.path)
    job = TrainingJob(folder, files, options.lines, options.store, options.threads, progress=True)
    for name, figures in train_pronouns(job, options.only).items():
        shown = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in figures.items())
        sys.stderr.write(f"{folder.path}: {name}: {shown}\n")
    return 0
