"""Whether a sentence that was decoded again is taken, or the engine's own with its pronouns: the rule, in one place.

A decoder that is to write another pronoun may pay for it elsewhere: it breaks a phrase, or leaves the pronoun where no
word can stand. The engine's own sentence, with the same pronouns put into it and what agrees with them repaired, has
the rest as it was; so pronouns and agreement cancel when the two are compared.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.pronouns.agreement.disagreement import disagreements
from antecede.pronouns.agreement.replacement import replaced
from antecede.pronouns.target.classes import OTHER, class_in

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    import numpy.typing as npt

    from antecede.coreference import Anaphor, ResolvedDocument
    from antecede.engines import Hypothesis
    from antecede.languages import Inflections
    from antecede.pronouns.target.classes import TargetClasses

__all__ = ["LARGEST_FALL", "Asked", "SecondDecoding"]

LARGEST_FALL: Final = 2.0
"""By how many powers of ten a sentence may be less likely than the engine's own with its pronouns.

Chosen on ted.dev and nc11.dev (`experiments/combined.md`). Small falls say nothing: the decoder weighs more than its
language model. Beyond a hundredth, what was read had been broken for the pronoun's sake.
"""


class Asked(NamedTuple):
    """A pronoun of a sentence, and how likely each class is for it."""

    anaphor: Anaphor
    probabilities: npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SecondDecoding:
    """Compares a sentence that was decoded again with the engine's own."""

    classes: TargetClasses
    inflections: Inflections | None
    fluency: Callable[[Sequence[str]], float]
    """The decimal logarithm of a sentence's probability, by the engine's language model."""
    largest_fall: float = LARGEST_FALL

    def with_pronouns(
        self, document: ResolvedDocument, asked: Sequence[Asked], alone: Hypothesis, decoded: Hypothesis
    ) -> Hypothesis | None:
        """The engine's own sentence with the pronouns of the one decoded again; none if it cannot have all of them."""
        own = alone
        for anaphor, probabilities in asked:
            wanted, _ = class_in(document, anaphor, decoded, self.classes)
            current, position = class_in(document, anaphor, own, self.classes)
            if self.classes.same(current, wanted):
                continue
            if OTHER in {current, wanted} or position is None:
                return None
            whole = self.classes.names.index(self.classes.whole(wanted, probabilities))
            edited = replaced(own, position, whole, self.classes, self.inflections)
            if edited is None:
                return None
            own = edited
        return own

    def objection(self, decoded: Hypothesis, own: Hypothesis) -> str:
        """Why the sentence that was decoded again is not taken, as the end of a sentence; empty if it is."""
        if decoded.tokens == own.tokens:
            return ""
        if self.fluency(own.tokens) - self.fluency(decoded.tokens) > self.largest_fall:
            return "the rest of it is less fluent"
        if self._wrong(decoded) - self._wrong(own):
            return "its words do not agree with the pronoun"
        return ""

    def _wrong(self, sentence: Hypothesis) -> Counter[str]:
        """The words that should agree with a pronoun and do not, wherever they stand."""
        found = disagreements(sentence.tokens, self.inflections, language_code=self.classes.pair.target)
        return Counter(wanted for _, wanted in found)
