"""BLEU (Papineni et al. 2002) with sacrebleu's defaults."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from sacrebleu.metrics.bleu import BLEU

from antecede.evaluation.metrics.surface import Sacrebleu

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from antecede.evaluation.metrics._metric import SurfaceMetric

__all__ = ["METRIC"]


class Bleu(Sacrebleu):
    """Corpus BLEU, 0 to 100."""

    name: Final = "bleu"
    heading: Final = "BLEU"

    def __init__(self) -> None:
        """Tokenised input is what many users have; sacrebleu would warn about it (`force`)."""
        super().__init__(BLEU(force=True))

    def score(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        length, reference, correct, total = sums[:, 0], sums[:, 1], sums[:, 2:6], sums[:, 6:10]
        missed = correct == 0
        if missed.any():
            # Every precision of zero counts half as much as the one before (sacrebleu's "exp").
            correct = np.where(missed, 0.5 ** missed.cumsum(axis=1), correct)
        shares = correct / np.where(total > 0, total, 1.0)
        # Column by column: a product along rows of four costs numpy several times as much.
        precision = (shares[:, 0] * shares[:, 1] * shares[:, 2] * shares[:, 3]) ** 0.25
        brevity = np.exp(np.minimum(0.0, 1.0 - reference / np.where(length > 0, length, _TINY)))
        return np.where((total[:, -1] > 0) & ~missed.all(axis=1), 100.0 * precision * brevity, 0.0)

    def words(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        return sums[:, 1]


# Stands for a length of 0, so that the brevity penalty is 0 without a division by 0.
_TINY: Final = 1e-300

METRIC: Final[SurfaceMetric] = Bleu()
