"""Find the words that translate a source pronoun: as aligned, or with the APT paper's four-step repair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from antecede.alignment.alignments import Alignments
from antecede.text.tokens import normalise, parts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from antecede.alignment.alignments import Link
    from antecede.pairs import Pair, PronounLists


class Side(NamedTuple):
    """A translation of the source: its sentences, and its word alignment with the source.

    A sentence is its tokens separated by single spaces: a million sentences of token lists would not fit in memory.
    """

    lines: Sequence[str]
    alignments: Alignments
    name: str = "alignment"
    """What errors call the alignment."""


class Occurrence(NamedTuple):
    """A source pronoun in its place."""

    sentence: int
    position: int
    word: str
    others: tuple[int, ...] = ()
    """Where the sentence's other listed pronouns are."""


class Finder(Protocol):
    """A way to find the words of one side that translate a source pronoun."""

    def find(self, side: Side, at: Occurrence) -> Words | None: ...


def split(line: str) -> list[str]:
    """The tokens of a sentence."""
    return line.split(" ") if line else []


def occurrences(lines: Sequence[str], pronouns: AbstractSet[str]) -> Iterator[Occurrence]:
    """Every listed pronoun in the text, in order, in any case.

    >>> [(at.sentence, at.position, at.word) for at in occurrences(["It rains .", "So they say ."], {"it", "they"})]
    [(0, 0, 'it'), (1, 1, 'they')]
    """
    for sentence, line in enumerate(lines):
        words = split(normalise(line))
        if not pronouns.isdisjoint(words):
            found = [position for position, word in enumerate(words) if word in pronouns]
            for position in found:
                yield Occurrence(sentence, position, words[position], tuple(p for p in found if p != position))


@dataclass(frozen=True, slots=True)
class PronounForms:
    """Reads pronouns off target words, whoever tokenised them: *a-t-il* and *-il* are both *il*."""

    lists: PronounLists
    language: str

    def form(self, token: str) -> str:
        """The pronoun in a token, or the token itself in normal form."""
        word = normalise(token)
        if word in self.lists.target_pronouns or not ("-" in word or "'" in word):
            return word
        # The last part, as French inverts (*l'a-t-il*): the clitic that follows the verb is its subject.
        found = [part for part in parts(word, self.language) if part in self.lists.target_pronouns]
        return found[-1] if found else word


@dataclass(frozen=True, slots=True)
class AsAligned:
    """Whatever words are aligned to the pronoun, several if need be."""

    forms: PronounForms

    def find(self, side: Side, at: Occurrence) -> Words | None:
        return self._words(split(side.lines[at.sentence]), side.alignments.targets(at.sentence, at.position))

    def _words(self, tokens: Sequence[str], positions: tuple[int, ...]) -> Words | None:
        return Words(positions, " ".join(self.forms.form(tokens[p]) for p in positions)) if positions else None


@dataclass(frozen=True, slots=True)
class Repaired(AsAligned):
    """One pronoun where the alignment or its neighbourhood has one; otherwise whatever words are aligned.

    The four steps of Miculicich Werlen and Popescu-Belis 2017, section 2.3. A pronoun that is aligned to exactly one
    pronoun is left alone; of several aligned words, the pronoun is taken. Otherwise the words aligned to the source
    words before and after mark a range, and of the likely translations in it, the one closest to its centre is
    taken, unless it already translates another listed pronoun.
    """

    def find(self, side: Side, at: Occurrence) -> Words | None:
        tokens = split(side.lines[at.sentence])
        aligned = side.alignments.targets(at.sentence, at.position)
        position = self._aligned_pronoun(tokens, aligned, at.word)
        if position is None:
            position = self._nearby_pronoun(side, tokens, at)
        return self._words(tokens, aligned if position is None else (position,))

    def _aligned_pronoun(self, tokens: Sequence[str], aligned: tuple[int, ...], source: str) -> int | None:
        pronouns = [p for p in aligned if self.forms.form(tokens[p]) in self.forms.lists.target_pronouns]
        likely = self.forms.lists.likely(source)
        return next((p for p in pronouns if self.forms.form(tokens[p]) in likely), next(iter(pronouns), None))

    def _nearby_pronoun(self, side: Side, tokens: Sequence[str], at: Occurrence) -> int | None:
        alignments, sentence = side.alignments, at.sentence
        before = alignments.targets(sentence, at.position - 1) if at.position else ()
        markers = before + alignments.targets(sentence, at.position + 1)
        if not markers:
            return None
        first, last = max(min(markers) - 1, 0), min(max(markers) + 1, len(tokens) - 1)
        likely = self.forms.lists.likely(at.word)
        found = [p for p in range(first, last + 1) if self.forms.form(tokens[p]) in likely]
        taken = {p for other in at.others for p in alignments.targets(sentence, other)}
        # Twice the distance from the centre, to stay in whole numbers; the first of two that are equally close.
        return min((p for p in found if p not in taken), key=lambda p: abs(2 * p - first - last), default=None)


@dataclass(frozen=True, slots=True)
class Words:
    """The target words that translate a pronoun: positions in the sentence, and the text that was compared."""

    positions: tuple[int, ...]
    text: str


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
