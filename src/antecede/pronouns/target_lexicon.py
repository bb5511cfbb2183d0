"""What a lexicon says of target words, in the forms that the pronoun models ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from antecede.languages import Agreement, Gender, Number, language, lexicon
from antecede.pronouns.projection import TargetWords
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from antecede.pronouns.nominals import NounLexicon
    from antecede.pronouns.projection import WordMorphology

__all__ = ["gender_shown", "noun_lexicon", "target_words"]

# Between a determiner and its noun stands an adjective at most.
_REACH: Final = 2


def noun_lexicon(code: str) -> NounLexicon:
    """The nouns of a language with their gender and number; raises `ResourceError` where it has no lexicon."""
    words = lexicon(code)

    def noun(word: str) -> Agreement | None:
        found = words.noun_agreement(word)
        if found is None and "-" in word.strip("-"):
            found = words.noun_agreement(word.rpartition("-")[2])
        return found

    return noun


def gender_shown(code: str) -> Callable[[str], Gender | None]:
    """The gender that the form of an adjective or participle shows, if it shows one."""
    words = lexicon(code)

    def shown(word: str) -> Gender | None:
        if not words.agreeing(word):
            return None
        fits = {
            gender
            for gender in (Gender.MASCULINE, Gender.FEMININE)
            if any(words.inflect(word, gender, number) == word for number in Number)
        }
        return fits.pop() if len(fits) == 1 else None

    return shown


def target_words(code: str) -> WordMorphology:
    """The nouns and pronouns that antecedents become; a determiner tells what a noun's form leaves open."""
    nouns = noun_lexicon(code)
    clues = language(code).noun_clues
    determiners = clues.determiners if clues is not None else {}
    no_nouns = clues.no_nouns if clues is not None else frozenset()

    def noun(tokens: Sequence[str], position: int) -> Agreement | None:
        word = normalise(tokens[position])
        found = None if word in no_nouns else nouns(word)
        if found is None or (found.gender is not None and found.number is not None):
            return found
        for place in range(position - 1, max(-1, position - 1 - _REACH), -1):
            known = determiners.get(normalise(tokens[place]))
            if known is not None:
                return Agreement(found.gender or known.gender, found.number or known.number)
        return found

    return TargetWords.of(code, noun)
