"""German, as far as the tests need it: no elision, no clitics, no predicate that agrees, and cases."""

from __future__ import annotations

from typing import Final

from antecede.languages import Agreement, AgreementRules, Form, Gender, GrammaticalCase, Language, Number, each
from german.lexicon import Words

_MASCULINE: Final = (Gender.MASCULINE, Number.SINGULAR)
_FEMININE: Final = (Gender.FEMININE, Number.SINGULAR)
_NEUTER: Final = (Gender.NEUTER, Number.SINGULAR)

LANGUAGE: Final = Language(
    code="de",
    name="German",
    abbreviations=each("Dr. Hr. Fr. Prof. St. z.B. d.h. bzw. ca."),
    final_abbreviations=each("usw. etc."),
    number_abbreviations=each("Nr. S. Art."),
    pronouns={
        "er": Agreement(*_MASCULINE, GrammaticalCase.NOMINATIVE),
        "ihn": Agreement(*_MASCULINE, GrammaticalCase.ACCUSATIVE),
        "ihm": Agreement(None, Number.SINGULAR, GrammaticalCase.DATIVE),
        "ihr": Agreement(*_FEMININE, GrammaticalCase.DATIVE),
        "ihnen": Agreement(None, Number.PLURAL, GrammaticalCase.DATIVE),
        "sie": Agreement(),
        "es": Agreement(*_NEUTER),
    },
    copulas=each("sein"),
    agreement=AgreementRules(
        subjects={
            "er": Form(*_MASCULINE, GrammaticalCase.NOMINATIVE),
            "sie": Form(*_FEMININE, GrammaticalCase.NOMINATIVE),
            "es": Form(*_NEUTER, GrammaticalCase.NOMINATIVE),
        },
        objects={
            "ihn": Agreement(*_MASCULINE, GrammaticalCase.ACCUSATIVE),
            "sie": Agreement(*_FEMININE, GrammaticalCase.ACCUSATIVE),
            "es": Agreement(*_NEUTER, GrammaticalCase.ACCUSATIVE),
            "ihm": Agreement(None, Number.SINGULAR, GrammaticalCase.DATIVE),
            "ihr": Agreement(*_FEMININE, GrammaticalCase.DATIVE),
        },
        conjunctions=each("und oder aber"),
    ),
    lexicon=Words.read,
)
