"""A few French nouns, and texts made of them."""

from __future__ import annotations

from typing import Final

from antecede.languages import Agreement, Gender, Number
from antecede.pronouns.target.nominals import NominalFinder

_NOUNS: Final = {
    "maison": Agreement(Gender.FEMININE, Number.SINGULAR),
    "maisons": Agreement(Gender.FEMININE, Number.PLURAL),
    "porte": Agreement(Gender.FEMININE, Number.SINGULAR),
    "femme": Agreement(Gender.FEMININE, Number.SINGULAR),
    "chat": Agreement(Gender.MASCULINE, Number.SINGULAR),
    "chats": Agreement(Gender.MASCULINE, Number.PLURAL),
    "livre": Agreement(Gender.MASCULINE, Number.SINGULAR),
    "ami": Agreement(Gender.MASCULINE, Number.SINGULAR),
    "élève": Agreement(None, Number.SINGULAR),
    "élèves": Agreement(None, Number.PLURAL),
}


def french_nouns(word: str) -> Agreement | None:
    """The lexicon."""
    return _NOUNS.get(word)


def french_finder() -> NominalFinder:
    """Finds the nouns of the lexicon."""
    return NominalFinder.of("fr", french_nouns)


def agreeing_text() -> list[list[list[str]]]:
    """Documents whose pronouns agree with the nearest noun mostly, and with the one before it now and then."""
    documents = []
    for first, second in (("maison", "chat"), ("chat", "maison"), ("maison", "porte"), ("chat", "livre")) * 10:
        articles = {"maison": "la", "porte": "la", "chat": "le", "livre": "le"}
        pronoun = "elle" if articles[second] == "la" else "il"
        other = "elle" if articles[first] == "la" else "il"
        opening = [articles[first], first, "et", articles[second], second, "."]
        documents += [[opening, [pronoun, "tombe", "."]]] * 4 + [[opening, [other, "tombe", "."]]]
    return documents
