"""MERT against enumeration: the function it climbs is piecewise constant, so small cases can be worked out."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from antecede._native import LineBundles
from antecede.evaluation.metrics import Inputs, SurfaceMetric, surface_metric
from antecede.smt.tuning.mert import Line, Optimum, mert
from antecede.smt.tuning.mira import mira
from antecede.smt.tuning.pool import Lists

Floats = NDArray[np.float64]
Optimise = Callable[..., Optimum]


class Share(SurfaceMetric):
    """A metric that is easy to work out: the share of sentences that are right."""

    name: Final = "share"

    def segment(self, candidates: Sequence[str], reference: str) -> Floats:
        return np.array([[float(candidate == reference), 1.0] for candidate in candidates])

    def score(self, sums: Floats) -> Floats:
        scores: Floats = 100.0 * sums[:, 0] / sums[:, 1]
        return scores

    def words(self, sums: Floats) -> Floats:
        return sums[:, 1]

    def signature(self, inputs: Inputs, system: int) -> str:
        return f"{self.name}|{inputs.candidate(system).name}"


def lists_of(sentences: list[list[tuple[list[float], float]]]) -> Lists:
    """Sentences of hypotheses, each with its feature values and how right it is."""
    rows = list(itertools.chain.from_iterable(sentences))
    return Lists(
        np.array([values for values, _ in rows], dtype=np.float64),
        np.array([[right, 1.0] for _, right in rows]),
        np.cumsum([0, *map(len, sentences)]).astype(np.int64),
    )


def share_at(lists: Lists, weights: Floats) -> float:
    """The score with these weights; hypotheses that tie do so here too, whatever the rounding, and the first wins."""
    scores = (lists.features @ weights).round(7)
    firsts = [start + int(np.argmax(scores[start:end])) for start, end in itertools.pairwise(lists.offsets.tolist())]
    return float(Share().score(lists.statistics[firsts].sum(axis=0, keepdims=True))[0])


def test_the_envelope_of_three_lines() -> None:
    # 1 - x, 2 and 1 + x: the middle one is highest from -1 to 1. A second sentence has one line.
    slopes, intercepts = np.array([1.0, 0.0, -1.0, 5.0]), np.array([1.0, 2.0, 1.0, 7.0])
    places, lines = LineBundles(slopes, np.array([0, 3, 4])).upper(intercepts)
    assert places.tolist() == [-np.inf, -1.0, 1.0, -np.inf]
    assert lines.tolist() == [2, 1, 0, 3]


@pytest.mark.parametrize(
    ("slopes", "offsets", "intercepts", "message"),
    [
        ([1.0], [0, 2], [1.0], "offsets"),
        ([np.nan], [0, 1], [1.0], "slope"),
        ([1.0], [0, 1], [np.inf], "intercept"),
        ([1.0], [0, 1], [1.0, 2.0], "one intercept per line"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(
    slopes: list[float], offsets: list[int], intercepts: list[float], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        LineBundles(np.array(slopes), np.array(offsets)).upper(np.array(intercepts))


NUMBERS = st.integers(-5, 5).map(float)
SENTENCES = st.lists(
    st.lists(st.tuples(st.lists(NUMBERS, min_size=2, max_size=2), st.sampled_from([0.0, 0.5, 1.0])), min_size=1),
    min_size=1,
    max_size=4,
)


@given(sentences=SENTENCES, start=st.tuples(NUMBERS, NUMBERS), direction=st.tuples(NUMBERS, NUMBERS))
def test_no_point_of_a_line_is_better_than_the_one_found(
    sentences: list[list[tuple[list[float], float]]], start: tuple[float, float], direction: tuple[float, float]
) -> None:
    lists, weights, along = lists_of(sentences), np.array(start), np.array(direction)
    step, score = Line.through(lists, along).search(lists.features @ weights, lists.statistics, Share())
    assert share_at(lists, weights + step * along) == pytest.approx(score)
    # Corners are at fractions of small numbers, which these points avoid.
    for point in np.arange(-60, 60, 0.25) + 0.1234567:
        assert share_at(lists, weights + point * along) <= score + 1e-9


@given(sentences=SENTENCES)
def test_all_stretches_of_a_line_are_visited(sentences: list[list[tuple[list[float], float]]]) -> None:
    """Against every crossing of every two lines, in exact arithmetic."""
    lists = lists_of(sentences)
    _, score = Line.through(lists, np.array([0.0, 1.0])).search(lists.features[:, 0], lists.statistics, Share())
    crossings = {
        (Fraction(a[0][0]) - Fraction(b[0][0])) / (Fraction(b[0][1]) - Fraction(a[0][1]))
        for hypotheses in sentences
        for a, b in itertools.combinations(hypotheses, 2)
        if a[0][1] != b[0][1]
    }
    ordered = sorted(crossings) or [Fraction(0)]
    between = [(a + b) / 2 for a, b in itertools.pairwise(ordered)]
    points = [ordered[0] - 1, *between, ordered[-1] + 1]
    assert score == pytest.approx(max(share_at(lists, np.array([1.0, float(x)])) for x in points))


def test_the_middle_of_the_nearest_of_equal_stretches() -> None:
    # The right hypothesis wins from 1 to 3; outside of it a wrong one.
    lists = lists_of([[([0.0, 0.0], 0.0), ([-1.0, 1.0], 1.0), ([-4.0, 2.0], 0.0)]])
    step, score = Line.through(lists, np.array([0.0, 1.0])).search(lists.features[:, 0], lists.statistics, Share())
    assert (step, score) == (2.0, 100.0)


def test_two_weights_as_good_as_a_grid() -> None:
    random = np.random.default_rng(3)
    sentences = [[(random.normal(size=2).tolist(), float(random.random() < 0.3)) for _ in range(6)] for _ in range(12)]
    lists = lists_of(sentences)
    angles = np.linspace(0, 2 * np.pi, 20_000)
    best = max(lists.score(np.array([np.cos(angle), np.sin(angle)]), Share()) for angle in angles)
    found = mert(lists, Share(), np.array([1.0, 0.0]), tuned=np.array([True, True]), seed=1)
    assert found.score >= best - 1e-9
    assert lists.score(found.weights, Share()) == pytest.approx(found.score)


def hidden_task(seed: int = 5) -> tuple[Lists, Floats]:
    """BLEU statistics that follow a hidden linear function, and weights to start from that are far from it."""
    random = np.random.default_rng(seed)
    rows, n_best = 40 * 25, 25
    features = random.normal(size=(rows, 4))
    share = 1 / (1 + np.exp(-(features @ [1.0, -0.5, 0.0, 2.0]) + 0.3 * random.normal(size=rows)))
    totals = np.tile([20.0, 19.0, 18.0, 17.0], (rows, 1))
    hits = np.floor(totals * share[:, None] ** [1, 2, 3, 4])
    statistics = np.column_stack([totals[:, 0], totals[:, 0], hits, totals])
    return Lists(features, statistics, np.arange(0, rows + 1, n_best)), np.array([-1.0, 1.0, 1.0, 0.1])


@pytest.mark.parametrize("optimise", [mert, mira])
def test_a_hidden_preference_is_found_and_found_again(optimise: Optimise) -> None:
    lists, start = hidden_task()
    bleu, tuned = surface_metric("bleu"), np.ones(4, dtype=np.bool_)
    first = optimise(lists, bleu, start, tuned=tuned, seed=4)
    again = optimise(lists, bleu, start, tuned=tuned, seed=4)
    truth = lists.score(np.array([1.0, -0.5, 0.0, 2.0]), bleu)
    assert lists.score(start, bleu) < truth - 10
    assert first.score > truth - 1.5
    assert first.weights.tolist() == again.weights.tolist()


@pytest.mark.parametrize("optimise", [mert, mira])
def test_what_is_not_tuned_stays(optimise: Optimise) -> None:
    lists, start = hidden_task()
    found = optimise(lists, surface_metric("bleu"), start, tuned=np.array([True, True, False, True]), seed=1)
    assert found.weights[2] == start[2]
    assert found.weights[0] != start[0]


@pytest.mark.parametrize("optimise", [mert, mira])
def test_lists_of_one_hypothesis_teach_nothing(optimise: Optimise) -> None:
    lists = lists_of([[([1.0, 2.0], 1.0)], [([0.0, 3.0], 0.0)]])
    weights = np.array([0.75, 0.25])
    found = optimise(lists, Share(), weights, tuned=np.array([True, True]), seed=1)
    assert found.weights.tolist() == [0.75, 0.25]
    assert found.score == 50.0
