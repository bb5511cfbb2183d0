"""`antecede judge`: which of several given translations is preferred, line by line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.cli._common import (
    add_command,
    add_document_options,
    add_model_option,
    add_resolver_option,
    add_scorer_options,
    opened_scorer,
    pair_name,
    several,
    write_outputs,
)
from antecede.cli._judge_set import add_set_options, run_set

if TYPE_CHECKING:
    import argparse

    from antecede.cli._common import Commands

_EXAMPLES: Final = """
  antecede judge --pair en-fr --source set.en --targets right.fr wrong.fr
  antecede judge --pair en-fr --source set.en --targets right.fr wrong.fr --ids set.ids --json verdicts.json
  antecede judge --pair en-fr --source set.en --targets a.fr b.fr --scorer neural --json verdicts.json
  antecede judge --pair es-en --source s.es --targets his.en her.en its.en --json -
  antecede judge --pair en-fr --set blocks-of-two pronouns/ --scorer neural
  antecede judge --pair en-fr --set targeted pronouns.json --candidate engine.fr --json accuracy.json
Lines of a document are each other's context: what an antecedent became in a version's earlier lines decides which
pronoun fits that version.
"""


def register(commands: Commands) -> None:
    """Add the command to the command line."""
    command = add_command(
        commands, "judge", "say which of given translations is preferred, line by line", _EXAMPLES, _run
    )
    command.add_argument("--pair", required=True, type=pair_name, metavar="PAIR", help="language pair, such as en-fr")
    command.add_argument("--source", type=Path, metavar="S", help="source text, one sentence a line")
    command.add_argument("--targets", metavar="T", help="two or more translations of it", **several(type=Path))
    add_document_options(command)
    add_model_option(command)
    add_resolver_option(command)
    add_scorer_options(command)
    command.add_argument("--parts", action="store_true", help="write what each part of a score says, too")
    add_set_options(command)
    command.add_argument(
        "--json", metavar="OUT", help="write it as JSON; - for the output stream (default: a table for people)"
    )


def _run(options: argparse.Namespace) -> int:
    from antecede.errors import BadOption
    from antecede.report.judging import print_judged
    from antecede.tasks.judge import Judge

    if options.set is not None:
        return run_set(options)
    missing = [f"--{name}" for name in ("source", "targets") if not getattr(options, name)]
    if missing:
        raise BadOption(f"{', '.join(missing)}: needed, unless --set names a test set")
    if len(options.targets) < 2:
        raise BadOption("--targets: at least two translations are compared")
    if options.parts and options.json is None:
        raise BadOption("--parts is for --json")
    judge = Judge.load(options.pair, model=options.model, scorer=opened_scorer(options), resolver=options.resolver)
    judged = judge.judge_files(options.source, *options.targets, ids=options.ids, one_document=options.one_document)
    if options.json is None:
        print_judged(judged, [path.name for path in options.targets])
        return 0
    entries = []
    for line in judged.lines:
        entry: dict[str, object] = {"source": line.source, "targets": line.targets}
        entry |= {"scores": line.scores, "best": line.best, "margin": line.margin}
        if options.parts:
            told = line.parts[0]._fields if options.scorer else line.parts[0]._fields[:-1]
            entry["parts"] = [{name: getattr(parts, name) for name in told} for parts in line.parts]
        entries.append(entry)
    text = json.dumps({"pair": options.pair, "lines": entries}, ensure_ascii=False, indent=1)
    write_outputs({options.json: text + "\n"})
    return 0
