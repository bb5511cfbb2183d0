"""The noun that stands for an antecedent in a translation, as its reader sees it: the head of its noun phrase.

*Draft law* became *projet de loi*: a link leads from *law* to *loi*, but what a pronoun agrees with is *projet*. What
no lexicon knows has the gender that its determiner shows here (*le spread*), or in other texts (*la Russie*).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from antecede.analysis.lexicon import has_lexicon
from antecede.analysis.nouns import nouns
from antecede.analysis.statistics import word_counts
from antecede.languages import Agreement, Gender, language
from antecede.pronouns.target.lexicon import target_words
from antecede.pronouns.target.projection import Projected, project
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from antecede.analysis.nouns import Nouns
    from antecede.coreference import Antecedent
    from antecede.engines import Hypothesis
    from antecede.languages import NounClues
    from antecede.pronouns.target.projection import WordMorphology

__all__ = ["TargetHeads", "target_heads"]

_LEAST_SEEN: Final = 3
_SURE: Final = 0.9
_NESTED: Final = 4
"""So many nouns may stand one behind the other: *le projet de loi de finances*."""
_REACH: Final = 3
"""So many words may stand between a noun and what belongs to it: *la loi fort complexe de finances*."""


@dataclass(frozen=True, slots=True)
class TargetHeads:
    """Finds heads of noun phrases among the words of a language."""

    words: WordMorphology
    clues: NounClues | None
    nouns: Nouns | None
    """What determiners and a lexicon say of a noun in its sentence."""
    counted: Mapping[str, tuple[int, int]]
    """How often words were seen with masculine and with feminine determiners."""

    def find(self, antecedent: Antecedent, sentence: Hypothesis) -> Projected | None:
        """The noun or pronoun that stands for the antecedent; None where none is found."""
        tokens = [normalise(token) for token in sentence.tokens]
        for linked in sorted({link.target for link in sentence.alignment if link.source == antecedent.head}):
            if linked >= len(tokens):
                continue
            described = self._describes(tokens, linked) and self._noun(tokens, linked - 1)
            place = linked - 1 if described else linked
            known = self.words.look_up(sentence.tokens, place)
            # An abbreviation is not the word of the same letters.
            short = sentence.tokens[place].isupper() and len(tokens[place]) > 1
            if short or (known is None and self._unknown(sentence.tokens, place)):
                return self._by_determiners(antecedent, sentence.tokens, place)
            if known is not None and not known[1]:
                return self._head(antecedent, sentence, place)
        found = project(antecedent, sentence.tokens, sentence.alignment, self.words)
        return found if found is None or found.pronoun else self._head(antecedent, sentence, found.position)

    def gender(self, word: str) -> Gender | None:
        """What its determiners show, where they were seen often enough and agree."""
        masculine, feminine = self.counted.get(word, (0, 0))
        if max(masculine, feminine) < _LEAST_SEEN or max(masculine, feminine) < _SURE * (masculine + feminine):
            return None
        return Gender.MASCULINE if masculine > feminine else Gender.FEMININE

    def _unknown(self, tokens: Sequence[str], place: int) -> bool:
        """Whether a word is a noun that no lexicon knows: a name, or what a determiner stands before."""
        if not tokens[place][:1].isalpha() or self.nouns is None:
            return False
        word = normalise(tokens[place])
        if self.clues is not None and self.clues.is_closed(word):
            return False
        return tokens[place][:1].isupper() or self.nouns.determiner(tokens, place) != Agreement()

    def _by_determiners(self, antecedent: Antecedent, tokens: Sequence[str], place: int) -> Projected | None:
        shown = self.nouns.determiner(tokens, place) if self.nouns is not None else Agreement()
        named = tokens[place][:1].isupper()
        gender = shown.gender or (self.gender(normalise(tokens[place])) if named else None)
        number = shown.number or antecedent.number
        return None if gender is None else Projected(place, tokens[place], Agreement(gender, number))

    def _head(self, antecedent: Antecedent, sentence: Hypothesis, place: int) -> Projected | None:
        """The first of the nouns that belong to each other, as long as they belong to the antecedent."""
        tokens = [normalise(token) for token in sentence.tokens]
        sources: dict[int, set[int]] = {}
        for link in sentence.alignment:
            sources.setdefault(link.target, set()).add(link.source)
        own = range(antecedent.start, antecedent.end)
        for _ in range(_NESTED):
            outer = self._outer(tokens, place)
            linked = sources.get(outer, set()) if outer is not None else set()
            if outer is None or (linked and not linked & set(own)):
                break
            place = outer
        known = self.words.look_up(sentence.tokens, place)
        if known is None:
            return self._by_determiners(antecedent, sentence.tokens, place)
        shown = self.nouns.determiner(sentence.tokens, place) if self.nouns is not None else Agreement()
        agreement = Agreement(shown.gender or known[0].gender, shown.number or known[0].number)
        return Projected(place, sentence.tokens[place], agreement)

    def _outer(self, tokens: Sequence[str], place: int) -> int | None:
        """The noun that the one at a place belongs to: the one before *de*, or that which it describes."""
        if self.clues is None:
            return None
        if self._describes(tokens, place) and self._noun(tokens, place - 1):
            return place - 1
        before = place - 1
        while before > 0 and (tokens[before] in self.clues.articles or tokens[before] in self.clues.before_nouns):
            if tokens[before] in self.clues.genitive:
                break
            before -= 1
        if before <= 0 or tokens[before] not in self.clues.genitive:
            return None
        for outer in range(before - 1, max(before - 1 - _REACH, -1), -1):
            if self._noun(tokens, outer) and not self._describes(tokens, outer):
                return None if tokens[outer] in self.clues.quantities else outer
            if not self._adjective(tokens[outer]) and not self._adverb(tokens[outer]):
                return outer if self._unknown(tokens, outer) else None
        return None

    def _describes(self, tokens: Sequence[str], place: int) -> bool:
        """Whether a word only describes a noun before it: *hépatite C*, *infrastructures (très) complexes*."""
        describing = len(tokens[place]) == 1 or self._adjective(tokens[place])
        return place > 0 and describing and (self._noun(tokens, place - 1) or self._adverb(tokens[place - 1]))

    def _adjective(self, word: str) -> bool:
        return self.nouns is not None and bool(self.nouns.lexicon.agreeing(word))

    def _adverb(self, word: str) -> bool:
        return self.nouns is not None and self.nouns.lexicon.adverb(word)

    def _noun(self, tokens: Sequence[str], place: int) -> bool:
        known = self.words.look_up(tokens, place) if place >= 0 else None
        return known is not None and not known[1]


@cache
def target_heads(code: str) -> TargetHeads:
    """The finder of a language."""
    known = nouns(code) if has_lexicon(code) else None
    return TargetHeads(target_words(code), language(code).noun_clues, known, word_counts(code, "genders"))
