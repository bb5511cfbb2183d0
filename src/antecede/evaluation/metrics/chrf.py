"""chrF (Popović 2015) with sacrebleu's defaults."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from sacrebleu.metrics.chrf import CHRF

from antecede.evaluation.metrics.surface import Sacrebleu

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from antecede.evaluation.metrics._metric import SurfaceMetric

__all__ = ["METRIC"]


class Chrf(Sacrebleu):
    """Corpus chrF, 0 to 100."""

    name: Final = "chrf"
    heading: Final = "chrF"

    def __init__(self) -> None:
        """Count with sacrebleu."""
        super().__init__(CHRF())

    def score(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        candidate, reference, match = sums[:, 0::3], sums[:, 1::3], sums[:, 2::3]
        counted = (candidate > 0) & (reference > 0)
        orders = np.maximum(counted.sum(axis=1), 1)
        precision = (match / np.where(counted, candidate, 1.0) * counted).sum(axis=1) / orders
        recall = (match / np.where(counted, reference, 1.0) * counted).sum(axis=1) / orders
        factor = float(CHRF.BETA) ** 2
        mixed = factor * precision + recall
        scores: NDArray[np.float64] = 100.0 * (1 + factor) * precision * recall / np.where(mixed > 0, mixed, 1.0)
        return scores

    def words(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        # Characters without spaces, five to a word: a margin then means the same as with BLEU.
        return sums[:, 1] / 5.0


METRIC: Final[SurfaceMetric] = Chrf()
