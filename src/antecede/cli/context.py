"""`antecede context`: the note to hand to an engine that takes context."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.cli._common import add_command, add_document_options, add_model_option, pair_name, write_outputs

if TYPE_CHECKING:
    import argparse

    from antecede.cli._common import Commands

_EXAMPLES: Final = """
  antecede context --pair en-fr --source talk.en
  antecede context --pair en-fr --source talk.en --format deepl -o talk.context   # as many lines as talk.en
  antecede context --pair en-fr --source talk.en --candidate engine.fr --format prompt --least .8
"""


def register(commands: Commands) -> None:
    """Add the command to the command line."""
    summary = "write what each pronoun stands for, as a note for an engine that takes context"
    command = add_command(commands, "context", summary, _EXAMPLES, _run)
    command.add_argument("--pair", required=True, type=pair_name, metavar="PAIR", help="language pair, such as en-fr")
    command.add_argument(
        "--source", type=Path, required=True, metavar="S", help="source text, one sentence a line; - is standard input"
    )
    command.add_argument(
        "--candidate",
        type=Path,
        metavar="O",
        help="a translation, line by line: nouns have the gender that they have there, not what they usually have",
    )
    add_document_options(command)
    add_model_option(command)
    command.add_argument(
        "--format",
        choices=("text", "json", "deepl", "prompt"),
        default="text",
        help="a pronoun a line for people; JSON; for each line of the source a line with its context (the sentences"
        " before and the notes, in the source language), or one with instructions for a language model (default:"
        " %(default)s)",
    )
    command.add_argument(
        "--least",
        type=float,
        default=0.5,
        metavar="P",
        help="what is less likely than this is not said (default: %(default)s)",
    )
    command.add_argument(
        "-o", dest="out", metavar="OUT", help="where to write; - for the output stream, which is the default"
    )
    command.add_argument("--json", metavar="OUT", help="write all of it as JSON, too; - for the output stream")


def _run(options: argparse.Namespace) -> int:
    from antecede.errors import BadOption
    from antecede.tasks.context import ContextWriter

    # Who asks for JSON alone gets it alone.
    out = options.out or (None if options.json else "-")
    if out == "-" == options.json:
        raise BadOption("the notes and the JSON cannot both go to the output stream; give -o or --json a file")
    writer = ContextWriter.load(options.pair, model=options.model, least=options.least)
    told = writer.read(
        options.source, options.candidate, ids=options.ids, one_document=options.one_document, progress=True
    )
    as_json = json.dumps(told.as_json(), ensure_ascii=False, indent=1) + "\n"
    formats = {
        "text": told.text,
        "json": as_json,
        "deepl": "".join(f"{line.paragraph}\n" for line in told.lines),
        "prompt": "".join(f"{line.prompt}\n" for line in told.lines),
    }
    outputs: dict[str | Path, str | bytes] = {}
    if out:
        outputs[out] = formats[options.format]
    if options.json:
        outputs[options.json] = as_json
    write_outputs(outputs)
    return 0
