"""Judged translations as a table."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from antecede.pronouns.judging.judge import Parts
from antecede.report.judging import print_judged
from antecede.tasks.judge import Judged, JudgedLine

PARTS = (Parts(), Parts())


def test_each_line_is_a_row_with_what_is_preferred_and_by_how_much() -> None:
    lines = (
        JudgedLine((-1.0, -1.0), PARTS, "The house is old.", ("La maison.", "La maison.")),
        JudgedLine((), (), "", ("", "")),
        JudgedLine((-8.0, -5.5), PARTS, "It is \x1b[31mred.", ("Il est rouge.", "Elle est rouge.")),
    )
    out = StringIO()
    print_judged(Judged("en-fr", lines), ["runs/a/out.fr", "runs/b/out.fr"], Console(file=out, width=100))
    head, first, second, blank, told = out.getvalue().splitlines()
    assert head.split() == ["line", "source", "1", "a/out.fr", "2", "b/out.fr", "preferred", "margin"]
    assert first.split() == ["1", "The", "house", "is", "old.", "La", "maison.", "La", "maison.", "="]
    assert second.split()[0] == "3"
    assert second.split()[-2:] == ["2", "2.50"]
    assert "\x1b" not in second
    assert blank == ""
    assert told == "preferred: 1 a/out.fr in 0, 2 b/out.fr in 1; = where the lines score the same"
