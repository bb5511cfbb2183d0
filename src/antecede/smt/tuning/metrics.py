"""What tuning makes higher: BLEU and chrF as sums of sentence statistics, thousands of sums at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from antecede.errors import BadOption
from antecede.evaluation.metrics.surface import Bleu, Chrf

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray


class Metric(Protocol):
    """A score of a corpus that follows from a sum over its sentences."""

    @property
    def name(self) -> str: ...

    def statistics(self, candidates: Sequence[str], reference: str) -> NDArray[np.float64]:
        """One row for each translation of one sentence."""
        ...

    def scores(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        """The score of each row of summed statistics, 0 to 100; the rows need not be whole numbers."""
        ...

    def words(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        """How many words the reference of each row has: what one sentence weighs in a corpus."""
        ...


def metric(name: str) -> Metric:
    """The metric of that name."""
    try:
        return _METRICS[name]()
    except KeyError:
        raise BadOption(f"unknown metric '{name}': the metrics are {', '.join(sorted(_METRICS))}") from None


class _Surface:
    """What BLEU and chrF share: sacrebleu's statistics, with the reference analysed once for all candidates."""

    def __init__(self, surface: Bleu | Chrf) -> None:
        self._surface = surface

    def statistics(self, candidates: Sequence[str], reference: str) -> NDArray[np.float64]:
        surface = self._surface
        known = surface._extract_reference_info([surface._preprocess_segment(reference)])  # noqa: SLF001
        return np.array(
            [
                surface._compute_segment_statistics(surface._preprocess_segment(candidate), known)  # noqa: SLF001
                for candidate in candidates
            ],
            dtype=np.float64,
        )


class _Bleu(_Surface):
    name: Final = "bleu"

    def __init__(self) -> None:
        super().__init__(Bleu())

    def scores(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
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


class _Chrf(_Surface):
    name: Final = "chrf"

    def __init__(self) -> None:
        super().__init__(Chrf())

    def scores(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        candidate, reference, match = sums[:, 0::3], sums[:, 1::3], sums[:, 2::3]
        counted = (candidate > 0) & (reference > 0)
        orders = np.maximum(counted.sum(axis=1), 1)
        precision = (match / np.where(counted, candidate, 1.0) * counted).sum(axis=1) / orders
        recall = (match / np.where(counted, reference, 1.0) * counted).sum(axis=1) / orders
        factor = float(Chrf.BETA) ** 2
        mixed = factor * precision + recall
        scores: NDArray[np.float64] = 100.0 * (1 + factor) * precision * recall / np.where(mixed > 0, mixed, 1.0)
        return scores

    def words(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        # Characters without blanks, five to a word: a margin then means the same as with BLEU.
        return sums[:, 1] / 5.0


_TINY: Final = 1e-300
_METRICS: Final[dict[str, Callable[[], Metric]]] = {"bleu": _Bleu, "chrf": _Chrf}
