"""What a scorer says for writing a sentence otherwise, after the sentences before it.

A neural engine that translates sentence by sentence does not see what a pronoun stands for. Asked to score, it is shown
the sentences before on both sides: evidence of its own kind, with no coreference in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from antecede.scoring import CONTEXT_WEIGHT, ContextScore, Segment
from antecede.text import detokenise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.pairs import Pair

    Lines = Sequence[Sequence[str]]
    Asked = tuple[int, tuple[Sequence[str], ...]]
    """A sentence of a document, and the versions that are compared, each as tokens; the one it has now is first."""

__all__ = ["InContext"]

_MOST: Final = 5.0
"""No score says more than this for or against: a sentence that a model finds odd for other reasons decides nothing."""


@dataclass(frozen=True, slots=True)
class InContext:
    """The evidence of a scorer for versions of sentences."""

    pair: Pair
    score: ContextScore
    weight: float = CONTEXT_WEIGHT

    def evidence(self, sources: Lines, written: Lines, asked: Sequence[Asked]) -> list[list[float]]:
        """For each that is asked, how much more there is to say for each version than for the first.

        `sources` and `written` are the document's sentences and their translations as they stand now, as tokens.
        """
        segments = [self._segment(sources, written, line) for line, _ in asked]
        targets = [[detokenise(version, self.pair.target) for version in versions] for _, versions in asked]
        scores = self.score.of(segments, targets)
        return [[max(-_MOST, min(_MOST, self.weight * (score - row[0]))) for score in row] for row in scores]

    def _segment(self, sources: Lines, written: Lines, line: int) -> Segment:
        before = slice(max(0, line - self.score.context), line)
        return Segment(
            detokenise(sources[line], self.pair.source),
            None,
            tuple(detokenise(each, self.pair.source) for each in sources[before]),
            tuple(detokenise(each, self.pair.target) for each in written[before]),
        )
