"""Who is a person: pronouns, names and nouns of English and Spanish."""

from __future__ import annotations

import pytest

from antecede.analysis import Word
from antecede.analysis.humanness import human_share, word_is_human
from antecede.analysis.statistics import word_counts
from antecede.languages import known_languages

PEOPLE = {
    "en": "woman child teacher doctor farmer minister president member mother friend neighbour student workers citizens"
    " soldiers voters journalists patients girl boy",
    "es": "mujer hombre niño madre padre hermana amigo médico ministro presidente ciudadanos trabajadores soldados"
    " votantes periodistas pacientes estudiantes abogado vecino hijo",
}
THINGS = {
    "en": "house parliament table car idea law treaty money water road city report government war market problem answer"
    " number book commission",
    "es": "casa mesa idea ley tratado dinero agua ciudad informe guerra mercado problema respuesta número libro crisis"
    " política banco economía puerta",
}
# How many of a language's forty nouns may be told wrongly or not at all.
MISTAKES = {"en": 3, "es": 4}


def noun(text: str, lemma: str = "", pos: str = "NOUN", entity: str = "") -> Word:
    return Word(text, lemma or text, pos, None, None, None, 0, "root", entity)


@pytest.mark.parametrize("code", ["en", "es"])
def test_nouns_of_people_and_of_things_are_told_apart(code: str) -> None:
    expected = dict.fromkeys(PEOPLE[code].split(), True) | dict.fromkeys(THINGS[code].split(), False)
    found = {word: word_is_human(noun(word), code) for word in expected}
    wrong = {word: found[word] for word in expected if found[word] is not expected[word]}
    # What is not known is better than what is wrong.
    assert len(wrong) <= MISTAKES[code], wrong
    assert sum(answer is not None for answer in wrong.values()) <= 1, wrong


@pytest.mark.parametrize(
    ("code", "word", "expected"),
    [
        ("en", noun("She", "she", "PRON"), True),
        ("en", noun("it", pos="PRON"), False),
        ("en", noun("they", pos="PRON"), None),
        ("en", noun("who", pos="PRON"), True),
        ("en", noun("which", pos="PRON"), False),
        ("en", noun("xyzzy", pos="PRON"), None),
        ("en", noun("Mary", pos="PROPN", entity="PER"), True),
        ("en", noun("Paris", pos="PROPN", entity="LOC"), False),
        ("en", noun("Teacher", pos="PROPN", entity="ORG"), False),  # a name is not what it says
        ("en", noun("Zork", pos="PROPN"), None),
        ("en", noun("zorks", "zork"), None),
        ("en", noun("zorks", "zork", entity="NORP"), True),
        ("en", noun("teachers", "teacher"), True),
        ("en", noun("schoolteachers", "teacher"), True),  # by its lemma
        ("es", noun("Ella", "él", "PRON"), None),  # things have genders, too
        ("es", noun("quien", pos="PRON"), True),
        ("es", noun("María", pos="PROPN", entity="PER"), True),
        ("es", noun("Madrid", pos="PROPN", entity="LOC"), False),
        ("es", noun("zorkas", "zorka"), None),
        ("fr", noun("maison"), None),  # nobody counted
    ],
)
def test_a_word_is_a_person_a_thing_or_not_known(code: str, word: Word, expected: bool | None) -> None:
    assert word_is_human(word, code) is expected


@pytest.mark.parametrize("code", [code for code in known_languages() if word_counts(code, "people")])
def test_shares_lie_between_none_and_all(code: str) -> None:
    shares = [human_share(noun(word), code) for word in word_counts(code, "people")]
    assert shares
    assert all(share is not None and 0 < share < 1 for share in shares)


@pytest.mark.parametrize("word", "the of and who knew remember decides putin obama merkel chirac barroso".split())
def test_only_english_nouns_are_counted(word: str) -> None:
    assert word not in word_counts("en", "people")
