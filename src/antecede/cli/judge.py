"""`antecede judge`: which of several given translations is preferred, line by line."""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.cli._common import add_command, add_model_option, several, write_outputs

if TYPE_CHECKING:
    import argparse

    from antecede.cli._common import Commands

_EXAMPLES: Final = """
  antecede judge --pair en-fr --source set.en --targets right.fr wrong.fr --ids set.ids --json verdicts.json
  antecede judge --pair es-en --source s.es --targets his.en her.en its.en --json -
Lines of a document are each other's context: what an antecedent became in a version's earlier lines decides which
pronoun fits that version.
"""


def register(commands: Commands) -> None:
    """Add the command to the command line."""
    command = add_command(
        commands, "judge", "say which of given translations is preferred, line by line", _EXAMPLES, _run
    )
    command.add_argument("--pair", required=True, metavar="PAIR", help="language pair, such as en-fr")
    command.add_argument("--source", type=Path, required=True, metavar="S", help="source text, one sentence a line")
    command.add_argument(
        "--targets", required=True, metavar="T", help="two or more translations of it", **several(type=Path)
    )
    command.add_argument("--ids", type=Path, metavar="F", help="the document of each line; without it, all are one")
    add_model_option(command)
    command.add_argument("--parts", action="store_true", help="write what each part of a score says, too")
    command.add_argument("--json", required=True, metavar="OUT", help="where to write; - for the output stream")


def _run(options: argparse.Namespace) -> int:
    from antecede.errors import BadOption, LengthMismatch
    from antecede.files import read_lines
    from antecede.models import ModelFolder
    from antecede.pronouns.judging.opening import judge_documents, open_judge
    from antecede.pronouns.setting import Setting

    if len(options.targets) < 2:
        raise BadOption("--targets: at least two translations are compared")
    texts = [read_lines(path) for path in (options.source, *options.targets)]
    for path, lines in zip(options.targets, texts[1:], strict=True):
        if len(lines) != len(texts[0]):
            raise LengthMismatch(options.source, len(texts[0]), path, len(lines))
    ids = [line.partition("\t")[0] for line in read_lines(options.ids)] if options.ids else [""] * len(texts[0])
    if len(ids) != len(texts[0]):
        raise LengthMismatch(options.source, len(texts[0]), options.ids, len(ids))
    judge = open_judge(Setting.of(ModelFolder.find(options.model, pair=options.pair)))
    lengths = [sum(1 for _ in group) for _, group in groupby(ids)]
    told = []
    for line in judge_documents(judge, texts[0], texts[1:], lengths):
        scores = [judge.weights.score(parts) for parts in line]
        entry: dict[str, object] = {"scores": scores, "best": max(range(len(scores)), key=scores.__getitem__)}
        if options.parts:
            entry["parts"] = [parts._asdict() for parts in line]
        told.append(entry)
    write_outputs({options.json: json.dumps({"pair": options.pair, "lines": told}, indent=1) + "\n"})
    return 0
