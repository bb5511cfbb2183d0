"""What notes say of pronouns, with probabilities worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from pronoun_samples import analysed, mention, noun, resolved

from antecede.alignment import Link
from antecede.coreference import Function
from antecede.engines import Hypothesis
from antecede.languages import Agreement, Gender, Number
from antecede.pairs import pair
from antecede.pronouns.context.notes import Given, Natural, Rendering, notes
from antecede.pronouns.context.usual import Usual
from antecede.pronouns.target.projection import TargetWords

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.coreference import Antecedent

EN_FR = pair("en-fr")
FEMININE = Agreement(Gender.FEMININE, Number.SINGULAR)
MASCULINE = Agreement(Gender.MASCULINE, Number.SINGULAR)
WORDS = TargetWords.of("fr", noun)
DOCUMENT = analysed("the house and the mouse .", "it sleeps .", "it works .")


class Table:
    """What nouns become, from a table."""

    def of(self, antecedent: Antecedent) -> Sequence[Rendering]:
        return {
            "house": [Rendering("maison", FEMININE, 0.9), Rendering("logis", MASCULINE, 0.1)],
            "mouse": [Rendering("souris", FEMININE, 1.0)],
        }[antecedent.text]


def test_a_gender_is_as_likely_as_all_the_antecedents_that_have_it() -> None:
    text = resolved(DOCUMENT, (1, 0, [mention(DOCUMENT, 0, 1, 0.6), mention(DOCUMENT, 0, 4, 0.3)]))
    [note] = notes(text, EN_FR, Table(), least=0.5)
    assert note.antecedent is not None
    assert note.expected is not None
    assert (note.refers, note.antecedent.text, note.probability) == ("antecedent", "house", 0.6)
    # .6 · .9 + .3
    assert note.expected.probability == pytest.approx(0.84)
    assert note.expected[:3] == ("maison", Gender.FEMININE, Number.SINGULAR)
    assert note.expected.pronouns == ("elle",)


def test_a_pronoun_stands_for_what_the_pronoun_before_it_stands_for() -> None:
    first = mention(DOCUMENT, 0, 1, 0.8)
    again = [mention(DOCUMENT, 1, 0, 0.7), mention(DOCUMENT, 0, 1, 0.1)]
    text = resolved(DOCUMENT, (1, 0, [first]), (2, 0, again))
    _, note = notes(text, EN_FR, Table(), least=0.5)
    assert note.antecedent is not None
    assert note.antecedent.text == "house"
    # .7 · .8 + .1
    assert note.probability == pytest.approx(0.66)


@pytest.mark.parametrize(
    ("function", "least", "refers"),
    [
        (Function(0.1, 0.7, 0.2), 0.5, "event"),
        (Function(0.1, 0.2, 0.7), 0.5, "nothing"),
        (Function(0.1, 0.2, 0.7), 0.8, None),
        (Function(0.2, 0.4, 0.4), 0.5, None),
        (Function(0.9, 0.1, 0.0), 0.3, "antecedent"),
        (Function(0.9, 0.1, 0.0), 0.5, None),
    ],
)
def test_what_is_less_likely_than_asked_for_is_not_said(function: Function, least: float, refers: str | None) -> None:
    text = resolved(DOCUMENT, (1, 0, [mention(DOCUMENT, 0, 1, 0.4 * function.anaphoric)]))
    text = replace(text, anaphors=tuple(replace(anaphor, function=function) for anaphor in text.anaphors))
    assert [note.refers for note in notes(text, EN_FR, Table(), least=least)] == ([refers] if refers else [])


def test_a_gender_that_is_less_likely_than_asked_for_is_not_said() -> None:
    text = resolved(DOCUMENT, (1, 0, [mention(DOCUMENT, 0, 1, 0.85)]))
    # .85 · .9 = .765
    for least, said in ((0.76, True), (0.77, False)):
        [note] = notes(text, EN_FR, Table(), least=least)
        assert (note.expected is not None) == said


def test_a_given_translation_comes_before_what_is_usual() -> None:
    house = mention(DOCUMENT, 0, 1)
    aligned = Hypothesis(("le", "chat"), alignment=(Link(0, 0), Link(1, 1)))
    unaligned = Hypothesis(("le", "chat"))
    assert Given([aligned], WORDS, Table()).of(house) == [Rendering("chat", MASCULINE, 1.0)]
    assert Given([unaligned], WORDS, Table()).of(house) == Table().of(house)


def test_the_longest_part_that_the_table_has_says_what_a_noun_becomes() -> None:
    document = analysed("The old house .", "it sleeps .")
    phrases: dict[tuple[str, ...], list[tuple[tuple[str, ...], tuple[Link, ...], float]]] = {
        ("the", "old", "house"): [],
        ("old", "house"): [(("vieille", "maison"), (Link(0, 0), Link(1, 1)), 0.2), (("chez",), (Link(1, 0),), 0.7)],
        ("house",): [(("chat",), (Link(0, 0),), 0.9)],
    }
    usual = Usual(resolved(document), lambda part: phrases[tuple(part)], WORDS, _lower)
    antecedent = replace(mention(document, 0, 2), start=0)
    # What became no noun is left out of the share.
    assert usual.of(antecedent) == [Rendering("maison", FEMININE, 1.0)]


def _lower(tokens: Sequence[str]) -> list[str]:
    return [token.lower() for token in tokens]


@pytest.mark.parametrize(
    ("gender", "number", "human", "found"),
    [
        (Gender.FEMININE, Number.SINGULAR, True, FEMININE),
        (Gender.FEMININE, Number.SINGULAR, False, Agreement(Gender.NEUTER, Number.SINGULAR)),
        (Gender.FEMININE, Number.PLURAL, True, Agreement(None, Number.PLURAL)),
        (None, Number.SINGULAR, True, None),
        (Gender.FEMININE, Number.SINGULAR, None, None),
    ],
)
def test_natural_gender_is_that_of_persons(
    gender: Gender | None, number: Number, human: bool | None, found: Agreement | None
) -> None:
    antecedent = replace(mention(DOCUMENT, 0, 1), gender=gender, number=number, human=human)
    assert Natural().of(antecedent) == ([Rendering("", found, 1.0)] if found else [])
