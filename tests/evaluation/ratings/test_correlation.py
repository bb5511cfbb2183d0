from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from antecede.errors import BadFormat, InputError, UnreadableFile
from antecede.evaluation.ratings.correlation import correlate, read_human_scores

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

SCORES = st.integers(-1000, 1000).map(lambda n: n / 8)


@pytest.mark.parametrize(
    ("metric", "human", "pearson", "spearman"),
    [
        # Deviations (-1.5, -.5, .5, 1.5) and (-1, 0, -1, 2): 4 / sqrt(5 · 6).
        # Ranks of the second with ties: 1.5, 3, 1.5, 4, so (-1, .5, -1, 1.5): 3 / sqrt(5 · 4.5).
        ((1, 2, 3, 4), (1, 2, 1, 4), 4 / math.sqrt(30), 3 / math.sqrt(22.5)),
        ((1, 2, 3), (3, 2, 1), -1.0, -1.0),
        # Deviations (-4, -1, 5) and (-4, -3, 7), each divided by 3: 54 / sqrt(42 · 74).
        ((1, 2, 4), (1, 4 / 3, 14 / 3), 54 / math.sqrt(42 * 74), 1.0),
        ((1, 2, 3), (5, 5, 5), None, None),
        ((0.1 + 0.2, 0.3, 0.3), (1, 2, 3), None, None),  # apart by rounding only
        # Two values apart by rounding only share a rank: (1.5, 1.5, 3), so (-.5, -.5, 1) and (0, -1, 1).
        ((0.1 + 0.2, 0.3, 1.3), (2, 1, 3), 1.5 / math.sqrt(3), 1.5 / math.sqrt(3)),
    ],
)
def test_correlation(
    metric: tuple[float, ...], human: tuple[float, ...], pearson: float | None, spearman: float | None
) -> None:
    names = [f"system {n}" for n in range(len(metric))]
    found = correlate(dict(zip(names, metric, strict=True)), dict(zip(reversed(names), reversed(human), strict=True)))
    assert found.systems == len(metric)
    assert found.pearson == (None if pearson is None else pytest.approx(pearson))
    assert found.spearman == (None if spearman is None else pytest.approx(spearman))


def textbook_pearson(xs: list[float], ys: list[float]) -> float:
    n = len(xs)
    covariance = n * sum(x * y for x, y in zip(xs, ys, strict=True)) - sum(xs) * sum(ys)
    spread = [n * sum(v * v for v in values) - sum(values) ** 2 for values in (xs, ys)]
    return covariance / math.sqrt(spread[0] * spread[1])


@settings(deadline=None)  # the first example imports scipy
@given(st.lists(st.tuples(SCORES, SCORES), min_size=3, max_size=12), st.randoms())
def test_the_order_of_systems_changes_nothing(pairs: list[tuple[float, float]], random: Random) -> None:
    metric = {str(n): pair[0] for n, pair in enumerate(pairs)}
    human = {str(n): pair[1] for n, pair in enumerate(pairs)}
    found = correlate(metric, human)
    order = random.sample(sorted(metric), len(metric))
    again = correlate({name: metric[name] for name in order}, human)
    for value, other in ((found.pearson, again.pearson), (found.spearman, again.spearman)):
        assert value == (None if other is None else pytest.approx(other, abs=1e-9))
    if found.pearson is not None:
        assert found.pearson == pytest.approx(textbook_pearson(list(metric.values()), list(human.values())), abs=1e-9)
        assert -1 <= found.pearson <= 1


def test_human_scores_of_other_systems_do_no_harm() -> None:
    human = {"a": 1.0, "b": 2.0, "c": 3.0, "outlier": -50.0}
    found = correlate({"a": 1, "b": 2, "c": 3}, human)
    assert found.pearson == pytest.approx(1)
    assert found.systems == 3


def test_fewer_than_three_systems_are_refused() -> None:
    with pytest.raises(InputError, match="at least 3 systems; here are 2"):
        correlate({"a": 1, "b": 2}, {"a": 1, "b": 2})


def test_a_system_without_a_human_score_is_named() -> None:
    with pytest.raises(InputError, match="no human score for c, d"):
        correlate({"a": 1, "d": 2, "c": 3}, {"a": 1})


def test_human_scores_are_read(tmp_path: Path) -> None:
    path = tmp_path / "human.csv"
    path.write_text('﻿system,fluency,score\r\n"one, two",3,0.5\r\n\r\nb, 4 ,1e-1\r\n', encoding="utf-8")
    assert read_human_scores(path) == {"one, two": 0.5, "b": 0.1}
    assert read_human_scores(path, column="fluency") == {"one, two": 3, "b": 4}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "is empty; its first line must be system,score"),
        ("a,0.5\n", "line 1: the header lacks system, score"),
        ("system,accuracy\na,1\n", "line 1: the header lacks score"),
        ("system,score,score\n", "line 1: the header names a column twice"),
        ("system,score\n", "has a header but no scores"),
        ("system,score\na,0.5\n\nb,high\n", "line 4: 'high' is not a number"),
        ("system,score\na,nan\n", "line 2: 'nan' is not a number"),
        ("system,score\na,1\na,2\n", "line 3: system 'a' has a score already"),
        ("system,score\na,1,2\n", "line 2: 3 fields where the header has 2"),
        ('system,score\na,"1\n', "is not CSV"),
    ],
)
def test_a_bad_file_of_human_scores_is_a_clear_error(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "human.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadFormat) as error:
        read_human_scores(path)
    assert str(path) in str(error.value)
    assert problem in str(error.value)
    assert "\n" not in str(error.value)


def test_a_missing_file_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="no such file"):
        read_human_scores(tmp_path / "none.csv")
