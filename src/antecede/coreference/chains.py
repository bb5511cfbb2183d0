"""Add up the probabilities of mentions of one thing: those in the first choice's chain are passed on to it.

A ranker divides its probability among the mentions of the antecedent's chain. Whether the first choice is right is
whether it lies in that chain: its own probability, and that of every other candidate times how likely the two are the
same.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from antecede.coreference.candidates import WINDOW

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.coreference.mentions import Mention

    Place = tuple[int, int]

# Less likely candidates and links are left out: they change nothing, and there are many.
_LEAST: Final = 0.01


@dataclass(slots=True)
class Chains:
    """How likely the pronouns of a document so far are the same as the mentions before them."""

    same_noun: float
    """How likely two mentions of one noun, in one number, are the same."""
    links: dict[Place, dict[Place, float]] = field(default_factory=dict)

    def together(self, pronoun: Mention, mentions: Sequence[Mention], chances: Sequence[float]) -> list[float]:
        """The candidates' probabilities, with those of what is the same as the first choice passed on to it."""
        likely = [index for index, chance in enumerate(chances) if chance >= _LEAST]
        self.links[_place(pronoun)] = self._linked(pronoun, mentions, chances, likely)
        if not likely:
            return list(chances)
        first = max(likely, key=chances.__getitem__)
        passed = list(chances)
        for index in likely:
            if index != first:
                share = chances[index] * self._same(mentions[first], mentions[index])
                passed[index] -= share
                passed[first] += share
        return passed

    def _linked(
        self, pronoun: Mention, mentions: Sequence[Mention], chances: Sequence[float], likely: Sequence[int]
    ) -> dict[Place, float]:
        """What a pronoun is linked to, directly or by other pronouns; what is far back is no longer a candidate."""
        links: dict[Place, float] = {}
        for index in likely:
            place = _place(mentions[index])
            links[place] = links.get(place, 0.0) + chances[index]
            for other, chance in self.links.get(place, {}).items():
                if chance * chances[index] >= _LEAST and other[0] >= pronoun.sentence - WINDOW:
                    links[other] = links.get(other, 0.0) + chance * chances[index]
        return links

    def _same(self, one: Mention, other: Mention) -> float:
        """How likely two candidates are the same: nouns by their words, pronouns by what they are linked to."""
        if one.form is None and other.form is None:
            return self.same_noun if one.lemma == other.lemma and one.number == other.number else 0.0
        place, there = _place(one), _place(other)
        mine, theirs = self.links.get(place, {}), self.links.get(there, {})
        direct = mine.get(there, 0.0) + theirs.get(place, 0.0)
        if one.form is not None and other.form is not None and not direct:
            direct = sum(chance * theirs.get(each, 0.0) for each, chance in mine.items())
        return min(1.0, direct)


def _place(mention: Mention) -> tuple[int, int]:
    return mention.sentence, mention.head
