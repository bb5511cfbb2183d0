"""All that is true of one language: a folder each, found by its code."""

from __future__ import annotations

from antecede.languages._agreement import AgreementRules, Form, Inflections
from antecede.languages._language import LANGUAGES, Language, ReferenceNotes, RelativePronouns, each
from antecede.languages._morphology import Agreement, Gender, GrammaticalCase, Number
from antecede.languages._names import names
from antecede.languages._nouns import NounClues
from antecede.languages._reference import PronounForm, Reference

__all__ = [
    "LANGUAGES",
    "Agreement",
    "AgreementRules",
    "Form",
    "Gender",
    "GrammaticalCase",
    "Inflections",
    "Language",
    "NounClues",
    "Number",
    "PronounForm",
    "Reference",
    "ReferenceNotes",
    "RelativePronouns",
    "each",
    "known_languages",
    "language",
    "names",
    "primary",
]


def language(code: str) -> Language:
    """The language of a two-letter code.

    >>> language("fr").name
    'French'
    """
    return LANGUAGES[code]


def primary(tag: str) -> str:
    """The code of a language tag, without region or script, as files and people spell it.

    >>> primary("EN-us"), primary("fr_CH")
    ('en', 'fr')
    """
    return tag.replace("_", "-").partition("-")[0].lower()


def known_languages() -> tuple[str, ...]:
    """The codes of the languages that are described: one folder each here, or in another package."""
    return LANGUAGES.names()
