"""BLEU and chrF, which are sacrebleu's, summed from statistics of sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from sacrebleu.metrics.base import Metric

    _Base = Metric
else:
    _Base = object

# sacrebleu keeps the n-grams of all references it is given at once: five kilobytes a sentence for chrF.
_PIECE: Final = 1000


class _Summed(_Base):
    """What sacrebleu leaves to its metrics' subclasses: sentence statistics, and scores of their sums."""

    def statistics(self, candidate: Sequence[str], reference: Sequence[str]) -> NDArray[np.int32]:
        """One row a sentence."""
        pieces = (slice(start, start + _PIECE) for start in range(0, len(candidate), _PIECE))
        rows = (self._extract_corpus_statistics(candidate[piece], [reference[piece]]) for piece in pieces)
        return np.concatenate([np.array(piece, dtype=np.int32) for piece in rows])

    def scores(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        """The score of each row of summed statistics, 0 to 100."""
        return np.array([self._compute_score_from_stats(row).score for row in sums.astype(np.int64).tolist()])

    def score(self, statistics: NDArray[np.int32]) -> float:
        """The score of the corpus, 0 to 100."""
        return float(self.scores(statistics.sum(axis=0, keepdims=True, dtype=np.float64))[0])


class Bleu(_Summed, BLEU):
    """Corpus BLEU with sacrebleu's defaults."""

    def __init__(self) -> None:
        """Tokenised input is what many users have; sacrebleu would warn about it (`force`)."""
        super().__init__(force=True)


class Chrf(_Summed, CHRF):
    """Corpus chrF with sacrebleu's defaults."""


def signatures() -> dict[str, str]:
    """The metrics' own signatures, by name."""
    metrics = {"bleu": Bleu(), "chrf": Chrf()}
    for metric in metrics.values():
        # A signature is complete only once the metric has seen how many references there are.
        metric.statistics(["-"], ["-"])
    return {name: str(metric.get_signature()) for name, metric in metrics.items()}
