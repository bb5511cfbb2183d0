"""The published APT tool's behaviour, faults included, so that published scores come out again.

Where it differs from `antecede.evaluation.metrics.apt`:

- an unaligned pronoun is never recovered: its repair looks only around words that are aligned;
- that repair compares words as they are cased, in a range of two words on either side;
- words it recovers do not enter the vocabulary, so that a compound such as *a-t-il*, or any word not aligned
  elsewhere, becomes a null word, and two null words are identical;
- "equivalent" is looked up only among words of the vocabulary: without *ce* in it, *c'* and *il* are different.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from antecede.alignment.pronouns import Words, occurrences
from antecede.errors import BadAlignment
from antecede.evaluation.published._python2 import Python2Set
from antecede.evaluation.results import Case, Judged, ScoredPronoun

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from antecede.alignment.pronouns import Finder, Occurrence, Side
    from antecede.pairs import PronounLists

OTHER: Final = "OTHER"
NONE: Final = "NONE"
# How far its repair looks on either side of what is aligned.
_NEIGHBOURS: Final = 2

Groups = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The tool's lists and dictionaries."""

    source_words: frozenset[str] = frozenset()
    target_words: tuple[str, ...] = ()
    """When given, every other word is OTHER."""
    equal: Groups = ()
    similar: Groups = ()
    repair_source: frozenset[str] = frozenset()
    repair_target: frozenset[str] = frozenset()
    """Its dictionary of target pronouns; without one, nothing is repaired."""
    source_separator: str | None = None
    target_separator: str | None = None
    other_is_equal: bool = False

    @classmethod
    def of(cls, lists: PronounLists, *, heuristic: bool) -> Rules:
        """A pair's lists, put as the tool takes them."""
        return cls(
            source_words=lists.source_pronouns,
            equal=tuple(tuple(sorted(group)) for group in lists.identical),
            similar=tuple(tuple(sorted(group)) for group in lists.equivalent),
            repair_source=lists.source_pronouns,
            repair_target=lists.target_pronouns if heuristic else frozenset(),
        )


def judge(
    source: Sequence[str], reference: Side, candidates: Sequence[Side], rules: Rules
) -> tuple[ScoredPronoun, ...]:
    """Every pronoun with every candidate's case, as the tool counts."""
    finder = PublishedFinder(rules, source)
    pronouns = list(occurrences(source, rules.source_words))
    runs = []
    for candidate in candidates:
        vocabulary = Vocabulary.build(rules, finder, pronouns, (reference, candidate))
        runs.append(list(classified(pronouns, reference, candidate, finder, vocabulary)))
    return tuple(
        ScoredPronoun(
            at.sentence, at.position, at.word, rows[0].reference, tuple(Judged(row.candidate, row.case) for row in rows)
        )
        for at, *rows in zip(pronouns, *runs, strict=True)
    )


@dataclass(frozen=True, slots=True)
class Row:
    """One pronoun, and the places of the confusion matrix that it is counted in (`None`: a null word)."""

    at: Occurrence
    reference: Words | None
    candidate: Words | None
    case: Case
    reference_axis: tuple[int | None, ...]
    candidate_axis: tuple[int | None, ...]


def classified(
    pronouns: Sequence[Occurrence], reference: Side, candidate: Side, finder: Finder, vocabulary: Vocabulary
) -> Iterable[Row]:
    """Each pronoun's row, in order."""
    return (vocabulary.row(at, finder.find(reference, at), finder.find(candidate, at)) for at in pronouns)


@dataclass(frozen=True, slots=True)
class PublishedFinder:
    """The words aligned to a pronoun, with the tool's own repair."""

    rules: Rules
    source: Sequence[str]

    def find(self, side: Side, at: Occurrence) -> Words | None:
        words = self.aligned(side, at)
        if words is None or not self.rules.repair_target.isdisjoint(words.text.split(" ")):
            return words
        return self._repaired(side, at, words)

    def aligned(self, side: Side, at: Occurrence) -> Words | None:
        """What is aligned, before any repair."""
        positions = side.alignments.targets(at.sentence, at.position)
        if not positions:
            return None
        tokens = side.lines[at.sentence].strip().lower().split(" ")
        if positions[-1] >= len(tokens):
            problem = f"{at.position}-{positions[-1]} points past the {len(tokens)} words of the sentence"
            raise BadAlignment(side.name, at.sentence + 1, problem)
        words = [tokens[p] for p in positions]
        if self.rules.target_words:
            words = [part for word in words for part in self._listed_part(word)] or [OTHER]
        return Words(positions, " ".join(words))

    def _listed_part(self, word: str) -> list[str]:
        parts = word.split(self.rules.target_separator)
        return next(([part] for part in parts if part in self.rules.target_words), [])

    def _repaired(self, side: Side, at: Occurrence, words: Words) -> Words:
        tokens = side.lines[at.sentence].strip().split(" ")
        first = max(words.positions[0] - _NEIGHBOURS, 0)
        last = min(words.positions[-1] + _NEIGHBOURS, len(tokens) - 1)
        given = words.text.split(" ")
        positions = [p for p in range(first, last + 1) if self._may_translate(side, at, tokens, p, given)]
        if not positions:
            return words
        # In a range of odd length, the middle word and both its neighbours count as equally central.
        half = (last - first + 1) // 2
        chosen = min(positions, key=lambda p: max(half - (p - first), p - (last - half), 1))
        kept = [] if given == [OTHER] else given
        return Words((*words.positions, chosen), " ".join([*kept, tokens[chosen]]))

    def _may_translate(self, side: Side, at: Occurrence, tokens: Sequence[str], p: int, given: Sequence[str]) -> bool:
        word = tokens[p].rsplit("-", 1)[-1]
        if word not in self.rules.repair_target or word in given:
            return False
        source = self.source[at.sentence].strip().split(" ")
        return all(source[s] not in self.rules.repair_source for s in side.alignments.sources(at.sentence, p))


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of the confusion matrix, and the classes of words that count as alike."""

    words: tuple[str, ...]
    rules: Rules
    index: dict[str, int] = field(default_factory=dict)
    equal: Groups = ()
    similar: tuple[tuple[int | None, ...], ...] = ()

    @classmethod
    def build(
        cls, rules: Rules, finder: Finder, pronouns: Sequence[Occurrence], sides: tuple[Side, Side]
    ) -> Vocabulary:
        """The target list with OTHER, or else every word that was found; NONE stands last."""
        if rules.target_words:
            words = (*rules.target_words, OTHER, NONE)
        else:
            look = finder.aligned if isinstance(finder, PublishedFinder) else finder.find
            one, other = (
                Python2Set(word for at in pronouns if (seen := look(side, at)) for word in seen.text.split(" "))
                for side in sides
            )
            words = (*one.union(other).elements, NONE)
        index = {word: i for i, word in reversed(list(enumerate(words)))}
        groups = (tuple(w for w in group if w in index) for group in rules.equal)
        base = cls(words, rules, index, tuple(group for group in groups if len(group) > 1))
        listed = ([w for w in group if w in index] for group in rules.similar)
        similar = tuple(tuple(base._place(w) for w in group) for group in listed if len(group) > 1)
        return cls(base.words, rules, index, base.equal, similar)

    def row(self, at: Occurrence, reference: Words | None, candidate: Words | None) -> Row:
        """The pronoun's case and its places in the matrix."""
        expected, given = self._places(reference), self._places(candidate)
        if reference is None or candidate is None:
            missing = Case.BOTH_MISSING if candidate is None else Case.REFERENCE_MISSING
            case = missing if reference is None else Case.CANDIDATE_MISSING
            return Row(at, reference, candidate, case, expected.elements, given.elements)
        same = expected.intersection(self._without_other(given)).elements
        if same:
            return Row(at, reference, candidate, Case.IDENTICAL, same, same)
        for group in self.similar:
            one, other = (axis.intersection(Python2Set(group)).elements for axis in (expected, given))
            if one and other:
                return Row(at, reference, candidate, Case.EQUIVALENT, one, other)
        return Row(at, reference, candidate, Case.DIFFERENT, expected.elements, given.elements)

    def _without_other(self, places: Python2Set[int | None]) -> Python2Set[int | None]:
        if not self.rules.target_words or self.rules.other_is_equal:
            return places
        return Python2Set(place for place in places.elements if place != self.index[OTHER])

    def _places(self, words: Words | None) -> Python2Set[int | None]:
        return Python2Set([self.index[NONE]] if words is None else map(self._place, words.text.split(" ")))

    def _place(self, word: str) -> int | None:
        group = next((group for group in self.equal if word in group), None)
        return self.index.get(group[0] if group else word)
