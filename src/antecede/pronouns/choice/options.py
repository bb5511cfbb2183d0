"""What the decoder is offered for a pronoun, and the feature that scores it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from antecede import _native
from antecede.engines import Option
from antecede.engines.attributes import word_attributes
from antecede.pronouns.target.classes import OTHER, TargetClasses

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


__all__ = ["FEATURE", "GIVEN", "PronounOptions", "choice_feature"]

FEATURE: Final = "Choice0"
"""The decoder's name for what the choice model says."""


GIVEN: Final = "GivenPronoun0"
"""What an option that is given for a pronoun scores in place of the table's reordering."""


@dataclass(frozen=True, slots=True)
class PronounOptions:
    """For a source pronoun and each class, the phrase table's best single word: what the decoder is offered.

    The table has hundreds of translations of a pronoun, and the decoder tries a few of them.
    """

    words: Mapping[tuple[str, int], tuple[str, tuple[float, ...], float]]
    """The word, its translation scores, and its weighted reordering score in running order."""

    @classmethod
    def of(cls, table: _native.PhraseTable, classes: TargetClasses, reordering: Sequence[float]) -> PronounOptions:
        """Looks the pair's source pronouns up in a phrase table."""
        best: dict[tuple[str, int], tuple[str, tuple[float, ...], float]] = {}
        for source in sorted(classes.pair.resolved):
            for target, _, scores, orders in table.find([source]):
                class_index = classes.number(target[0]) if len(target) == 1 else OTHER
                # A clitic with its hyphen follows an imperative: the table's own phrases have it there.
                if class_index == OTHER or target[0].startswith("-"):
                    continue
                # Monotone both ways: the first and the fourth of six.
                order = sum(w * s for w, s in zip(reordering, orders, strict=False) if w) if reordering else 0.0
                if (source, class_index) not in best or scores[2] > best[source, class_index][1][2]:
                    best[source, class_index] = target[0], scores, order
        return cls(best)

    def options(self, position: int, source: str, classes: Sequence[int]) -> list[Option]:
        """The options of a pronoun at a place, for these classes."""
        return [
            Option(
                position,
                position,
                (word,),
                {"TranslationModel0": [max(score, -20.0) for score in scores], GIVEN: [order]},
                ((0, 0),),
            )
            for word, scores, order in (
                self.words[source, class_index] for class_index in classes if (source, class_index) in self.words
            )
        ]


def choice_feature(phrase_table: _native.PhraseTable, classes: TargetClasses) -> _native.ChoiceFeature:
    """The decoder's feature: the class of every word of the target vocabulary, worked out once."""
    return _native.ChoiceFeature(FEATURE, word_attributes(phrase_table, classes.number), len(classes.names))


def _monotone(weights: Sequence[float]) -> list[float]:
    return [weight if at % 3 == 0 else 0.0 for at, weight in enumerate(weights)]
