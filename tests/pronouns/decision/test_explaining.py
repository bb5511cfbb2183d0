"""One sentence that says why."""

from __future__ import annotations

import numpy as np
import pytest
from pronoun_samples import analysed, mention, noun, resolved

from antecede.alignment import Link
from antecede.engines import Hypothesis
from antecede.pairs import pair
from antecede.pronouns.decision.explaining import Seen, reason
from antecede.pronouns.target.classes import TargetClasses
from antecede.pronouns.target.projection import TargetWords

CLASSES = TargetClasses.of(pair("en-fr"))
WORDS = TargetWords.of("fr", noun)


@pytest.mark.parametrize(
    ("choice", "probability", "told"),
    [
        ("elle", 0.9, "‘it’ stands for « house » (90%), here maison, which is feminine singular: elle (80%)."),
        # What has no gender agrees with nothing.
        (
            "ce",
            0.9,
            "‘it’ may stand for « house » (90%), here maison, but the words around it make ce likeliest (80%).",
        ),
        ("ce", 0.2, "‘it’ has no clear antecedent; the words around it make ce likeliest (80%)."),
    ],
)
def test_a_choice_is_explained(choice: str, probability: float, told: str) -> None:
    text = analysed("the house sleeps .", "it sleeps .")
    document = resolved(text, (1, 0, [mention(text, 0, 1, probability)]))
    sentences = [
        Hypothesis(("la", "maison", "dort", "."), alignment=(Link(1, 1),)),
        Hypothesis((choice, "dort", "."), alignment=(Link(0, 0),)),
    ]
    probabilities = np.full(len(CLASSES.names), 0.2 / (len(CLASSES.names) - 1))
    number = CLASSES.names.index(choice)
    probabilities[number] = 0.8
    assert reason(document.anaphors[0], number, probabilities, CLASSES, Seen(document, sentences, WORDS)) == told
