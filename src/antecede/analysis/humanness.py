"""Whether a mention is a person: from its pronoun, the class of its name, and counts of nouns."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from antecede.analysis.statistics import word_counts
from antecede.languages import language
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from antecede.analysis._types import AnalysedSentence, Chunk, Word

_PEOPLE: Final = frozenset(["PER", "NORP"])
_THINGS: Final = frozenset(["ORG", "LOC", "MISC", "TIME", "NUM"])
# Below the first it is a thing, above the second a person, between them unknown.
_LIMITS: Final = (0.25, 0.65)


def is_human(sentence: AnalysedSentence, chunk: Chunk, code: str) -> bool | None:
    """Whether the noun phrase is a person or people; None where nothing tells."""
    return word_is_human(sentence.words[chunk.head], code)


def word_is_human(word: Word, code: str) -> bool | None:
    """Whether the head of a noun phrase is a person or people; None where nothing tells."""
    if word.pos == "PRON":
        return _pronoun(normalise(word.text), code)
    if word.pos != "PROPN" and (share := human_share(word, code)) is not None:
        low, high = _LIMITS
        return True if share > high else False if share < low else None
    if word.entity in _PEOPLE:
        return True
    return False if word.entity in _THINGS else None


def human_share(word: Word, code: str) -> float | None:
    """How often the noun was a person where it was counted, from 0 to 1; None if it was not."""
    counts = word_counts(code, "people")
    person, other = counts.get(normalise(word.text)) or counts.get(normalise(word.lemma)) or (0, 0)
    return None if person + other == 0 else (person + 0.5) / (person + other + 1)


@cache
def _pronoun(form: str, code: str) -> bool | None:
    described = language(code)
    if form in described.relatives.persons:
        return True
    if form in described.relatives.things:
        return False
    known = described.reference.pronouns.get(form) if described.reference else None
    return None if known is None else known.human
