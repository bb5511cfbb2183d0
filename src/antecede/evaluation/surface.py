"""BLEU and chrF, which are sacrebleu's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


def bleu_statistics(candidate: Sequence[str], reference: Sequence[str]) -> NDArray[np.float64]:
    """For each sentence: the four clipped counts, the four totals, the candidate's and the reference's length."""
    metric = _bleu()
    rows = np.empty((len(candidate), 10))
    for i, (given, expected) in enumerate(zip(candidate, reference, strict=True)):
        score = metric.corpus_score([given], [[expected]])
        rows[i] = (*score.counts, *score.totals, score.sys_len, score.ref_len)
    return rows


def bleu(counts: NDArray[np.float64]) -> float:
    """Corpus BLEU, 0 to 100."""
    return float(bleu_of_sums(counts.sum(axis=0, keepdims=True))[0])


def bleu_of_sums(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """BLEU of each row of summed statistics."""
    rows = sums.astype(np.int64).tolist()
    return np.array(
        [BLEU.compute_bleu(correct=row[:4], total=row[4:8], sys_len=row[8], ref_len=row[9]).score for row in rows]
    )


def chrf(candidate: Sequence[str], reference: Sequence[str]) -> float:
    """Corpus chrF, 0 to 100."""
    return float(CHRF().corpus_score(candidate, [reference]).score)


def signatures() -> dict[str, str]:
    """The metrics' own signatures, by name."""
    metrics = {"bleu": _bleu(), "chrf": CHRF()}
    for metric in metrics.values():
        # A signature is complete only once the metric has seen how many references there are.
        metric.corpus_score(["-"], [["-"]])
    return {name: str(metric.get_signature()) for name, metric in metrics.items()}


def _bleu() -> BLEU:
    # `force`: tokenised input is what many users have; sacrebleu would warn about it for every sentence.
    return BLEU(force=True)
