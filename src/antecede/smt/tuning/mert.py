"""Minimum error rate training (Och 2003): exact line search for the score of the corpus.

Along a line in the space of weights every hypothesis's model score is linear, so which hypothesis wins changes only
where the upper envelope of a sentence's lines has a corner, and the score of the corpus is constant between corners.
All of them are visited, so the best point of the line is found, not searched for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from antecede._native import LineBundles
from antecede.smt.tuning.weights import normalised

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from antecede.evaluation.metrics import SurfaceMetric
    from antecede.smt.tuning.pool import Lists


@dataclass(frozen=True)
class Optimum:
    """Weights, and what the lists score with them."""

    weights: NDArray[np.float64]
    score: float


def mert(
    lists: Lists,
    metric: SurfaceMetric,
    weights: NDArray[np.float64],
    *,
    tuned: NDArray[np.bool_],
    seed: int,
    restarts: int = 20,
    random_directions: int = 10,
) -> Optimum:
    """The best weights found from `weights` and from `restarts` random points, along the axes and random directions."""
    random = np.random.default_rng(seed)
    lines = [
        Line.through(lists, direction) for direction in _directions(random, lists.features, tuned, random_directions)
    ]
    start = Optimum(weights, lists.score(weights, metric))
    best = _ascend(lists, metric, lines, start, random)
    # One round takes a start most of the way: only those that are then in front are followed to the end.
    tried = []
    for restart in range(restarts):
        moved = _start(random, best.weights, tuned, near=restart % 2 == 0)
        tried.append(_ascend(lists, metric, lines, Optimum(moved, lists.score(moved, metric)), random, rounds=1))
    tried.sort(key=lambda optimum: -optimum.score)
    ends = (_ascend(lists, metric, lines, optimum, random) for optimum in tried[: -(-restarts // 4)])
    farthest = max(ends, key=lambda optimum: optimum.score, default=best)
    # Lists only show what the present weights like: far from them a little gain is no gain at all once decoded.
    best = farthest if farthest.score > best.score + _WORTH_LEAVING else best
    # Only the direction of the weights counts here; without this they could grow from one call to the next.
    return Optimum(normalised(best.weights, tuned), best.score)


@dataclass(frozen=True)
class Line:
    """A direction, with every hypothesis's slope along it, sorted once for all searches."""

    direction: NDArray[np.float64]
    bundles: LineBundles

    @classmethod
    def through(cls, lists: Lists, direction: NDArray[np.float64]) -> Line:
        return cls(direction, LineBundles(np.ascontiguousarray(lists.features @ direction), lists.offsets))

    def search(
        self, model_scores: NDArray[np.float64], statistics: NDArray[np.float64], metric: SurfaceMetric
    ) -> tuple[float, float]:
        """How far to go along the direction for the highest score, and that score.

        Of equally good stretches the one nearest to where we are wins, and in it the middle: a point that stays good
        when the next lists move the corners a little.
        """
        entered, winners = self.bundles.upper(model_scores)
        initial = np.isneginf(entered)
        corners = np.flatnonzero(~initial)
        corners = corners[np.argsort(entered[corners], kind="stable")]
        places = entered[corners]
        changes = statistics[winners[corners]] - statistics[winners[corners - 1]]
        sums = np.concatenate([statistics[winners[initial]].sum(axis=0, keepdims=True), changes]).cumsum(axis=0)
        lefts, rights = np.append(-np.inf, places), np.append(places, np.inf)
        scores = metric.score(sums)
        # A stretch narrower than this holds no weight that anyone could write down.
        scores[rights - lefts < _NARROWEST] = -1.0
        good = np.flatnonzero(scores >= scores.max() - _EQUAL)
        away = np.maximum(np.maximum(lefts[good], -rights[good]), 0.0)
        chosen = int(good[np.argmin(away)])
        return _middle(float(lefts[chosen]), float(rights[chosen])), float(scores[chosen])


def _ascend(
    lists: Lists,
    metric: SurfaceMetric,
    lines: list[Line],
    best: Optimum,
    random: np.random.Generator,
    *,
    rounds: int | None = None,
) -> Optimum:
    """Search line after line, in a new order each round, until no line gains anything or `rounds` are over."""
    model_scores = lists.features @ best.weights
    fruitless = done = 0
    while lines and done != rounds:
        for index in random.permutation(len(lines)):
            line = lines[index]
            step, score = line.search(model_scores, lists.statistics, metric)
            if score > best.score + _GAIN:
                best = Optimum(best.weights + step * line.direction, score)
                model_scores = lists.features @ best.weights
                fruitless = 0
            else:
                fruitless += 1
            if fruitless >= len(lines):
                return best
        done += 1
    return best


def _directions(
    random: np.random.Generator, features: NDArray[np.float64], tuned: NDArray[np.bool_], extra: int
) -> list[NDArray[np.float64]]:
    # In units in which all features spread alike, or random directions would be those of the largest features.
    spread = features.std(axis=0) if len(features) else np.ones(len(tuned))
    usable = tuned & (spread > 0)
    scale = np.where(usable, 1.0 / np.where(spread > 0, spread, 1.0), 0.0)
    axes = list(np.eye(len(tuned))[usable])
    return axes + [random.normal(size=len(tuned)) * scale for _ in range(extra if axes else 0)]


def _start(
    random: np.random.Generator, best: NDArray[np.float64], tuned: NDArray[np.bool_], *, near: bool
) -> NDArray[np.float64]:
    """A point around the best one, or anywhere with the same signs: features have signs that make sense."""
    size = np.maximum(np.abs(best), 0.1 * float(np.abs(best[tuned]).max(initial=0.0)) or 1.0)
    moved = best + random.normal(size=len(best)) * size / 2 if near else random.uniform(0, 2, len(best)) * best
    return np.where(tuned, moved, best)


def _middle(left: float, right: float) -> float:
    """A point inside the stretch; half a unit past the last corner where the stretch has no end."""
    if np.isinf(left) and np.isinf(right):
        return 0.0
    if np.isinf(left):
        return right - _BEYOND
    if np.isinf(right):
        return left + _BEYOND
    return (left + right) / 2


_BEYOND: Final = 0.5
_NARROWEST: Final = 1e-7
# Floating-point noise in a score between 0 and 100.
_EQUAL: Final = 1e-9
_WORTH_LEAVING: Final = 0.1
# Less than this is not worth another round.
_GAIN: Final = 1e-4
