"""What a pronoun stands for, followed from pronoun to pronoun up to nouns: a noun is what has a gender of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.analysis import AnalysedDocument
    from antecede.coreference import Anaphor, Antecedent

    Place = tuple[int, int]

__all__ = ["Nouns", "nouns_of"]


class Nouns(NamedTuple):
    """The nouns that a pronoun may stand for, by where they stand, each with its probability."""

    likely: dict[Place, tuple[Antecedent, float]]
    rest: float
    """How likely it stands for what other pronouns do that are not resolved here: *he*, *we*."""

    @property
    def best(self) -> tuple[Antecedent, float] | None:
        """The likeliest."""
        return max(self.likely.values(), key=lambda each: each[1], default=None)

    def shared(self, other: Nouns) -> float:
        """How likely two pronouns stand for the same noun, at the most."""
        return sum(
            min(chance, other.likely[place][1]) for place, (_, chance) in self.likely.items() if place in other.likely
        )


def nouns_of(anaphors: Sequence[Anaphor], analysis: AnalysedDocument) -> list[Nouns]:
    """The nouns of each pronoun; probabilities are multiplied along the way."""
    places = {(anaphor.sentence, anaphor.token): index for index, anaphor in enumerate(anaphors)}
    found: list[Nouns] = []
    for index, anaphor in enumerate(anaphors):
        likely: dict[Place, tuple[Antecedent, float]] = {}
        rest = 0.0
        for antecedent in anaphor.antecedents:
            place = antecedent.sentence, antecedent.head
            earlier = places.get(place, index)
            if earlier < index:
                rest += antecedent.probability * found[earlier].rest
                passed = found[earlier].likely.items()
            elif analysis.sentences[antecedent.sentence].words[antecedent.head].pos == "PRON":
                rest += antecedent.probability
                continue
            else:
                passed = {place: (antecedent, 1.0)}.items()
            for where, (noun, chance) in passed:
                before = likely[where][1] if where in likely else 0.0
                likely[where] = noun, before + antecedent.probability * chance
        found.append(Nouns(likely, rest))
    return found
