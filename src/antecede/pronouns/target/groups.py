"""What agrees with several nouns: all of them feminine, as *la table et la lampe*, or one masculine, which decides."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from antecede.languages import Agreement, Gender, Number, language

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from antecede.analysis import AnalysedDocument, Word
    from antecede.coreference import Antecedent

__all__ = ["joined_agreement", "members"]

_NOMINAL: Final = frozenset({"NOUN", "PROPN"})
_PERSONS: Final = frozenset({"PER", ""})
"""What the entity of a first name may be called."""


def members(antecedent: Antecedent, words: Sequence[Word]) -> tuple[int, ...]:
    """The heads of what a coordination joins; nothing where the antecedent is none."""
    if antecedent.number is not Number.PLURAL:
        return ()
    found = [antecedent.head]
    for token in range(antecedent.head + 1, antecedent.end):
        word = words[token]
        if word.relation.partition(":")[0] == "conj" and word.head in found and word.pos in _NOMINAL:
            found.append(token)
    return tuple(found) if len(found) > 1 else ()


def joined_agreement(
    antecedent: Antecedent, analysis: AnalysedDocument, gender: Callable[[int], Gender | None]
) -> Agreement | None:
    """Number and gender of a coordination, None where the antecedent is none.

    One masculine decides, or all are feminine. Persons are what their names say; of other members `gender` says what
    their translations have.
    """
    words = analysis.sentences[antecedent.sentence].words
    joined = members(antecedent, words)
    if not joined:
        return None
    genders = {_of_name(analysis.language, words, head) or gender(head) for head in joined}
    if Gender.MASCULINE in genders:
        return Agreement(Gender.MASCULINE, Number.PLURAL)
    return Agreement(Gender.FEMININE if genders == {Gender.FEMININE} else None, Number.PLURAL)


def _of_name(code: str, words: Sequence[Word], head: int) -> Gender | None:
    """The gender of a person by title or first name."""
    if words[head].pos != "PROPN" or words[head].entity not in _PERSONS:
        return None
    start = head
    while start and words[start - 1].pos == "PROPN" and words[start - 1].head == head:
        start -= 1
    first = words[start].text.lower().rstrip(".")
    described = language(code).reference
    if described is not None and first in described.feminine:
        return Gender.FEMININE
    if described is not None and first in described.masculine:
        return Gender.MASCULINE
    return _first_names(code).get(first)


@cache
def _first_names(code: str) -> Mapping[str, Gender]:
    return language(code).first_names()
