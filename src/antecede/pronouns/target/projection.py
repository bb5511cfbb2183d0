"""What an antecedent became in the translation: its gender and number are what the pronoun has to agree with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from antecede.languages import Agreement, language
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from antecede.alignment import Link
    from antecede.coreference import Antecedent

__all__ = ["Projected", "TargetWords", "WordMorphology", "project", "project_head"]


class Projected(NamedTuple):
    """The target word that stands for an antecedent, with its gender and number as far as they are known."""

    position: int
    word: str
    agreement: Agreement
    pronoun: bool = False


class WordMorphology(Protocol):
    """Something that knows nouns and pronouns of a language."""

    def look_up(self, tokens: Sequence[str], position: int) -> tuple[Agreement, bool] | None:
        """Gender and number of the word there, and whether it is a pronoun; None if it is neither noun nor pronoun."""
        ...

    def lemma(self, word: str) -> str:
        """The dictionary form of a word in normal form; the word itself where nothing is known of it."""
        ...


@dataclass(frozen=True, slots=True)
class TargetWords:
    """Nouns from a lexicon, pronouns from the language's own table.

    A form that is both, as French *le* or *la* that only look like pronouns beside a noun, counts as a pronoun here;
    `project` prefers the noun beside it.
    """

    nouns: Callable[[Sequence[str], int], Agreement | None]
    """Gender and number of the noun at a place among its tokens; None if it is none."""
    pronouns: Mapping[str, Agreement]
    lemmas: Callable[[str], str] = str

    @classmethod
    def of(
        cls, code: str, nouns: Callable[[Sequence[str], int], Agreement | None], lemmas: Callable[[str], str] = str
    ) -> TargetWords:
        """The words of a language, whose nouns `nouns` knows."""
        return cls(nouns, language(code).pronouns, lemmas)

    def lemma(self, word: str) -> str:
        """As `WordMorphology`."""
        return self.lemmas(word)

    def look_up(self, tokens: Sequence[str], position: int) -> tuple[Agreement, bool] | None:
        """As `WordMorphology`."""
        word = normalise(tokens[position]).removeprefix("-")
        if word in self.pronouns:
            return self.pronouns[word], True
        noun = self.nouns(tokens, position)
        return None if noun is None else (noun, False)


def project(
    antecedent: Antecedent, target: Sequence[str], alignment: Iterable[Link], words: WordMorphology
) -> Projected | None:
    """The first noun or pronoun that the antecedent's head is aligned to; failing that, its other words.

    A pronoun counts only where it stands alone: what looks like one beside a noun is the noun's determiner.
    """
    links = list(alignment)
    projected = project_head((antecedent.head,), target, links, words)
    if projected is not None:
        return projected
    return project_head(range(antecedent.start, antecedent.end), target, links, words)


def project_head(
    positions: Iterable[int], target: Sequence[str], alignment: Iterable[Link], words: WordMorphology
) -> Projected | None:
    """The first noun that any of these source positions is aligned to, or the first pronoun if there is no noun."""
    wanted = frozenset(positions)
    places = sorted({link.target for link in alignment if link.source in wanted and link.target < len(target)})
    pronoun = None
    for place in places:
        known = words.look_up(target, place)
        if known is None:
            continue
        agreement, is_pronoun = known
        if not is_pronoun:
            return Projected(place, target[place], agreement)
        pronoun = pronoun or Projected(place, target[place], agreement, pronoun=True)
    return pronoun
