"""Whether one system is better than another, or only luckier."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from antecede.evaluation.results import Comparison
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    import numpy.typing as npt

    from antecede.evaluation.results import ScoredPronoun

    FloatArray = npt.NDArray[np.float64]
    Statistics = npt.NDArray[np.float64] | npt.NDArray[np.int32]
    # From summed statistics (one row a resample, one column a statistic) to one score a row.
    Aggregate = Callable[[FloatArray], FloatArray]

# The χ² approximation is poor for fewer discordant pairs than this.
SMALLEST_CHI_SQUARE: Final = 25

# Resamples are drawn in blocks of about this many counts, so that memory does not grow with their number.
_BLOCK: Final = 1 << 22


def mcnemar(improved: int, degraded: int) -> float:
    """The p-value of McNemar's test that two systems are equally often right where only one of them is.

    χ² with one degree of freedom and no continuity correction, as the papers count it; the exact two-sided
    binomial test below 25 discordant pairs.

    >>> round(mcnemar(57, 35), 4)
    0.0218
    >>> mcnemar(0, 0)
    1.0
    """
    if improved < 0 or degraded < 0:
        raise ValueError(f"counts cannot be negative: {improved} improved, {degraded} degraded")
    discordant = improved + degraded
    if discordant == 0:
        return 1.0
    # Both in closed form, so that scoring does without scipy, which is larger than all else that it needs. A fair coin
    # is symmetric: the two tails are alike.
    if discordant < SMALLEST_CHI_SQUARE:
        tail = sum(math.comb(discordant, count) for count in range(min(improved, degraded) + 1))
        return min(1.0, math.ldexp(tail, 1 - discordant))
    return math.erfc(abs(improved - degraded) / math.sqrt(2 * discordant))


def paired_bootstrap(
    statistics_a: Statistics,
    statistics_b: Statistics,
    aggregate: Aggregate,
    *,
    samples: int = 1000,
    seed: int = 12345,
) -> float:
    """The two-sided p-value of the difference between two systems, resampling segments with replacement.

    The statistics are matrices, one row a segment; `aggregate` turns rows of summed statistics into scores, and
    must give a finite score for any resample (decide there what a score of nothing is). As in sacrebleu, the
    differences of the resamples are centred on their mean and p = (c + 1) / (samples + 1). Here c counts the
    centred differences that are at least as large as the real one, where sacrebleu counts the larger ones only:
    systems that do not differ get 1, not 1 / (samples + 1).
    """
    a, b = (np.asarray(statistics, dtype=np.float64) for statistics in (statistics_a, statistics_b))
    if a.ndim != 2 or a.shape != b.shape or not len(a):
        raise ValueError(f"paired statistics need the same segments and columns: {a.shape} and {b.shape}")
    columns = a.shape[1]
    both = np.concatenate([a, b], axis=1)

    def differences(sums: FloatArray) -> FloatArray:
        return aggregate(sums[:, columns:]) - aggregate(sums[:, :columns])

    real = abs(differences(both.sum(axis=0, keepdims=True))[0])
    resampled = np.concatenate([differences(counts @ both) for counts in _resamples(len(a), samples, seed)])
    if not np.isfinite(real) or not np.isfinite(resampled).all():
        raise ValueError("the aggregate of a resample is not a finite number")
    extreme = np.count_nonzero(np.abs(resampled - resampled.mean()) >= real)
    return float((extreme + 1) / (samples + 1))


@dataclass(frozen=True, slots=True)
class Change:
    """How often a pronoun of the reference became right, and how often wrong."""

    pronoun: str
    improved: int
    degraded: int

    @property
    def delta(self) -> int:
        return self.improved - self.degraded


@dataclass(frozen=True, slots=True)
class Changes:
    """Improved and degraded counts for every pronoun of the reference, the most changed first, and their sum."""

    pronouns: tuple[Change, ...]

    @property
    def total(self) -> Change:
        improved = sum(change.improved for change in self.pronouns)
        return Change("Total", improved, sum(change.degraded for change in self.pronouns))


def improved_and_degraded(pronouns: Sequence[ScoredPronoun], a: int, b: int) -> Changes:
    """Where system `b` is right and `a` is wrong, and the contrary: Table 3 of the re-ranking paper.

    Pronouns that did not change are listed with zeros. Without a reference both systems are wrong, so that
    there is nothing to list.
    """
    improved: Counter[str] = Counter()
    degraded: Counter[str] = Counter()
    seen = set()
    for pronoun in pronouns:
        if pronoun.reference is None:
            continue
        text = normalise(pronoun.reference.text)
        seen.add(text)
        before, after = pronoun.candidates[a].case.right, pronoun.candidates[b].case.right
        improved[text] += after and not before
        degraded[text] += before and not after
    changes = [Change(text, improved[text], degraded[text]) for text in seen]
    return Changes(tuple(sorted(changes, key=lambda change: (-change.improved - change.degraded, change.pronoun))))


@dataclass(frozen=True, slots=True)
class SegmentStatistics:
    """A metric that can be resampled: a matrix for each system (one row a segment), and how sums become scores."""

    systems: Sequence[Statistics]
    aggregate: Aggregate


def compare(
    pronouns: Sequence[ScoredPronoun],
    names: Sequence[str],
    a: int,
    b: int,
    metrics: Mapping[str, SegmentStatistics] | None = None,
) -> Comparison:
    """System `b` against system `a`: McNemar over the pronouns, and a paired bootstrap for each metric."""
    total = improved_and_degraded(pronouns, a, b).total
    bootstrap = tuple(
        (name, paired_bootstrap(metric.systems[a], metric.systems[b], metric.aggregate))
        for name, metric in (metrics or {}).items()
    )
    p_value = mcnemar(total.improved, total.degraded)
    return Comparison(names[a], names[b], total.improved, total.degraded, p_value, bootstrap)


def _resamples(segments: int, samples: int, seed: int) -> Iterator[FloatArray]:
    """How often each resample draws each segment: blocks of rows, one row a resample."""
    generator = np.random.default_rng(seed)
    rows = max(1, _BLOCK // segments)
    for start in range(0, samples, rows):
        block = min(rows, samples - start)
        drawn = generator.integers(segments, size=(block, segments))
        drawn += np.arange(block)[:, np.newaxis] * segments
        counts = np.bincount(drawn.ravel(), minlength=block * segments)
        yield counts.reshape(block, segments).astype(np.float64)
