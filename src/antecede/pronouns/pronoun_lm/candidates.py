"""An n-best list cut down to what a choice of pronouns is between: the best hypothesis for each tuple of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.alignment.pronouns import find
from antecede.engines import translate_segments
from antecede.engines.nbest import CompactList
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.engines import Engine, Hypothesis, Segment
    from antecede.pairs import Pair

# Hypotheses that an engine is asked for at once: more of them take memory, and not less time.
_MOST: Final = 20_000

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
        ranks: Sequence[int] = range(len(hypotheses))
        if isinstance(hypotheses, CompactList):
            others = [place for place, token in enumerate(source) if normalise(token) in lists.source_pronouns]
            ranks = hypotheses.differing(places, others)
        for rank in ranks:
            hypothesis = hypotheses[rank]
            became = []
            for place in places:
                words = find(source, hypothesis.tokens, hypothesis.alignment, place, lists, self.pair.target)
                good = words is not None and words.text in lists.target_pronouns
                became.append(Place(place, words.text, words.positions[0]) if words and good else Place(place))
            candidate = Candidate(rank, hypothesis, tuple(became))
            kept.setdefault(candidate.pronouns, candidate)
        return sorted(kept.values(), key=lambda candidate: candidate.rank)


def translate_with_pronouns(
    engine: Engine, segments: Sequence[Segment], pair: Pair, n_best: int
) -> list[list[Hypothesis]]:
    """For each sentence the hypotheses that compete among its `n_best`; one if it has none of the pair's pronouns."""
    sources = [segment.tokens or () for segment in segments]
    asked = [any(normalise(token) in pair.resolved for token in source) for source in sources]
    lists: list[list[Hypothesis]] = [[] for _ in sources]
    shortener = Shortener(pair)
    for wanted, size in ((True, n_best), (False, 1)):
        places = [index for index, has in enumerate(asked) if has is wanted]
        step = max(1, _MOST // size)
        for start in range(0, len(places), step):
            part = places[start : start + step]
            made = translate_segments(engine, [segments[index] for index in part], n_best=size)
            for index, listed in zip(part, made, strict=True):
                lists[index] = [each.hypothesis for each in shortener.shorten(sources[index], listed)]
    return lists


def fingerprint(tokens: Sequence[str], pronouns: frozenset[str]) -> tuple[str, ...]:
    """A hypothesis's target pronouns in order: lists without alignments are cut by it before they are aligned."""
    words = (normalise(token).removeprefix("-") for token in tokens)
    return tuple(word for word in words if word in pronouns)
