"""The noun that stands for an antecedent in a translation, as its reader sees it: the head of its noun phrase.

*Draft law* became *projet de loi*: a link leads from *law* to *loi*, but what a pronoun agrees with is *projet*. A
name that no lexicon knows has the gender that its determiners show in other texts (*la Russie*).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from antecede.analysis.statistics import word_counts
from antecede.languages import Agreement, Gender, language
from antecede.pronouns.target.lexicon import target_words
from antecede.pronouns.target.projection import Projected, project
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Mapping

    from antecede.coreference import Antecedent
    from antecede.engines import Hypothesis
    from antecede.pronouns.target.projection import WordMorphology

__all__ = ["TargetHeads", "target_heads"]

_LEAST_SEEN: Final = 3
_SURE: Final = 0.9
_NESTED: Final = 3
"""So many nouns may stand one behind the other: *le projet de loi de finances*."""


@dataclass(frozen=True, slots=True)
class TargetHeads:
    """Finds heads of noun phrases among the words of a language."""

    words: WordMorphology
    of: frozenset[str]
    """What links a noun to the one before it: *de*."""
    articles: frozenset[str]
    counted: Mapping[str, tuple[int, int]]
    """How often words were seen with masculine and with feminine determiners."""

    def find(self, antecedent: Antecedent, sentence: Hypothesis) -> Projected | None:
        """The noun or pronoun that stands for the antecedent; None where none is found."""
        found = project(antecedent, sentence.tokens, sentence.alignment, self.words)
        if found is None or found.agreement.gender is None:
            return self._by_determiners(antecedent, sentence) or found
        return found if found.pronoun else self._head(antecedent, sentence, found)

    def gender(self, word: str) -> Gender | None:
        """What its determiners show, where they were seen often enough and agree."""
        masculine, feminine = self.counted.get(word, (0, 0))
        if max(masculine, feminine) < _LEAST_SEEN or max(masculine, feminine) < _SURE * (masculine + feminine):
            return None
        return Gender.MASCULINE if masculine > feminine else Gender.FEMININE

    def _by_determiners(self, antecedent: Antecedent, sentence: Hypothesis) -> Projected | None:
        for place in sorted({link.target for link in sentence.alignment if link.source == antecedent.head}):
            if place < len(sentence.tokens) and sentence.tokens[place][:1].isupper():
                word = normalise(sentence.tokens[place])
                gender = self.gender(word)
                if gender is not None:
                    return Projected(place, sentence.tokens[place], Agreement(gender, antecedent.number))
        return None

    def _head(self, antecedent: Antecedent, sentence: Hypothesis, found: Projected) -> Projected:
        """The first of the nouns that *de* links, as long as they belong to the antecedent."""
        tokens = [normalise(token) for token in sentence.tokens]
        inside = {link.target for link in sentence.alignment if antecedent.start <= link.source < antecedent.end}
        for _ in range(_NESTED):
            place = found.position - 1
            if place > 0 and tokens[place] in self.articles:
                place -= 1
            if place <= 0 or tokens[place] not in self.of:
                break
            # An adjective may follow the first noun: *la loi nouvelle de finances*.
            outer = next((each for each in (place - 1, place - 2) if each in inside and self._noun(tokens, each)), None)
            if outer is None:
                break
            known = self.words.look_up(sentence.tokens, outer)
            found = Projected(outer, sentence.tokens[outer], known[0]) if known is not None else found
        return found

    def _noun(self, tokens: list[str], place: int) -> bool:
        known = self.words.look_up(tokens, place) if place >= 0 else None
        return known is not None and not known[1] and known[0].gender is not None


@cache
def target_heads(code: str) -> TargetHeads:
    """The finder of a language."""
    clues = language(code).noun_clues
    return TargetHeads(
        target_words(code),
        clues.genitive if clues is not None else frozenset(),
        clues.articles if clues is not None else frozenset(),
        word_counts(code, "genders"),
    )
