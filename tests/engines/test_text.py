"""Text becomes an engine's tokens, and its tokens text, with the case that a reader expects."""

from __future__ import annotations

from dataclasses import replace

import pytest

from antecede.engines import Hypothesis
from antecede.engines.text import TextSteps
from antecede.text.truecase import Truecaser

STEPS = TextSteps("en", "fr", Truecaser({"the": 9, "house": 3, "is": 9, "THE": 1, "Paris": 2, "old": 1}))


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("The house is old.", "the house is old ."),
        ("THE HOUSE IS OLD.", "the house is old ."),
        ("NATO", "NATO"),  # one word: an abbreviation, for all one knows
        ("Paris is old.", "Paris is old ."),
    ],
)
def test_the_engine_gets_the_case_it_knows(text: str, tokens: str) -> None:
    assert STEPS.source_tokens(text) == tokens.split()


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("The house is old .", "La maison est vieille."),
        ("THE HOUSE IS OLD .", "LA MAISON EST VIEILLE."),
        ("the house is old .", "la maison est vieille."),
        ("iPhone is old .", "La maison est vieille."),  # a name may start small
        ("", "La maison est vieille."),
    ],
)
def test_the_reader_gets_the_case_of_the_source(source: str, text: str) -> None:
    assert STEPS.target_text("la maison est vieille .".split(), source.split()) == text


def test_what_an_engine_wrote_is_kept_to_the_last_space() -> None:
    said = Hypothesis(("La", "maison", "est", "vieille", "."), text="La  maison est vieille .")
    assert STEPS.written(said, ["THE"]) == "La  maison est vieille ."
    changed = replace(said, tokens=("Elle", "est", "vieille", "."))
    assert STEPS.written(changed) == "Elle est vieille ."
    assert replace(STEPS, tokenised=True).written(changed) == "Elle est vieille ."
    assert STEPS.written(Hypothesis(("la", "maison", "."))) == "La maison."
