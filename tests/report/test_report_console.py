from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from antecede.evaluation.ratings.correlation import Correlation
from antecede.report import print_correlations, print_evaluation

if TYPE_CHECKING:
    from antecede.evaluation.results import Evaluation


def printed(evaluation: Evaluation, *, width: int = 200, terminal: bool = False) -> str:
    stream = io.StringIO()
    console = Console(file=stream, width=width, force_terminal=terminal, color_system="standard" if terminal else None)
    print_evaluation(evaluation, console)
    return stream.getvalue()


@pytest.mark.parametrize("width", [40, 80, 200])
def test_the_last_lines_are_scores_with_signatures_whole(evaluation: Evaluation, width: int) -> None:
    assert printed(evaluation, width=width).splitlines()[-3:] == [
        "APT = 0.4500 (4/1/3/1/1/0)  apt|pair:en-fr|n:10|v:0.1.0",
        "APT = 0.9000 (9/0/0/0/0/1)  apt|pair:en-fr|n:10|v:0.1.0",
        "APT = 0.3500 (3/1/4/1/1/0)  apt|pair:en-fr|n:10|v:0.1.0",
    ]


@pytest.mark.parametrize(
    "row",
    [
        ["base/out.fr", "0.4500", "4", "1", "3", "1", "1", "0", "0.3333", "30.00", "50.00"],
        ["<b>ours/out.fr", "0.9000**", "9", "0", "0", "0", "0", "1", "0.3333", "31.00", "50.00"],
        ["base/out.fr", "→", "<b>ours/out.fr", "4", "0", "0.0040", "0.2000"],
        ["<b>ours/out.fr", "il", "1", "0", "+1"],
        ["ils", "0", "2", "-2"],
    ],
)
def test_tables_have_the_figures(evaluation: Evaluation, row: list[str]) -> None:
    assert row in [line.split() for line in printed(evaluation).splitlines()]


def test_one_system_has_nothing_to_compare(alone: Evaluation) -> None:
    text = printed(alone)
    assert "Improved" not in text
    assert "McNemar" not in text


def test_correlations_are_printed_where_there_are_any() -> None:
    stream = io.StringIO()
    print_correlations({}, Console(file=stream))
    assert not stream.getvalue()
    print_correlations({"APT": Correlation(0.98765, None, 4)}, Console(file=stream, width=80))
    assert ["APT", "0.9877", "–", "4"] in [line.split() for line in stream.getvalue().splitlines()]


def test_colours_only_on_a_terminal(evaluation: Evaluation) -> None:
    assert "\x1b[" not in printed(evaluation)
    assert "\x1b[" in printed(evaluation, terminal=True)


def test_names_are_neither_markup_nor_terminal_commands(alone: Evaluation) -> None:
    system = replace(alone.systems[0], name="[red]x[bold]\x1b[2J")
    text = printed(replace(alone, systems=(system,)))
    assert "[red]x[bold]\N{REPLACEMENT CHARACTER}[2J" in text
    assert "\x1b" not in text
