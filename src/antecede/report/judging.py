"""Which of several translations is preferred, as a table for the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from antecede.report.resolution import clean
from antecede.report.tables import short_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.tasks.judge import Judged

__all__ = ["print_judged"]

_SAME = "="


def print_judged(judged: Judged, names: Sequence[str], console: Console | None = None) -> None:
    """A row for each line: source, translations, which is preferred, and by how much; then how often each is."""
    # A pipe has no width of its own.
    console = console or Console(width=None if sys.stdout.isatty() else 200)
    shown = [f"{number} {name}" for number, name in enumerate(short_names(list(names)), start=1)]
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("line", justify="right")
    for heading in ("source", *shown):
        table.add_column(Text(clean(heading)), overflow="fold")
    table.add_column("preferred", justify="right")
    table.add_column("margin", justify="right")
    counts = [0] * len(names)
    for number, line in enumerate(judged.lines, start=1):
        if not line.source and not any(line.targets):
            continue
        same = line.margin == 0
        cells = [
            Text(clean(target), "bold" if which == line.best and not same else "")
            for which, target in enumerate(line.targets)
        ]
        verdict = (_SAME, "") if same else (str(line.best + 1), f"{line.margin:.2f}")
        counts[line.best] += not same
        table.add_row(str(number), Text(clean(line.source)), *cells, *verdict)
    console.print(table)
    told = ", ".join(f"{name} in {count}" for name, count in zip(shown, counts, strict=True))
    console.print("", Text(clean(f"preferred: {told}; {_SAME} where the lines score the same")), sep="\n")
