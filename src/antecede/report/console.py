"""The result on the terminal: scores, comparisons, pronouns won and lost, and the lines to quote."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from antecede.evaluation.results import Case
from antecede.report import tables

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console

    from antecede.evaluation.ratings.correlation import Correlation
    from antecede.evaluation.results import Evaluation

# A word of a foreign file may hold what a terminal takes for a command.
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def print_evaluation(evaluation: Evaluation, console: Console) -> None:
    """Print the scores, what the systems won and lost, and one line for each system that can be quoted."""
    shown = [_scores(evaluation)]
    if evaluation.comparisons:
        shown.append(_comparisons(evaluation))
    if len(evaluation.systems) > 1:
        shown.append(_changes(evaluation))
    for table in shown:
        console.print(table)
        console.print()
    for system in evaluation.systems:
        console.print(_plain(tables.score_line(system)), soft_wrap=True)


def print_correlations(correlations: Mapping[str, Correlation], console: Console) -> None:
    """Print how each metric agrees with human scores; nothing when there is none."""
    if not correlations:
        return
    table = _table("Correlation with human scores")
    table.add_column("Metric")
    for heading in ("Pearson", "Spearman", "Systems"):
        table.add_column(heading, justify="right")
    for metric, found in correlations.items():
        coefficients = ("–" if value is None else f"{value:.4f}" for value in (found.pearson, found.spearman))
        table.add_row(metric, *coefficients, str(found.systems))
    console.print()
    console.print(table)


def _scores(evaluation: Evaluation) -> Table:
    table = _table(f"{evaluation.pair}: {len(evaluation.pronouns)} pronouns in {len(evaluation.source)} sentences")
    table.add_column("System", overflow="fold")
    table.add_column("APT", no_wrap=True)
    others = [metric for metric in evaluation.systems[0].scores if metric != "apt"]
    headings = (evaluation.systems[0].scores[metric].heading for metric in others)
    for heading in (*(str(case.value) for case in Case), *headings):
        table.add_column(heading, justify="right", no_wrap=True)
    names = tables.short_names([system.name for system in evaluation.systems])
    marks = [tables.significance(found.p_value) if found else "" for found in tables.against_first(evaluation)]
    for name, system, mark in zip(names, evaluation.systems, marks, strict=True):
        table.add_row(
            _plain(name),
            Text.assemble((f"{system.apt.score:.4f}", "bold"), (mark, "cyan")),
            *map(str, system.apt.cases),
            *(tables.value_text(system.scores[metric]) for metric in others),
        )
    if any(marks):
        table.caption = "* p < .05, ** p < .01 against the first system (McNemar)"
    return table


def _comparisons(evaluation: Evaluation) -> Table:
    table = _table("Comparisons (improved: B is right where A is wrong)")
    table.add_column("A → B", overflow="fold")
    metrics = list(dict.fromkeys(name for found in evaluation.comparisons for name, _ in found.bootstrap))
    # The names need the room of a terminal's 80 columns: metrics are named alone, and the caption says what it is.
    for heading in ("Improved", "Degraded", "p", *metrics):
        table.add_column(heading, justify="right", no_wrap=True)
    table.caption = "p: McNemar" + (f"; {', '.join(metrics)}: p of the paired bootstrap" if metrics else "")
    known = [system.name for system in evaluation.systems]
    short = dict(zip(known, tables.short_names(known), strict=True))
    for found in evaluation.comparisons:
        bootstrap = dict(found.bootstrap)
        table.add_row(
            _plain(f"{short[found.a]} → {short[found.b]}"),
            str(found.improved),
            str(found.degraded),
            tables.p_text(found.p_value),
            *(tables.p_text(bootstrap[name]) if name in bootstrap else "–" for name in metrics),
        )
    return table


def _changes(evaluation: Evaluation) -> Table:
    names = tables.short_names([system.name for system in evaluation.systems])
    table = _table(f"Against {names[0]}, by pronoun")
    table.add_column("System", overflow="fold")
    table.add_column("Pronoun", overflow="fold")
    for heading in ("Improved", "Degraded", "Δ"):
        table.add_column(heading, justify="right", no_wrap=True)
    for system in range(1, len(names)):
        for number, row in enumerate(tables.changes(evaluation, 0, system)):
            name = _plain(names[system]) if number == 0 else ""
            table.add_row(name, _plain(row.label.text), str(row.improved), str(row.degraded), _signed(row.delta))
        table.add_section()
    return table


def _table(title: str) -> Table:
    return Table(
        title=_plain(title),
        title_justify="left",
        title_style="bold",
        caption_justify="left",
        box=SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
    )


def _plain(text: str) -> Text:
    # Not a string: rich would read "[...]" in it as markup.
    return Text(_CONTROL.sub("\N{REPLACEMENT CHARACTER}", text))


def _signed(value: int) -> str:
    return f"{value:+d}" if value else "0"
