"""Gender and number of nouns from a lexicon, the determiner and counts: with a parser's answer, or without a parser."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from antecede.analysis.lexicon import lexicon
from antecede.analysis.statistics import word_counts
from antecede.languages import Agreement, Gender, language
from antecede.resources import default_resource
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from antecede.analysis.lexicon import Lexicon
    from antecede.languages import NounClues

# How far a determiner may stand before its noun, adjectives between them.
_REACH: Final = 3


@cache
def nouns(code: str) -> Nouns | None:
    """What is known of a language's nouns; None where it has no lexicon."""
    described = language(code).noun_clues
    if described is None or default_resource("lexicon", code) is None:
        return None
    return Nouns(lexicon(code), described, word_counts(code, "genders"))


class Nouns:
    """Gender and number of nouns in their sentence; what cannot be told is None."""

    def __init__(self, lexicon: Lexicon, clues: NounClues, genders: Mapping[str, tuple[int, int]]) -> None:
        self.lexicon = lexicon
        self._clues = clues
        self._genders = genders

    def agreement(
        self, tokens: Sequence[str], position: int, tagged: Agreement | None = None, *, name: bool = False
    ) -> Agreement:
        """The lexicon where its readings agree, then the determiner, then the tagger, then what is most frequent."""
        word = normalise(tokens[position])
        readings = (self.lexicon.names(word) if name else ()) or self.lexicon.nouns(word)
        before = self.determiner(tokens, position)
        heard = tagged or Agreement()
        numbers = {reading.number for reading in readings}
        number = numbers.pop() if len(numbers) == 1 else None
        number = number or before.number or heard.number
        # Of *le tour* and *la tour* the determiner tells which; of *les tours* the tagger may know.
        fitting = {reading.gender for reading in readings if number is None or reading.number in {None, number}}
        gender = fitting.pop() if len(fitting) == 1 else None
        return Agreement(gender or before.gender or heard.gender or self.usual_gender(word), number)

    def determiner(self, tokens: Sequence[str], position: int) -> Agreement:
        """What the determiner says, if there is one right before, or before the adjectives that stand there."""
        for place in range(position - 1, max(-1, position - 1 - _REACH), -1):
            word = normalise(tokens[place])
            if word in self._clues.determiners:
                return self._clues.determiners[word]
            if word not in self._clues.before_nouns and not self.lexicon.agreeing(word):
                break
        return Agreement()

    def usual_gender(self, word: str) -> Gender | None:
        """The gender that the word has in most texts; None where they differ, or do not have it."""
        masculine, feminine = self._genders.get(word, (0, 0))
        if masculine > 4 * feminine:
            return Gender.MASCULINE
        return Gender.FEMININE if feminine > 4 * masculine else None
