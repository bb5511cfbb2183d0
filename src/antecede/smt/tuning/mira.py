"""Batch MIRA over n-best lists (Cherry and Foster 2012): large margins, one sentence at a time.

The weights move so that the hypothesis to hope for (good for model and metric) beats the one to fear (good for the
model, bad for the metric) by their difference in the metric. A sentence's part in a corpus score is measured inside
a pseudo-corpus: what was hoped for before, fading.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from antecede.smt.tuning.mert import Optimum

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from antecede.evaluation.metrics import SurfaceMetric
    from antecede.smt.tuning.pool import Lists


def mira(
    lists: Lists,
    metric: SurfaceMetric,
    weights: NDArray[np.float64],
    *,
    tuned: NDArray[np.bool_],
    seed: int,
    epochs: int = 60,
    aggressiveness: float = 0.01,
) -> Optimum:
    """The averaged weights of the epoch whose weights score best on the lists."""
    random = np.random.default_rng(seed)
    current = weights.copy()
    total = np.zeros_like(weights)
    steps = 0
    # What the first sentences are measured in: the corpus as the weights we start from translate it.
    background = lists.statistics[lists.best(weights)].sum(axis=0)
    best = Optimum(weights, lists.score(weights, metric))
    sentences = np.flatnonzero(np.diff(lists.offsets) > 0)
    for _ in range(epochs):
        for sentence in random.permutation(sentences):
            rows = slice(int(lists.offsets[sentence]), int(lists.offsets[sentence + 1]))
            features, statistics = lists.features[rows], lists.statistics[rows]
            gains = _gains(statistics, background, metric)
            model = features @ current
            hope, fear = int(np.argmax(model + gains)), int(np.argmax(model - gains))
            difference = (features[hope] - features[fear]) * tuned
            loss = gains[hope] - gains[fear] - (model[hope] - model[fear])
            size = float(difference @ difference)
            if loss > 0 and size > 0:
                current = current + min(aggressiveness, float(loss) / size) * difference
            background = _DECAY * (background + statistics[hope])
            total += current
            steps += 1
        averaged = np.where(tuned, total / max(steps, 1), weights)
        score = lists.score(averaged, metric)
        if score > best.score:
            best = Optimum(averaged, score)
    return best


def _gains(
    statistics: NDArray[np.float64], background: NDArray[np.float64], metric: SurfaceMetric
) -> NDArray[np.float64]:
    """What each translation is worth inside the pseudo-corpus, in words that are right."""
    sums = statistics + background
    return metric.score(sums) / 100.0 * metric.words(sums)


_DECAY: Final = 0.999
