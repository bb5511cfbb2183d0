"""AutoP, AutoR and AutoF: precision and recall of the words aligned to pronouns (Hardmeier and Federico 2010).

Here counts are clipped for each pronoun by itself, so that a word counts only where the reference has it; `autof_text`
has one list for the whole text, in the APT paper's words, and is never lower.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import numpy as np

from antecede.alignment.pronouns import occurrences, split
from antecede.evaluation.metrics._metric import Metric
from antecede.evaluation.results import AutoPrf
from antecede.version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray

    from antecede.alignment.pronouns import Occurrence, Side
    from antecede.evaluation.metrics._metric import Inputs

__all__ = ["METRIC", "aggregate", "aligned_words", "counts", "f_of_sums", "statistics"]


class AutoF(Metric):
    """AutoF, made of AutoP and AutoR; its details are an `AutoPrf`."""

    name: Final = "autof"
    heading: Final = "AutoF"

    def statistics(self, inputs: Inputs, system: int) -> NDArray[np.float64]:
        corpus, pronouns = inputs.corpus, inputs.settings.lists.source_pronouns
        return statistics(corpus.source, corpus.reference.side, inputs.candidate(system).side, pronouns)

    def score(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        return f_of_sums(sums)

    def quoted(self, inputs: Inputs, system: int, sums: NDArray[np.float64]) -> float:  # noqa: ARG002
        return aggregate(sums).f

    def parts(self, sums: NDArray[np.float64]) -> Mapping[str, float]:
        score = aggregate(sums)
        return {"AutoP": score.precision, "AutoR": score.recall}

    def details(self, inputs: Inputs, system: int, sums: NDArray[np.float64]) -> Mapping[str, object]:  # noqa: ARG002
        return {"autoprf": aggregate(sums)}

    def signature(self, inputs: Inputs, system: int) -> str:
        settings = inputs.settings
        texts = inputs.corpus.signature(system)
        return f"{self.name}|pair:{settings.pair.name}|lists:{settings.lists.name}|{texts}|v:{__version__}"


METRIC: Final[Metric] = AutoF()


def statistics(
    source: Sequence[str], reference: Side, candidate: Side, pronouns: AbstractSet[str]
) -> NDArray[np.float64]:
    """For each sentence: words matched, words of the candidate, words of the reference.

    Counts are clipped for each pronoun by itself. Alignments are taken as they are, and so are the words' cases.
    """
    rows = np.zeros((len(source), 3))
    for at in occurrences(source, pronouns):
        rows[at.sentence] += counts(reference, candidate, at)
    return rows


def counts(reference: Side, candidate: Side, at: Occurrence) -> tuple[int, int, int]:
    """Of one pronoun: words matched, words of the candidate, words of the reference."""
    expected, given = aligned_words(reference, at), aligned_words(candidate, at)
    matched = sum((Counter(expected) & Counter(given)).values()) if expected and given else 0
    return matched, len(given), len(expected)


def aggregate(sums: NDArray[np.float64]) -> AutoPrf:
    """Precision, recall and F of one row of summed statistics; 0 where there is nothing to divide by."""
    matched, candidate, reference = (int(n) for n in sums)
    precision = matched / candidate if candidate else 0.0
    recall = matched / reference if reference else 0.0
    f = 2 * precision * recall / (precision + recall) if matched else 0.0
    return AutoPrf(precision, recall, f, matched, candidate, reference)


def f_of_sums(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """AutoF of each row of summed statistics: 2PR / (P + R) is twice the matches over all words."""
    return 2 * sums[:, 0] / np.maximum(sums[:, 1] + sums[:, 2], 1)


def aligned_words(side: Side, at: Occurrence) -> list[str]:
    """The words that a source pronoun is aligned to, in their own case."""
    positions = side.alignments.targets(at.sentence, at.position)
    if not positions:
        return []
    tokens = split(side.lines[at.sentence])
    return [tokens[p] for p in positions]
