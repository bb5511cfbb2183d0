"""The reasons that people read are true: a gender that is named is that of the pronoun."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from antecede import Translator
from antecede.errors import ResourceError
from antecede.languages import Gender, Number, language
from antecede.pronouns.target.lexicon import noun_lexicon
from antecede.tasks.fix import Fixer

if TYPE_CHECKING:
    from antecede.languages import Agreement
    from antecede.pronouns.types import Decision

FOLDER: Final = Path(__file__).parents[2]
PRONOUNS: Final = language("fr").pronouns
UNDECIDED: Final = (" likeliest (", " by itself (")
"""What says that the antecedent did not decide."""
NO_NOUN: Final = (" refers to nothing here", " refers to what was said")
"""What says that there is none."""
IMPERSONAL: Final = PRONOUNS["il"]
STATED: Final = re.compile(r" which is (masculine|feminine)?\b ?(singular|plural)?:")
NOUN: Final = re.compile(r", here (\S+),")
GENDERS: Final = {"masculine": Gender.MASCULINE, "feminine": Gender.FEMININE}
NUMBERS: Final = {"singular": Number.SINGULAR, "plural": Number.PLURAL}


def texts(name: str) -> list[str]:
    """The sample's texts: a letter, both texts of each contrastive pair, and two hundred short ones."""
    if name == "letter":
        return [(FOLDER / "examples" / "letter.en.txt").read_text(encoding="utf-8")]
    lines = (FOLDER / "experiments" / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    head, *rows = [line.split("\t") for line in lines if not line.startswith("#")]
    if name == "reasons":
        return [f"{first} {second}" for _, first, second in rows]
    told = [dict(zip(head, row, strict=True)) for row in rows]
    return [
        f"{row[side]} {row['source_rest']}".replace(" / ", " ") for row in told for side in ("source_a", "source_b")
    ]


@pytest.fixture(scope="module")
def translator() -> Translator:
    try:
        Fixer.load("en-fr")  # wants all that translating wants, and a lexicon
        return Translator.load("en-fr", engine="embedded")
    except ResourceError as error:
        pytest.skip(f"wants the model that ships, a pipeline and a lexicon: {error}")


@cache
def agreement_of(noun: str) -> Agreement | None:
    """What all readings of a noun share."""
    return noun_lexicon("fr")(noun.lower())


def lie(decision: Decision) -> str:
    """What the reason says that is not so of the pronoun; nothing, for the most part."""
    chosen = PRONOUNS.get(decision.choice)
    told = decision.reason
    if any(part in told for part in UNDECIDED) or chosen is None or chosen.gender in {Gender.NEUTER, None}:
        return ""
    if any(part in told for part in NO_NOUN):
        return "" if chosen == IMPERSONAL else "has the gender or number of a noun, and there is none"
    stated = STATED.search(told)
    gender, number = stated.groups() if stated else (None, None)
    noun = NOUN.search(told)
    known = agreement_of(noun[1]) if noun else None
    lies = {
        "names no gender": gender is None,
        "names another gender": gender is not None and GENDERS[gender] is not chosen.gender,
        "names another number": number is not None and NUMBERS[number] is not chosen.number,
        "names a noun of another gender": known is not None and known.gender not in {chosen.gender, None},
    }
    return ", ".join(what for what, so in lies.items() if so)


@pytest.mark.parametrize(
    ("name", "least"), [("letter", 5), ("contrast", 190), ("reasons", 190)], ids=["letter", "contrast", "reasons"]
)
def test_a_reason_names_the_gender_that_decided_or_says_that_none_did(
    translator: Translator, name: str, least: int
) -> None:
    decisions = [decision for text in texts(name) for decision in translator.translate(text).decisions]
    assert len(decisions) >= least
    assert [(decision.choice, decision.reason, lie(decision)) for decision in decisions if lie(decision)] == []


def test_two_hundred_texts_of_two_sentences_are_asked() -> None:
    assert len(set(texts("reasons"))) == 200


@pytest.mark.parametrize(
    ("choice", "told", "wrong"),
    [
        ("il", "‘it’ stands for « The committee » (60%), here commission, which is singular: il (45%).", True),
        (
            "il",
            "‘it’ stands for « The committee » (60%), here commission, which is masculine singular: il (45%).",
            True,
        ),
        ("il", "‘it’ stands for « The committee » (60%): il (45%).", True),
        (
            "elle",
            "‘it’ stands for « The committee » (60%), here commission, which is feminine singular: elle (45%).",
            False,
        ),
        ("elle", "‘it’ refers to nothing here (60%): elle (45%).", True),
        ("il", "‘it’ refers to nothing here (60%): il (45%).", False),
        (
            "il",
            "‘it’ may stand for « The vote » (60%), here voix, which is feminine, but … make il likeliest (45%).",
            False,
        ),
    ],
)
def test_what_contradicts_itself_is_found(translator: Translator, choice: str, told: str, *, wrong: bool) -> None:
    [decision] = translator.translate("The house is old. It is small.").decisions
    assert bool(lie(replace(decision, choice=choice, reason=told))) == wrong
