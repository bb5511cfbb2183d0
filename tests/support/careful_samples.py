"""A choice model, an editor and documents by hand, for the tests of careful post-editing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from french import SmallLexicon
from pronoun_samples import analysed, mention, noun, resolved

from antecede.alignment import Link
from antecede.engines import Hypothesis
from antecede.pairs import pair
from antecede.pronouns.choice.chooser import Chooser
from antecede.pronouns.choice.model import ChoiceModel, feature_number
from antecede.pronouns.decision.careful import CarefulSettings
from antecede.pronouns.post_editing.careful import CarefulEditor
from antecede.pronouns.target.classes import TargetClasses
from antecede.pronouns.target.projection import TargetWords

if TYPE_CHECKING:
    from antecede.coreference import ResolvedDocument

EN_FR = pair("en-fr")
CLASSES = TargetClasses.of(EN_FR)


def chooser(**weights: dict[str, float]) -> Chooser:
    """A model by hand: for each feature the weight of each class, in the order of their names."""
    names = list(weights)
    rows = np.zeros((len(names), len(CLASSES.names)))
    for row, name in enumerate(names):
        for listed, weight in weights[name].items():
            rows[row, CLASSES.names.index(listed)] = weight
    numbers = np.array([feature_number(name) for name in names], np.uint32)
    return Chooser(ChoiceModel.of_weights("en-fr", CLASSES.names, numbers, rows), CLASSES, TargetWords.of("fr", noun))


def agreeing(strength: float = 8.0) -> Chooser:
    """What agrees with the antecedent's translation is likeliest."""
    return chooser(
        **{
            "it": {"il": 5.0, "elle": 5.0},
            "it gn s masc-sg": {"il": strength},
            "it gn s fem-sg": {"elle": strength},
            "it gn s fem-?": {"elle": strength},
            "they": {"ils": 5.0, "elles": 5.0},
        }
    )


def editor(of: Chooser, trust: float = 1.0, margin: float = 0.1) -> CarefulEditor:
    return CarefulEditor(EN_FR, of, SmallLexicon(), CarefulSettings(trust, margin))


def document(antecedent: str, probability: float = 0.95) -> ResolvedDocument:
    text = analysed(f"the {antecedent} sleeps .", "it is gone .")
    return resolved(text, (1, 0, [mention(text, 0, 1, probability)]))


def translated(*lines: str) -> list[Hypothesis]:
    return [
        Hypothesis(tuple(line.split()), alignment=tuple(Link(n, n) for n in range(len(line.split())))) for line in lines
    ]
