"""AutoP, AutoR and AutoF: precision and recall of the words aligned to pronouns (Hardmeier and Federico 2010)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from antecede.alignment.pronouns import occurrences, split
from antecede.evaluation.results import AutoPrf

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray

    from antecede.alignment.pronouns import Occurrence, Side


def statistics(
    source: Sequence[str], reference: Side, candidate: Side, pronouns: AbstractSet[str]
) -> NDArray[np.int32]:
    """For each sentence: words matched, words of the candidate, words of the reference.

    Counts are clipped for each pronoun by itself. Alignments are taken as they are, and so are the words' cases.
    """
    counts = np.zeros((len(source), 3), dtype=np.int32)
    for at in occurrences(source, pronouns):
        expected, given = _aligned_words(reference, at), _aligned_words(candidate, at)
        matched = sum((Counter(expected) & Counter(given)).values()) if expected and given else 0
        counts[at.sentence] += (matched, len(given), len(expected))
    return counts


def aggregate(counts: NDArray[np.int32]) -> AutoPrf:
    """Precision, recall and F of summed statistics; 0 where there is nothing to divide by."""
    matched, candidate, reference = (int(n) for n in counts.sum(axis=0))
    precision = matched / candidate if candidate else 0.0
    recall = matched / reference if reference else 0.0
    f = 2 * precision * recall / (precision + recall) if matched else 0.0
    return AutoPrf(precision, recall, f, matched, candidate, reference)


def f_of_sums(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """AutoF of each row of summed statistics: 2PR / (P + R) is twice the matches over all words."""
    return 2 * sums[:, 0] / np.maximum(sums[:, 1] + sums[:, 2], 1)


def _aligned_words(side: Side, at: Occurrence) -> list[str]:
    positions = side.alignments.targets(at.sentence, at.position)
    if not positions:
        return []
    tokens = split(side.lines[at.sentence])
    return [tokens[p] for p in positions]
