"""Agreement inside a sentence in one pass: the hypothesis remembers what it made of the antecedent.

The decoder's agreement feature scores a pronoun's translation when both it and its antecedent are translated, in
whichever order: `log P(pronoun | gender and number) - log P(pronoun)`, times the antecedent's probability.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

from antecede import _native
from antecede.engines.attributes import word_attributes
from antecede.languages import Agreement, Gender, Number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy.typing as npt

    from antecede.pronouns.coreference_model.model import Table
    from antecede.pronouns.target.classes import TargetClasses
    from antecede.pronouns.target.projection import WordMorphology

__all__ = ["FEATURE", "agreement_feature", "agreement_scores"]

FEATURE: Final = "CoreferenceAgreement0"
_LEAST: Final = 1e-3
_MOST: Final = 4.0


def agreement_feature(
    phrase_table: _native.PhraseTable, classes: TargetClasses, table: Table, words: WordMorphology
) -> _native.AgreementFeature:
    """The decoder's feature: pronouns have the indices of their classes, nouns those after them."""
    nouns = _nouns(classes)
    attributes = word_attributes(phrase_table, lambda word: _attribute(word, classes, nouns, words))
    return _native.AgreementFeature(FEATURE, attributes, agreement_scores(classes, table))


def agreement_scores(classes: TargetClasses, table: Table) -> npt.NDArray[np.float32]:
    """What each pronoun (columns) scores after each pronoun or noun (rows); nothing where gender or number is open."""
    nouns = _nouns(classes)
    size = len(classes.names) + len(nouns)
    scores = np.zeros((size, size), np.float32)
    agreements: list[Agreement] = [Agreement()]
    agreements += [Agreement(listed.gender, listed.number) for listed in classes.pair.choices]
    agreements += nouns
    wider = _usual_wider(classes, table)
    for row, agreement in enumerate(agreements):
        if agreement not in nouns:
            continue
        for column, name in enumerate(classes.names):
            if name in wider:
                given = _given(table, wider[name], agreement, name)
                usual = table.probability(wider[name], name)
                score = math.log(max(given, _LEAST) / max(usual, _LEAST)) if given is not None else 0.0
                scores[row, column] = max(-_MOST, min(_MOST, score))
    return scores


def _usual_wider(classes: TargetClasses, table: Table) -> Mapping[str, str]:
    """The wider class (pronoun and position) that most often becomes each target class."""
    parents = [name for name in table.shares if name.count("-") == 1]
    usual = {}
    for name in classes.names[1:]:
        mass = {each: table.weights.get(each, 0.0) * table.probability(each, name) for each in parents}
        best = max(mass, key=lambda each: mass[each], default="")
        if best and mass[best] > 0:
            usual[name] = best
    return usual


def _given(table: Table, wider: str, agreement: Agreement, name: str) -> float | None:
    """P(class | gender and number), whether the antecedent is a person or not."""
    prefix = f"{wider}-{agreement.gender}-{agreement.number}-"
    fits = [each for each in table.shares if each.startswith(prefix)]
    total = sum(table.weights.get(each, 0.0) for each in fits)
    if total <= 0:
        return None
    return sum(table.weights.get(each, 0.0) * table.probability(each, name) for each in fits) / total


def _nouns(classes: TargetClasses) -> tuple[Agreement, ...]:
    """What nouns may have that a pronoun agrees with: the genders of the pair's pronouns, in both numbers."""
    genders = {listed.gender for listed in classes.pair.choices}
    return tuple(Agreement(gender, number) for gender in Gender if gender in genders for number in Number)


def _attribute(word: str, classes: TargetClasses, nouns: Sequence[Agreement], words: WordMorphology) -> int:
    class_index = classes.number(word)
    if class_index:
        return class_index
    known = words.look_up((word,), 0)
    # A pronoun has the gender and number of its noun, and a case of its own.
    wanted = Agreement() if known is None else Agreement(known[0].gender, known[0].number)
    return len(classes.names) + nouns.index(wanted) if wanted in nouns else 0
