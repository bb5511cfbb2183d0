from __future__ import annotations

import pytest

from antecede.evaluation.ratings.agreement import cohen_kappa, fleiss_kappa


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
