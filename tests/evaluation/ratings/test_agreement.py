from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antecede.evaluation.ratings.agreement import agreements, cohen_kappa, disputed, fleiss_kappa


def test_cohen_kappa_of_the_usual_example() -> None:
    # Two readers of 50 proposals: 20 both yes, 15 both no, 5 and 10 apart.
    # Observed .7; expected (25/50 · 30/50) + (25/50 · 20/50) = .5; kappa = .2 / .5.
    first = ["yes"] * 25 + ["no"] * 25
    second = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15
    assert cohen_kappa(first, second) == pytest.approx(0.4)
    assert cohen_kappa(["il"], ["il"]) is None
    with pytest.raises(ValueError, match="same items"):
        cohen_kappa(["il"], [])


def test_fleiss_kappa_of_the_usual_example() -> None:
    # Fleiss's layout: 10 items, 14 raters, 5 labels; kappa = .210 (observed .378, expected .213).
    table = [
        (0, 0, 0, 0, 14),
        (0, 2, 6, 4, 2),
        (0, 0, 3, 5, 6),
        (0, 3, 9, 2, 0),
        (2, 2, 8, 1, 1),
        (7, 7, 0, 0, 0),
        (3, 2, 6, 3, 0),
        (2, 5, 3, 2, 2),
        (6, 5, 2, 1, 0),
        (0, 2, 2, 3, 7),
    ]
    ratings = [[label for label, count in enumerate(row) for _ in range(count)] for row in table]
    assert fleiss_kappa(ratings) == pytest.approx(0.210, abs=5e-4)


@pytest.mark.parametrize(
    ("ratings", "kappa"),
    [([], None), ([["il"]], None), ([["il", "il"]], None), ([["il", "il"], ["ce", "ce"], ["on"]], 1.0)],
)
def test_fleiss_kappa_at_the_edges(ratings: list[list[str]], kappa: float | None) -> None:
    assert fleiss_kappa(ratings) == kappa


@pytest.mark.parametrize(
    ("both_right", "both_wrong", "first_alone", "second_alone", "kappa"),
    [
        (144, 44, 7, 24, 0.645),  # Luong and Popescu-Belis 2016: 219 instances, 188 agreed
        (145, 43, 2, 29, 0.645),  # the other table of whole numbers that gives as much
        (162, 52, 5, 0, 0.939),  # after deliberation, however the 5 that stay open are split
        (162, 52, 2, 3, 0.939),
    ],
)
def test_the_published_kappas(
    both_right: int, both_wrong: int, first_alone: int, second_alone: int, kappa: float
) -> None:
    first = [1] * both_right + [0] * both_wrong + [1] * first_alone + [0] * second_alone
    second = [1] * both_right + [0] * both_wrong + [0] * first_alone + [1] * second_alone
    (found,) = agreements({"A": dict(enumerate(first)), "B": dict(enumerate(second))})
    assert (found.shared, found.agreed) == (219, both_right + both_wrong)
    assert round(found.kappa or 0, 3) == kappa


def test_raters_with_nothing_in_common_have_no_agreement() -> None:
    (found,) = agreements({"A": {1: True}, "B": {2: True}})
    assert (found.shared, found.observed, found.kappa) == (0, None, None)


def test_each_two_of_three_raters_are_compared() -> None:
    answers = {"A": {1: True, 2: False}, "B": {1: True}, "C": {1: False, 2: False}}
    assert [(each.raters, each.shared, each.agreed) for each in agreements(answers)] == [
        (("A", "B"), 1, 1),
        (("A", "C"), 2, 1),
        (("B", "C"), 1, 0),
    ]
    assert disputed(answers) == [1]


@given(st.dictionaries(st.integers(0, 20), st.booleans(), min_size=1), st.data())
def test_settling_everything_leaves_no_disagreement(first: dict[int, bool], data: st.DataObject) -> None:
    second = {thing: data.draw(st.booleans()) for thing in first}
    answers = {"A": first, "B": second}
    settled = {thing: data.draw(st.booleans()) for thing in disputed(answers)}
    (found,) = agreements(answers, settled)
    assert found.agreed == found.shared
