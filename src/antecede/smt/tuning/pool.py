"""The n-best lists of all iterations together, as arrays: what the optimisers read."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Protocol

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from antecede.evaluation.metrics import SurfaceMetric
    from antecede.smt.tuning.weights import Layout, Weights

    _Measured = dict[tuple[str, ...], NDArray[np.float64]]


class Hypothesis(Protocol):
    """What tuning asks of a translation."""

    @property
    def tokens(self) -> Sequence[str]: ...

    @property
    def features(self) -> Weights: ...


@dataclass(frozen=True)
class Lists:
    """Hypotheses by sentence: those of sentence i stand in the rows from `offsets[i]` up to `offsets[i + 1]`."""

    features: NDArray[np.float64]
    statistics: NDArray[np.float64]
    offsets: NDArray[np.int64]

    def best(self, weights: NDArray[np.float64]) -> NDArray[np.int64]:
        """The row that wins in each sentence; sentences without hypotheses are left out, and the first of equals wins.

        >>> lists = Lists(np.array([[1.0], [3.0], [3.0], [2.0]]), np.zeros((4, 1)), np.array([0, 3, 3, 4]))
        >>> lists.best(np.array([1.0])).tolist()
        [1, 3]
        """
        scores = self.features @ weights
        starts = self.offsets[:-1][np.diff(self.offsets) > 0]
        highest = np.maximum.reduceat(scores, starts) if len(starts) else scores[:0]
        winners = np.flatnonzero(scores == np.repeat(highest, np.diff(self.offsets)[np.diff(self.offsets) > 0]))
        return winners[np.searchsorted(winners, starts)]

    def score(self, weights: NDArray[np.float64], metric: SurfaceMetric) -> float:
        """The metric's score of the translations that the weights choose."""
        return float(metric.score(self.statistics[self.best(weights)].sum(axis=0, keepdims=True))[0])


@dataclass
class Pool:
    """Hypotheses without repetitions, growing.

    Two derivations of one text count twice where their feature values differ: the weights can prefer one.
    """

    references: Sequence[str]
    layout: Layout
    metric: SurfaceMetric
    text: Callable[[Sequence[str]], str]
    _pieces: list[Lists] = field(default_factory=list)
    _seen: list[set[bytes]] = field(default_factory=list)
    _known: list[_Measured] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Nothing is known about any sentence."""
        self._seen = [set() for _ in self.references]
        self._known = [{} for _ in self.references]

    def gather(self, lists: Sequence[Sequence[Hypothesis]]) -> tuple[Lists, Lists]:
        """The lists as arrays, and what is new in them (which the pool does not hold before `add`)."""
        rows: list[NDArray[np.float64]] = []
        statistics: list[NDArray[np.float64]] = []
        fresh: list[bool] = []
        for hypotheses, reference, seen, known in zip(lists, self.references, self._seen, self._known, strict=True):
            measured = self._measured(hypotheses, reference, known)
            here: set[bytes] = set()
            for hypothesis in hypotheses:
                rows.append(self.layout.vector(hypothesis.features))
                statistics.append(measured[tuple(hypothesis.tokens)])
                key = _key(rows[-1], statistics[-1])
                fresh.append(key not in seen and key not in here)
                here.add(key)
        width = len(self.metric.segment([""], "")[0])
        every = Lists(
            np.array(rows, dtype=np.float64).reshape(len(rows), self.layout.size),
            np.array(statistics, dtype=np.float64).reshape(len(rows), width),
            np.concatenate([[0], np.cumsum([len(hypotheses) for hypotheses in lists])]).astype(np.int64),
        )
        return every, _selected(every, np.array(fresh, dtype=np.bool_))

    def _measured(self, hypotheses: Sequence[Hypothesis], reference: str, known: _Measured) -> _Measured:
        """Statistics by tokens; most of a list was in the one of the iteration before, and is looked up."""
        unknown = list(dict.fromkeys(tokens for one in hypotheses if (tokens := tuple(one.tokens)) not in known))
        if unknown:
            rows = self.metric.segment([self.text(tokens) for tokens in unknown], reference)
            known.update(zip(unknown, rows, strict=True))
        return known

    def add(self, fresh: Lists) -> None:
        """Keep hypotheses."""
        self._pieces.append(fresh)
        for sentence, seen in enumerate(self._seen):
            for row in range(int(fresh.offsets[sentence]), int(fresh.offsets[sentence + 1])):
                seen.add(_key(fresh.features[row], fresh.statistics[row]))

    def lists(self) -> Lists:
        """All that was kept, by sentence, the earliest first."""
        pieces = self._pieces
        sentences = np.concatenate([np.repeat(np.arange(len(self.references)), np.diff(p.offsets)) for p in pieces])
        order = np.argsort(sentences, kind="stable")
        counts = np.bincount(sentences, minlength=len(self.references))
        return Lists(
            np.concatenate([piece.features for piece in pieces])[order],
            np.concatenate([piece.statistics for piece in pieces])[order],
            np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        )


def _key(features: NDArray[np.float64], statistics: NDArray[np.float64]) -> bytes:
    # Two texts with the same values and the same statistics are one and the same to every optimiser.
    return blake2b(features.tobytes() + statistics.tobytes(), digest_size=16).digest()


def _selected(lists: Lists, chosen: NDArray[np.bool_]) -> Lists:
    before = np.concatenate([[0], np.cumsum(chosen)]).astype(np.int64)
    return Lists(lists.features[chosen], lists.statistics[chosen], before[lists.offsets])
