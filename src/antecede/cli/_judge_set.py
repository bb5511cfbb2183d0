"""`antecede judge --set`: published test sets, scored by their own rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from antecede.cli._common import opened_scorer, print_tables, write_outputs

if TYPE_CHECKING:
    import argparse


def add_set_options(command: argparse.ArgumentParser) -> None:
    """The options of a set."""
    command.add_argument(
        "--set",
        nargs=2,
        metavar=("LAYOUT", "DIR"),
        help="score a published test set in place of --source and --targets; a layout that is not known lists"
        " those that are",
    )
    command.add_argument(
        "--candidate", type=Path, metavar="C", help="with --set targeted: the translations of its segments, a line each"
    )


def run_set(options: argparse.Namespace) -> int:
    """Read the set, judge it or look at the candidate, and print the table."""
    from antecede.files import read_lines
    from antecede.pairs import pair
    from antecede.report.sets import set_table
    from antecede.tasks.judge import Judge
    from antecede.tasks.judge_set import judged_set, read_set, set_json, translated_set

    layout, place = options.set
    known = pair(options.pair)
    given = read_set(layout, Path(place), known.source, known.target)
    if options.candidate is not None:
        result = translated_set(given, read_lines(options.candidate), known.target, origin=options.candidate)
    else:
        judge = Judge.load(options.pair, model=options.model, scorer=opened_scorer(options), resolver=options.resolver)
        result = judged_set(judge, given)
    if options.json is not None:
        written = json.dumps(set_json(result, layout, known.name), ensure_ascii=False, indent=1) + "\n"
        write_outputs({options.json: written})
    if options.json != "-":
        print_tables([set_table(result, f"{place} ({layout}), {known.name}")])
    return 0
