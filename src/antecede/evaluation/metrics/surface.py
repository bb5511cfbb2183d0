"""Metrics that compare a text with its reference and nothing else: counts by sacrebleu, sums scored as arrays.

Thousands of sums are scored at a time, by the bootstrap and by tuning; sacrebleu takes them one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from antecede.evaluation.metrics._metric import SurfaceMetric

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from sacrebleu.metrics.base import Metric as Counter

    from antecede.evaluation.metrics._metric import Inputs

__all__ = ["Sacrebleu"]


class Sacrebleu(SurfaceMetric):
    """What sacrebleu's metrics share: statistics of sentences, and the signature."""

    def __init__(self, counter: Counter) -> None:
        """Count with one of sacrebleu's metrics."""
        self._counter = counter

    @property
    def places(self) -> int:
        return 2

    def segment(self, candidates: Sequence[str], reference: str) -> NDArray[np.float64]:
        counter = self._counter
        # The reference is analysed once for all candidates.
        known = counter._extract_reference_info([counter._preprocess_segment(reference)])  # noqa: SLF001
        rows = [
            counter._compute_segment_statistics(counter._preprocess_segment(candidate), known)  # noqa: SLF001
            for candidate in candidates
        ]
        return np.array(rows, dtype=np.float64)

    def quoted(self, inputs: Inputs, system: int, sums: NDArray[np.float64]) -> float:  # noqa: ARG002
        return float(self._counter._compute_score_from_stats(sums.astype(np.int64).tolist()).score)  # noqa: SLF001

    def signature(self, inputs: Inputs, system: int) -> str:  # noqa: ARG002 - the same for every text
        # A signature is complete only once the metric has seen how many references there are.
        self._counter.corpus_score(["-"], [["-"]])
        return str(self._counter.get_signature())
