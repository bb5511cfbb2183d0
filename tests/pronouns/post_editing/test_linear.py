"""The post-editor that adds up what the antecedent and the decoder say of a pronoun's gender."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from pronoun_samples import NOUNS, analysed, mention, resolved

from antecede.alignment import Link
from antecede.engines import Hypothesis
from antecede.languages import Number
from antecede.pairs import pair
from antecede.pronouns.post_editing.linear import LinearEditor, pronoun_shares
from antecede.pronouns.post_editing.paper import PaperEditor
from antecede.pronouns.pronoun_lm.candidates import Candidate, Place
from antecede.pronouns.systems import reader_of, system

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from antecede.pronouns.post_editing.types import PostEdited


def said(text: str) -> Hypothesis:
    tokens = tuple(text.split())
    return Hypothesis(tokens, alignment=tuple(Link(place, place) for place in range(len(tokens))))


def edited(
    noun: str,
    output: str,
    shares: Mapping[str, float],
    *,
    weight: float = 0.5,
    link: float = 1.0,
    pronoun: str = "it",
    number: Number = Number.SINGULAR,
) -> PostEdited:
    described = pair("en-fr")
    assert described.post_editing is not None
    printed = PaperEditor(described, described.post_editing, NOUNS.get, 0.0)
    text = analysed("the thing sleeps .", f"{pronoun} works .")
    document = resolved(text, (1, 0, [replace(mention(text, 0, 1, link), number=number)]))
    return LinearEditor(printed, weight).edit(document, [said(f"la {noun} dort ."), said(output)], [shares])


@pytest.mark.parametrize(
    ("weight", "link", "share", "expected"),
    [
        # elle gets weight * link + (1 - weight) * (1 - share), il gets (1 - weight) * share.
        (0.5, 1.0, 0.9, "elle"),  # .50 + .05 against .45
        (0.5, 0.6, 0.9, "il"),  # .30 + .05 against .45
        (0.5, 0.9, 0.9, "elle"),  # .45 + .05 against .45
        (0.2, 1.0, 0.6, "elle"),  # .20 + .32 against .48
        (0.2, 1.0, 0.7, "il"),  # .20 + .24 against .56
        (0.0, 1.0, 0.5, "il"),  # .50 against .50: what stands there stays
        (1.0, 0.6, 1.0, "elle"),  # .60 against 0
        (1.0, 0.1, 1.0, "il"),  # "none" is likelier than the link
    ],
)
def test_the_weighted_sum_decides(weight: float, link: float, share: float, expected: str) -> None:
    made = edited("maison", "il marche .", {"il": share, "elle": 1 - share}, weight=weight, link=link)
    assert made.sentences[1].tokens == (expected, "marche", ".")
    assert len(made.changes) == (expected != "il")
    assert made.decisions[0].choice == expected
    assert made.decisions[0].options[0].text == expected


@pytest.mark.parametrize(
    ("noun", "output", "expected"),
    [
        ("maison", "c' marche .", "c' marche ."),  # has no opposite
        ("maison", "le marche .", "le marche ."),
        ("xyz", "il marche .", "il marche ."),  # no noun, no gender
        ("chat", "Elle marche .", "Il marche ."),
        ("maison", "ils marche .", "elles marche ."),  # the number stays
    ],
)
def test_nothing_but_the_gender_changes(noun: str, output: str, expected: str) -> None:
    assert " ".join(edited(noun, output, {}, weight=1.0).sentences[1].tokens) == expected


@pytest.mark.parametrize(("number", "expected"), [(Number.SINGULAR, "ils"), (Number.PLURAL, "elles")])
def test_they_takes_antecedents_of_its_own_number(number: Number, expected: str) -> None:
    made = edited("maison", "ils marche .", {}, weight=1.0, pronoun="they", number=number)
    assert made.sentences[1].tokens[0] == expected


def test_shares_are_those_of_the_best_hypotheses() -> None:
    def candidate(rank: int, score: float, *pronouns: str) -> Candidate:
        places = tuple(Place(source, text, source) for source, text in zip((0, 3), pronouns, strict=True))
        return Candidate(rank, Hypothesis((), score), places)

    found = pronoun_shares([candidate(0, -1.0, "il", "ils"), candidate(1, -2.0, "elle", "ils")], scale=0.5)
    # exp(0) and exp((-2 + 1) / .5): 1 and .1353.
    assert found[0] == pytest.approx({"il": 1 / 1.1353353, "elle": 0.1353353 / 1.1353353})
    assert found[3] == pytest.approx({"ils": 1.0})
    assert math.isclose(sum(found[0].values()), 1.0)


def test_the_system_asks_the_engine_for_its_lists(pronoun_model: Path) -> None:
    text = analysed("the mouse sleeps .", "it sleeps .")
    document = resolved(text, (1, 0, [mention(text, 0, 1)]))
    [decision] = system("linear-edit", "paper", pronoun_model).translate(document).decisions
    assert decision.baseline == "il"
    assert {option.text for option in decision.options} == {"il", "elle"}


def test_each_system_says_what_resolves_its_source() -> None:
    described = pair("en-fr")
    keys = {
        (name, mode): reader_of(name, mode, described).key_with("parser")
        for name, mode in (
            ("post-edit", "paper"),
            ("linear-edit", "paper"),
            ("post-edit", "best"),
            ("combined", "best"),
        )
    }
    assert "|sieve|" in keys["post-edit", "paper"]
    assert "|ranker|" in keys["post-edit", "paper"]
    assert keys["post-edit", "best"] == keys["combined", "best"]
    assert keys["linear-edit", "paper"] == keys["post-edit", "paper"]
    assert "sieve" not in keys["post-edit", "best"]
