"""The classes of target pronouns that a pair distinguishes, and the class at a place in a translation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from antecede.alignment.pronouns import PronounFinder
from antecede.text.tokens import normalise, parts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy.typing as npt

    from antecede.coreference import Anaphor, ResolvedDocument
    from antecede.engines import Hypothesis
    from antecede.pairs import Pair, TargetClass

    Features = list[tuple[str, float]]

__all__ = ["OTHER", "TargetClasses", "class_in"]

OTHER: Final = 0
"""The class of whatever is no listed pronoun, and of nothing at all."""


@dataclass(frozen=True, slots=True)
class TargetClasses:
    """A pair's classes by index, 0 for all other words, and the class of each target word."""

    pair: Pair
    names: tuple[str, ...]
    numbers: Mapping[str, int]

    @classmethod
    def of(cls, pair: Pair) -> TargetClasses:
        """The classes of a pair."""
        numbers = {form: class_index for class_index, listed in enumerate(pair.choices, 1) for form in listed.forms}
        return cls(pair, ("", *(listed.name for listed in pair.choices)), numbers)

    def number(self, token: str) -> int:
        """The class of a target token, whoever tokenised it: *-il* and *a-t-il* are *il*."""
        word = normalise(token)
        class_index = self.numbers.get(word)
        if class_index is not None or not ("-" in word or "'" in word):
            return class_index or OTHER
        inside = [self.numbers[part] for part in parts(word, self.pair.target) if part in self.numbers]
        # The last part, as French inverts (*l'a-t-il*): the clitic that follows the verb is its subject.
        return inside[-1] if inside else OTHER

    @property
    def labels(self) -> tuple[str, ...]:
        """The classes that training distinguishes: those of `names`, and again those that refer to nothing."""
        return (*self.names, *(listed.name for listed in self.pair.choices if listed.impersonal))

    def label(self, class_index: int, tokens: Sequence[str], position: int | None) -> int:
        """The label of a class at a place in its sentence: another one where what follows is an impersonal verb."""
        listed = self.described(class_index)
        if listed is None or position is None or not listed.impersonal:
            return class_index
        following = " ".join(normalise(token) for token in tokens[position + 1 : position + 9]) + " "
        if re.match(self.pair.impersonal, following) is None:
            return class_index
        return self.labels.index(listed.name, len(self.names))

    @property
    def context_labels(self) -> tuple[int, ...]:
        """For each label the one it shares with its twin: what says nothing of antecedents cannot separate them."""
        twins = {listed.name: listed.twin for listed in self.pair.choices if listed.twin}
        return tuple(
            self.names.index(twins[name]) if name in twins else label for label, name in enumerate(self.labels)
        )

    def described(self, class_index: int) -> TargetClass | None:
        """What the pair says of a class; nothing of the class of all other words."""
        return self.pair.choices[class_index - 1] if class_index else None

    def same_case(self, first: int, second: int) -> bool:
        """Whether words of one class may stand where words of the other do, as far as their cases show."""
        cases = {listed.case for listed in map(self.described, (first, second)) if listed is not None}
        return len(cases - {None}) <= 1

    def same(self, one: int, other: int) -> bool:
        """Whether two classes are one, or the first hides which of several it is and the other is among them."""
        if one == other:
            return True
        pairs = ((one, other), (other, one))
        return any(
            described is not None and self.names[whole] in described.stands_for
            for described, whole in ((self.described(hidden), whole) for hidden, whole in pairs)
        )

    def whole(self, class_index: int, probabilities: npt.NDArray[np.float64]) -> str:
        """The name of a class; of an elided one that of the likeliest which it may stand for."""
        listed = self.described(class_index)
        hidden = listed.stands_for if listed is not None else ()
        return max(
            hidden, key=lambda name: float(probabilities[self.names.index(name)]), default=self.names[class_index]
        )

    def scores(self, probabilities: npt.NDArray[np.float64], least: float = 1e-4) -> list[float]:
        """Logarithms by class for the decoder, where an elided form stands for all that it may hide.

        Whether a form is elided is the language model's to say, which knows the next word: *l'* is worth as much as
        *le* and *la* together, and these share what *l'* has.
        """
        mass = np.maximum(probabilities, least)
        for class_index, listed in enumerate(self.pair.choices, 1):
            if listed.stands_for:
                full = [self.names.index(name) for name in listed.stands_for]
                together = mass[class_index] + mass[full].sum()
                mass[full] *= together / mass[full].sum()
                mass[class_index] = together
        return [float(score) for score in np.log(mass)]


def class_in(
    document: ResolvedDocument, anaphor: Anaphor, sentence: Hypothesis, classes: TargetClasses
) -> tuple[int, int | None]:
    """The class of what an anaphor became in a translation of its sentence, and where that stands, if anywhere."""
    translation = PronounFinder(classes.pair).find(
        document.analysis.sentences[anaphor.sentence].tokens, sentence.tokens, sentence.alignment, anaphor.token
    )
    for position in translation.positions:
        class_index = classes.number(sentence.tokens[position])
        if class_index != OTHER:
            return class_index, position
    return OTHER, translation.positions[0] if translation.positions else None
