"""Where a pronoun went: the target pronoun that translates it, found as the scores find it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from antecede.alignment import Alignments
from antecede.evaluation.finding import Occurrence, PronounForms, Repaired, Side
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.alignment import Link
    from antecede.pairs import Pair

__all__ = ["Found", "PronounFinder"]


class Found(NamedTuple):
    """What a pronoun became: target positions, and the pronoun that stands there, empty if it is none."""

    positions: tuple[int, ...] = ()
    pronoun: str = ""


@dataclass(frozen=True, slots=True)
class PronounFinder:
    """Finds translations of pronouns through word alignment, with the four-step repair of the APT paper.

    What a model thinks that it wrote and what a score will find are the same words, since both look here.
    """

    pair: Pair

    def find(self, source: Sequence[str], target: Sequence[str], alignment: Sequence[Link], position: int) -> Found:
        """What the source token at `position` became in the target.

        >>> from antecede.alignment import Link
        >>> from antecede.pairs import pair
        >>> finder = PronounFinder(pair("en-fr"))
        >>> finder.find(["It", "sleeps"], ["Elle", "dort"], [Link(0, 0), Link(1, 1)], 0)
        Found(positions=(0,), pronoun='elle')
        """
        lists = self.pair.lists[self.pair.default_lists]
        others = tuple(
            place for place, word in enumerate(source) if place != position and normalise(word) in lists.source_pronouns
        )
        links = Alignments.parse([" ".join(f"{link.source}-{link.target}" for link in alignment)])
        finder = Repaired(PronounForms(lists, self.pair.target))
        at = Occurrence(0, position, normalise(source[position]), others)
        words = finder.find(Side([" ".join(target)], links), at)
        if words is None:
            return Found()
        return Found(words.positions, words.text if words.text in lists.target_pronouns else "")
