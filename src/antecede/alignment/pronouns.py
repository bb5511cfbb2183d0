"""Find the words that translate a source pronoun: as aligned, or with the APT paper's four-step repair."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol

from antecede.text.tokens import normalise, parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from antecede.alignment.alignments import Alignments, Link
    from antecede.pairs import Pair, PronounLists

    # The target positions that a source position of one sentence is linked to, in ascending order.
    Targets = Callable[[int], tuple[int, ...]]


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
            positions = [position for position, word in enumerate(words) if word in pronouns]
            for position in positions:
                yield Occurrence(sentence, position, words[position], tuple(p for p in positions if p != position))


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
        pronouns = [part for part in parts(word, self.language) if part in self.lists.target_pronouns]
        return pronouns[-1] if pronouns else word


@dataclass(frozen=True, slots=True)
class AsAligned:
    """Whatever words are aligned to the pronoun, several if need be."""

    forms: PronounForms

    def find(self, side: Side, at: Occurrence) -> Words | None:
        """The words of one sentence of a side."""
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
        """The words of one sentence of a side."""
        tokens = split(side.lines[at.sentence])
        return self.find_in(tokens, partial(side.alignments.targets, at.sentence), at.position, at.word, at.others)

    def find_in(
        self, tokens: Sequence[str], targets: Targets, position: int, word: str, others: Iterable[int]
    ) -> Words | None:
        """The words among a sentence's tokens; `others` are read only where the neighbourhood is searched."""
        aligned = targets(position)
        chosen = self._aligned_pronoun(tokens, aligned, word)
        if chosen is None:
            chosen = self._nearby_pronoun(tokens, targets, position, word, others)
        return self._words(tokens, aligned if chosen is None else (chosen,))

    def _aligned_pronoun(self, tokens: Sequence[str], aligned: tuple[int, ...], source: str) -> int | None:
        pronouns = [p for p in aligned if self.forms.form(tokens[p]) in self.forms.lists.target_pronouns]
        likely = self.forms.lists.likely(source)
        return next((p for p in pronouns if self.forms.form(tokens[p]) in likely), next(iter(pronouns), None))

    def _nearby_pronoun(
        self, tokens: Sequence[str], targets: Targets, position: int, word: str, others: Iterable[int]
    ) -> int | None:
        markers = (targets(position - 1) if position else ()) + targets(position + 1)
        if not markers:
            return None
        first, last = max(min(markers) - 1, 0), min(max(markers) + 1, len(tokens) - 1)
        likely = self.forms.lists.likely(word)
        near = [p for p in range(first, last + 1) if self.forms.form(tokens[p]) in likely]
        if not near:
            return None
        taken = {p for other in others for p in targets(other)}
        # Twice the distance from the centre, to stay in whole numbers; the first of two that are equally close.
        return min((p for p in near if p not in taken), key=lambda p: abs(2 * p - first - last), default=None)


def find(
    source: Sequence[str],
    target: Sequence[str],
    links: Sequence[Link],
    position: int,
    lists: PronounLists,
    language: str,
) -> Words | None:
    """The words that the source token at `position` became, on tokens and links: as scores find them, repaired.

    >>> from antecede.alignment import Link
    >>> from antecede.pairs import pair
    >>> lists = pair("en-fr").lists["2017"]
    >>> find(["It", "sleeps"], ["Elle", "dort"], [Link(0, 0), Link(1, 1)], 0, lists, "fr")
    Words(positions=(0,), text='elle')
    """

    def targets(of: int) -> tuple[int, ...]:
        return tuple(sorted({link[1] for link in links if link[0] == of}))

    others = (
        place for place, word in enumerate(source) if place != position and normalise(word) in lists.source_pronouns
    )
    finder = Repaired(PronounForms(lists, language))
    return finder.find_in(target, targets, position, normalise(source[position]), others)


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
        # Scores split a line at its spaces, and so the target is split here.
        words = find(source, split(" ".join(target)), alignment, position, lists, self.pair.target)
        if words is None:
            return Found()
        return Found(words.positions, words.text if words.text in lists.target_pronouns else "")
