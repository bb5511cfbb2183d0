"""What is known of a target language's nouns and pronouns: the lexicon, and the words before a noun."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from antecede.languages import Agreement, language, lexicon
from antecede.pronouns.projection import TargetWords
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["target_words"]

# Between a determiner and its noun stands an adjective at most.
_REACH: Final = 2


def target_words(code: str) -> TargetWords:
    """The nouns and pronouns of a language; raises `ResourceError` where it has no lexicon."""
    words = lexicon(code)
    clues = language(code).noun_clues
    determiners = clues.determiners if clues is not None else {}
    no_nouns = clues.no_nouns if clues is not None else frozenset()

    def noun(tokens: Sequence[str], position: int) -> Agreement | None:
        word = normalise(tokens[position])
        if word in no_nouns:
            return None
        found = words.noun_agreement(word)
        if found is None and "-" in word.strip("-"):
            found = words.noun_agreement(word.rpartition("-")[2])
        if found is None or (found.gender is not None and found.number is not None):
            return found
        for place in range(position - 1, max(-1, position - 1 - _REACH), -1):
            known = determiners.get(normalise(tokens[place]))
            if known is not None:
                return Agreement(found.gender or known.gender, found.number or known.number)
        return found

    return TargetWords.of(code, noun)
