"""What `print` and the interactive prompt show of what tasks return: the text, and a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from antecede import score
from antecede.coreference import Anaphor, Function
from antecede.pronouns import Decision
from antecede.tasks.translate import Translator

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from antecede.analysis import Analyser

IT = Anaphor(1, 0, "It", "subject", Function(), (), 1.0)


def test_a_translation_prints_as_its_text(pronoun_model: Path, analyser: Callable[[str], Analyser]) -> None:
    analyser("en")
    translation = Translator.load(pronoun_model, system="baseline").translate("The cat sleeps. It sleeps.")
    assert str(translation) == translation.text != ""
    assert (
        repr(translation)
        == f"<Translation of 2 sentences, {len(translation.decisions)} decisions: "
        + repr(translation).partition(": ")[2]
    )
    assert len(repr(translation)) < 100


@pytest.mark.parametrize(
    ("choice", "baseline", "shown", "line"),
    [
        (
            "elle",
            "il",
            "It → elle (the engine alone: il). Stands for « house ».",
            "<Decision in sentence 2: 'It' → 'elle', engine 'il'>",
        ),
        ("il", "il", "It → il. Stands for « house ».", "<Decision in sentence 2: 'It' → 'il', engine 'il'>"),
        (
            "",
            "il",
            "It → no pronoun (the engine alone: il). Stands for « house ».",
            "<Decision in sentence 2: 'It' → '', engine 'il'>",
        ),
    ],
)
def test_a_decision_prints_as_a_sentence(choice: str, baseline: str, shown: str, line: str) -> None:
    decision = Decision(IT, (), choice, baseline, "Stands for « house ».")
    assert (str(decision), repr(decision)) == (shown, line)


def test_scores_print_as_a_line_a_system() -> None:
    links = 3 * [["0-0 1-1 2-2"]]
    candidates = ["Il est vieux ."], ["Elle est vieille ."]
    found = score(["It is old ."], ["Elle est vieille ."], *candidates, tokenised=True, alignments=links)
    first, second = str(found).splitlines()
    assert first.startswith("candidate 1: APT 0.0000, ")
    assert second.startswith("candidate 2: APT 1.0000, ")
    assert repr(found) == "<Evaluation of candidate 1, candidate 2: 1 pronouns in 1 sentences, en-fr>"
    assert repr(found.systems[1]) == f"<SystemScore of {second}>"
