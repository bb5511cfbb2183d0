"""All that is true of one language: a file each, found by its code."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from antecede.errors import UnknownLanguage
from antecede.languages._agreement import AgreementRules, Form, Inflections
from antecede.languages._language import Language
from antecede.languages._morphology import Agreement, Gender, Number
from antecede.languages._nouns import NounClues
from antecede.languages._reference import PronounForm, Reference

__all__ = [
    "Agreement",
    "AgreementRules",
    "Form",
    "Gender",
    "Inflections",
    "Language",
    "NounClues",
    "Number",
    "PronounForm",
    "Reference",
    "known_languages",
    "language",
]


@cache
def language(code: str) -> Language:
    """The language of a two-letter code.

    >>> language("fr").name
    'French'
    """
    if code not in known_languages():
        raise UnknownLanguage(code, known=known_languages())
    found: Language = importlib.import_module(f"{__name__}.{code}").LANGUAGE
    return found


@cache
def known_languages() -> tuple[str, ...]:
    """The codes of the languages that are described: one module each in this folder."""
    return tuple(module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_"))
