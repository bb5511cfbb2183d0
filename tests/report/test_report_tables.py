"""The numbers here were counted by hand from the ten pronouns of `conftest.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from antecede.evaluation.results import Comparison
from antecede.report import tables
from antecede.report.tables import MISSING, OTHER, Cell, Change, Label, Share

if TYPE_CHECKING:
    from antecede.evaluation.results import Evaluation

HOSTILE = "</script><script>alert(1)</script>"


def labels(*texts: str) -> tuple[Label, ...]:
    return tuple(map(Label, texts))


@pytest.mark.parametrize(
    ("top", "expected"),
    [
        (3, (*labels("il", "ils", "elle"), OTHER, MISSING)),
        (6, (*labels("il", "ils", "elle", "elles", "c'", "l'", HOSTILE), MISSING)),  # "other" for one word says less
        (10, (*labels("il", "ils", "elle", "elles", "c'", "l'", HOSTILE), MISSING)),
    ],
)
def test_matrix_labels_are_the_most_frequent_then_other_and_missing(
    evaluation: Evaluation, top: int, expected: tuple[Label, ...]
) -> None:
    assert tables.matrix_labels(evaluation, top=top) == expected


def test_confusion_counts_what_the_system_wrote_for_each_reference(evaluation: Evaluation) -> None:
    shown = (*labels("il", "ils", "elle"), OTHER, MISSING)
    matrix = tables.confusion(evaluation, 0, shown)
    none = Cell()
    assert matrix.rows == matrix.columns == shown
    assert matrix.cells == (
        (Cell(2, 2), none, none, Cell(1), none),
        (none, Cell(2, 2), none, none, none),
        (Cell(1), none, none, none, none),
        (Cell(1, 1), Cell(1), none, none, Cell(1)),
        (Cell(1), none, none, none, none),
    )
    assert matrix.row_totals == (3, 2, 1, 3, 1)
    assert matrix.column_totals == (5, 3, 0, 1, 1)


def test_a_word_that_only_candidates_have_is_a_column_and_not_a_row(evaluation: Evaluation) -> None:
    matrix = tables.confusion(evaluation, 0, tables.matrix_labels(evaluation))
    assert Label(HOSTILE) in matrix.columns
    assert Label(HOSTILE) not in matrix.rows


def test_shares_by_source_pronoun_ignore_its_capitals(evaluation: Evaluation) -> None:
    assert tables.shares_by_source(evaluation) == (
        Share(Label("it"), 7, (3, 6, 4)),
        Share(Label("they"), 3, (2, 3, 0)),
    )


def test_shares_by_reference_pronoun(evaluation: Evaluation) -> None:
    assert tables.shares_by_reference(evaluation) == (
        Share(Label("il"), 3, (2, 3, 2)),
        Share(Label("ils"), 2, (2, 2, 0)),
        Share(Label("c'"), 1, (1, 1, 0)),
        Share(Label("elle"), 1, (0, 1, 1)),
        Share(Label("elles"), 1, (0, 1, 0)),
        Share(Label("l'"), 1, (0, 1, 1)),
        Share(MISSING, 1, (0, 0, 0)),
    )


def test_rare_pronouns_share_a_line(evaluation: Evaluation) -> None:
    assert tables.shares_by_reference(evaluation, top=2) == (
        Share(Label("il"), 3, (2, 3, 2)),
        Share(Label("ils"), 2, (2, 2, 0)),
        Share(OTHER, 4, (1, 4, 2)),
        Share(MISSING, 1, (0, 0, 0)),
    )


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (0, 1, [("il", 1, 0), ("elle", 1, 0), ("elles", 1, 0), ("l'", 1, 0)]),
        (0, 2, [("il", 1, 1), ("ils", 0, 2), ("c'", 0, 1), ("elle", 1, 0), ("l'", 1, 0)]),
        (1, 2, [("il", 0, 1), ("ils", 0, 2), ("c'", 0, 1), ("elles", 0, 1)]),
    ],
)
def test_changes_list_the_pronouns_where_two_systems_differ(
    evaluation: Evaluation, a: int, b: int, expected: list[tuple[str, int, int]]
) -> None:
    assert tables.changes(evaluation, a, b) == tuple(Change(Label(text), *counts) for text, *counts in expected)


def test_changes_add_up_to_the_comparison(evaluation: Evaluation) -> None:
    comparison = evaluation.comparisons[1]
    rows = tables.changes(evaluation, 0, 2)
    assert sum(row.improved for row in rows) == comparison.improved
    assert sum(row.degraded for row in rows) == comparison.degraded
    assert sum(row.delta for row in rows) == -1


@pytest.mark.parametrize(
    ("p_value", "mark"), [(1.0, ""), (0.05, ""), (0.0499, "*"), (0.01, "*"), (0.00999, "**"), (0.0, "**")]
)
def test_marks_of_significance(p_value: float, mark: str) -> None:
    assert tables.significance(p_value) == mark


def test_systems_are_compared_with_the_first(evaluation: Evaluation) -> None:
    found = tables.against_first(evaluation)
    assert found == (None, *evaluation.comparisons[:2])
    assert isinstance(found[1], Comparison)


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["a.fr"], ("a.fr",)),
        (["out/a.fr", "out/b.fr"], ("a.fr", "b.fr")),
        (["x/a.fr", "y/a.fr", "b.fr"], ("x/a.fr", "y/a.fr", "b.fr")),
        (["a.fr", "old/a.fr"], ("a.fr", "old/a.fr")),
        (["/1/x/a.fr", "/2/x/a.fr"], ("1/x/a.fr", "2/x/a.fr")),
        (["out/a.fr", "out/a.fr"], ("a.fr", "a.fr")),
        (["out/"], ("out/",)),
    ],
)
def test_short_names_are_the_ends_that_tell_paths_apart(names: list[str], expected: tuple[str, ...]) -> None:
    assert tables.short_names(names) == expected


def test_the_line_to_quote(evaluation: Evaluation) -> None:
    assert tables.score_line(evaluation.systems[0]) == "APT = 0.4500 (4/1/3/1/1/0)  apt|pair:en-fr|n:10|v:0.1.0"
