"""An n-best list cut down to what a choice of pronouns is between: the best hypothesis for each tuple of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from antecede.alignment.pronouns import find
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.engines import Engine, Hypothesis
    from antecede.pairs import Pair

__all__ = ["Candidate", "Place", "Shortener", "fingerprint", "translate_with_pronouns"]


class Place(NamedTuple):
    """What a source pronoun became in a hypothesis: the pronoun and its position; none if `pronoun` is empty."""

    source: int
    pronoun: str = ""
    position: int = -1


class Candidate(NamedTuple):
    """A hypothesis, its rank in the list, and what became of each of the pair's source pronouns."""

    rank: int
    hypothesis: Hypothesis
    places: tuple[Place, ...]

    @property
    def pronouns(self) -> tuple[str, ...]:
        """The tuple of translations that distinguishes candidates."""
        return tuple(place.pronoun for place in self.places)


@dataclass(frozen=True, slots=True)
class Shortener:
    """Keeps, of each list, the best hypothesis for each tuple of pronoun translations (section 5, step 2)."""

    pair: Pair

    def shorten(self, source: Sequence[str], hypotheses: Sequence[Hypothesis]) -> list[Candidate]:
        """The candidates, best first; one, the list's first, for a sentence without pronouns of the pair."""
        lists = self.pair.lists[self.pair.default_lists]
        places = [place for place, token in enumerate(source) if normalise(token) in self.pair.resolved]
        if not places:
            return [Candidate(0, hypotheses[0], ())]
        kept: dict[tuple[str, ...], Candidate] = {}
        for rank, hypothesis in enumerate(hypotheses):
            became = []
            for place in places:
                words = find(source, hypothesis.tokens, hypothesis.alignment, place, lists, self.pair.target)
                good = words is not None and words.text in lists.target_pronouns
                became.append(Place(place, words.text, words.positions[0]) if words and good else Place(place))
            candidate = Candidate(rank, hypothesis, tuple(became))
            kept.setdefault(candidate.pronouns, candidate)
        return sorted(kept.values(), key=lambda candidate: candidate.rank)


def translate_with_pronouns(
    engine: Engine, sources: Sequence[Sequence[str]], pair: Pair, n_best: int
) -> list[list[Hypothesis]]:
    """Lists of `n_best` for sentences that have one of the pair's pronouns, and one translation of every other."""
    asked = [any(normalise(token) in pair.resolved for token in source) for source in sources]
    lists: list[list[Hypothesis]] = [[] for _ in sources]
    for wanted, size in ((True, n_best), (False, 1)):
        places = [index for index, has in enumerate(asked) if has is wanted]
        for index, translations in zip(
            places, engine.translate([sources[index] for index in places], n_best=size), strict=True
        ):
            lists[index] = translations
    return lists


def fingerprint(tokens: Sequence[str], pronouns: frozenset[str]) -> tuple[str, ...]:
    """A hypothesis's target pronouns in order: lists without alignments are cut by it before they are aligned."""
    words = (normalise(token).removeprefix("-") for token in tokens)
    return tuple(word for word in words if word in pronouns)
