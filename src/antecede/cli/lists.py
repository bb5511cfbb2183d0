"""`antecede lists`: which pronouns may stand for each other."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import rich_argparse

from antecede.cli._common import add_command, print_tables, write_outputs
from antecede.cli.rate import KEY, add_answers

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from antecede.cli._common import Commands

_EXAMPLES: Final = """
  antecede lists learn rated answers-A.csv -o lists.toml && antecede score --lists lists.toml ...
  antecede lists learn rated answers-A.csv answers-B.csv --adjudicated settled.csv --least 0.02 -o lists.toml
"""


def register(commands: Commands) -> None:
    """Add the command to the command line."""
    command = commands.add_parser(
        "lists",
        help="learn which pronouns may stand for each other",
        description="Lists of pronouns for `antecede score --lists`.",
        formatter_class=rich_argparse.RawDescriptionRichHelpFormatter,
    )
    ways = command.add_subparsers(title="commands", metavar="COMMAND", required=True)
    learn = add_command(ways, "learn", "learn the equivalent pronouns from ratings", _EXAMPLES, _learn)
    add_answers(learn)
    learn.add_argument(
        "--least", type=float, default=0.05, metavar="P", help="drop rarer pairs than this share (default: %(default)s)"
    )
    learn.add_argument(
        "--above",
        type=float,
        default=0.5,
        metavar="P",
        help="keep pairs that are right more often (default: %(default)s)",
    )
    learn.add_argument("-o", "--output", metavar="OUT", help="where the lists go, TOML; - is the output stream")
    learn.add_argument("--json", metavar="OUT", help="all counts for programs; - is the output stream")


def _learn(options: argparse.Namespace) -> int:
    from antecede.evaluation.lists import find_lists
    from antecede.evaluation.ratings.accuracy import final_labels
    from antecede.evaluation.ratings.answers import read_adjudicated, read_answers
    from antecede.evaluation.ratings.blocks import read_key
    from antecede.evaluation.ratings.lists import learn, lists_json, lists_toml, ratings_of
    from antecede.pairs import pair
    from antecede.report.rating import learnt_tables

    prepared = read_key(options.folder / KEY)
    answers = read_answers(options.answers, prepared)
    settled = read_adjudicated(options.adjudicated, prepared, answers) if options.adjudicated else {}
    lists = find_lists(pair(prepared.pair), None)
    ratings = ratings_of(prepared, final_labels(answers, settled))
    learnt = learn(ratings, lists, least=options.least, above=options.above)
    outputs: dict[str | Path, str] = {}
    if options.output is not None:
        outputs[options.output] = lists_toml(learnt)
    if options.json is not None:
        outputs[options.json] = json.dumps(lists_json(learnt), ensure_ascii=False, indent=1) + "\n"
    write_outputs(outputs)
    if "-" not in outputs:
        print_tables(learnt_tables(learnt))
    return 0
