"""`antecede analyse`: parse a text once, for everything that is trained on it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.cli._common import add_command, language_code, several

if TYPE_CHECKING:
    import argparse

    from antecede.cli._common import Commands

_EXAMPLES: Final = """
  antecede analyse --language en --text europarl.en --ids europarl.ids --store analysis.en --processes 2
  antecede analyse --language fr --text corpus.tok.fr --tokenized --no-syntax --store analysis.fr
"""


def register(commands: Commands) -> None:
    """Add the command to the command line."""
    command = add_command(
        commands, "analyse", "parse a text into a folder that training reads; continues an interrupted run",
        _EXAMPLES, _run,
    )  # fmt: skip
    command.add_argument("--language", required=True, type=language_code, metavar="L", help="en, fr or es")
    command.add_argument("--text", type=Path, required=True, metavar="F", help="one sentence a line", **several())
    command.add_argument("--ids", type=Path, metavar="F", help="the document of each line", **several())
    command.add_argument(
        "--tokenized", action="store_true", help="the text is tokenised: tokens are separated by spaces"
    )
    command.add_argument("--store", type=Path, required=True, metavar="DIR", help="the folder")
    command.add_argument(
        "--processes", type=int, default=1, metavar="K", help="processes to run in parallel (default: 1)"
    )
    command.add_argument("--no-syntax", action="store_true", help="no dependencies and noun phrases: faster")
    command.add_argument("--no-entities", action="store_true", help="no classes of names: faster")
    command.add_argument("--pipeline", metavar="NAME", help="another spaCy pipeline: its name if installed, or a path")


def _run(options: argparse.Namespace) -> int:
    from antecede.analysis.analyser import Settings
    from antecede.analysis.store import analyse_text
    from antecede.progress import showing
    from antecede.text.parallel import ParallelText

    text = ParallelText.read(options.text, ids=options.ids, tokenised=options.tokenized)
    settings = Settings(
        options.language, options.pipeline, syntax=not options.no_syntax, entities=not options.no_entities
    )
    with showing(f"analysing {len(text.source)} sentences", enabled=True) as show:
        store = analyse_text(
            text.source,
            options.store,
            settings,
            ids=text.document_ids if options.ids is not None else None,
            tokenised=options.tokenized,
            processes=options.processes,
            progress=show,
        )
    sys.stderr.write(f"{len(store)} sentences, {len(store.runs)} documents: {store.pipeline}\n")
    return 0
