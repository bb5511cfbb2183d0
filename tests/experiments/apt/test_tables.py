from __future__ import annotations

import io
import json
import sys

import pytest
from rich.console import Console

from antecede.alignment.pronouns import Words
from antecede.errors import ResourceError
from antecede.evaluation.ratings.gap_filling import Item
from antecede.evaluation.results import Case, Judged, ScoredPronoun
from antecede.experiments.apt import figures as apt_paper
from antecede.experiments.apt.figures import Experiment, Observations
from antecede.experiments.apt.tables import as_json, figures, tables
from antecede.report.table import Table

# Names that Markdown, rich's markup and mathematics in figures would each misread.
NAMES = ("a|b", "[red]c", "$d$")


@pytest.fixture(scope="module")
def experiment() -> Experiment:
    il = Words((0,), "il")
    cases = [(1, 1, 1), (1, 1, 3), (1, 3, 3)]
    pronouns = [
        ScoredPronoun(i, 0, "it", il, tuple(Judged(il, Case(case)) for case in row)) for i, row in enumerate(cases)
    ]
    annotations = {Item(name, i, 0): (frozenset({"il"}),) for name in NAMES for i in range(3)}
    observations = Observations(
        systems=NAMES,
        basic=pronouns,
        repaired=pronouns,
        annotations=annotations,
        metrics={"chrF": dict.fromkeys(NAMES, 50.0)},
        human=dict(zip(NAMES, (3.0, 2.0, 1.0), strict=True)),
    )
    return apt_paper.run(observations)


def table(experiment: Experiment, title: str) -> Table:
    return next(found for found in tables(experiment) if found.title.startswith(title))


def test_every_row_is_as_long_as_its_header(experiment: Experiment) -> None:
    for found in tables(experiment):
        assert {len(row) for row in found.rows} == {len(found.columns)}


def test_figures_stand_beside_the_published_ones(experiment: Experiment) -> None:
    table_5 = table(experiment, "Table 5")
    # Nine items, all of them correct: six in case 1, three in case 3; nothing in the other cases.
    assert table_5.rows[0] == ("1 same", "100%", "0%", "0%", "6", "84%", "13%", "3%", "534")
    assert table_5.rows[1][1:5] == ("–", "–", "–", "0")
    assert table_5.rows[-1] == ("Total", "100%", "0%", "0%", "9", "47%", "43%", "10%", "1498")
    table_4 = table(experiment, "Table 4")
    assert table_4.rows[0] == ("basic", "0", "0", "1.000", "1.000", "0.999", "1.000")
    assert table_4.rows[1][5:] == ("–", "–")
    figure_2 = table(experiment, "Figure 2")
    assert figure_2.rows[0][1] == "6 (67%)"
    assert figure_2.rows[-1] == ("reference matches annotation", "9 (100%)", "9 (100%)", "61%", "66%")


def test_what_is_undefined_is_a_dash_and_null(experiment: Experiment) -> None:
    row = next(row for row in table(experiment, "Figure 1 and Table 3").rows if row[0] == "chrF")
    assert row == ("chrF", "–", "–", "–", "–")
    found = json.loads(json.dumps(as_json(experiment), allow_nan=False))
    assert found["table_3"][0]["all"] == {"pearson": None, "spearman": None, "systems": 3}
    assert found["gap_filling"]["a|b"]["pronouns"]["elle"] == {"precision": None, "recall": None, "f": None}
    assert found["human"]["a|b"] == 3.0


def test_names_are_shown_as_they_are(experiment: Experiment) -> None:
    human = table(experiment, "Human judgement: accuracy")
    assert "| a\\|b | 3.000 |" in human.markdown()
    stream = io.StringIO()
    Console(file=stream, width=200).print(human.rich())
    assert "[red]c" in stream.getvalue()


def test_a_note_is_shown_as_it_is() -> None:
    stream = io.StringIO()
    note = "Without [bold]x[/bold]."
    shown = Table("Title", ("a column of some width", "b"), (("1", "2"),), note)
    Console(file=stream, width=80).print(shown.rich())
    assert note in stream.getvalue()
    assert shown.markdown() == f"## Title\n\n| a column of some width | b |\n| --- | ---: |\n| 1 | 2 |\n\n{note}\n"


def test_figures_are_drawn_and_repeatable(experiment: Experiment) -> None:
    pytest.importorskip("matplotlib")
    drawn = figures(experiment)
    assert set(drawn) == {"figure-1.png", "figure-1.svg", "figure-2.png", "figure-2.svg"}
    assert drawn["figure-1.png"].startswith(b"\x89PNG")
    assert b"$d$" in drawn["figure-1.svg"]
    assert figures(experiment) == drawn


def test_missing_matplotlib_says_what_to_install(experiment: Experiment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ResourceError, match=r"antecede\[plots\]"):
        figures(experiment)
