"""Why a pronoun was translated as it was, in one sentence for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from antecede.languages import Gender, GrammaticalCase, Number, language
from antecede.pronouns.target.projection import project

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    import numpy.typing as npt

    from antecede.coreference import Anaphor
    from antecede.engines import Hypothesis
    from antecede.languages import Agreement
    from antecede.pairs import TargetClass
    from antecede.pronouns.decision.decider import Verdict
    from antecede.pronouns.target.classes import TargetClasses
    from antecede.pronouns.target.projection import WordMorphology

__all__ = ["reason", "verdict_reason"]

_GENDERS: Final[Mapping[Gender | None, str]] = {
    Gender.MASCULINE: "masculine",
    Gender.FEMININE: "feminine",
    Gender.NEUTER: "neuter",
}
_CASES: Final = {case: case.name.lower() for case in GrammaticalCase}
_NUMBERS: Final[Mapping[Number | None, str]] = {Number.SINGULAR: "singular", Number.PLURAL: "plural"}


def reason(
    anaphor: Anaphor,
    choice: int,
    probabilities: npt.NDArray[np.float64],
    classes: TargetClasses,
    sentences: Sequence[Hypothesis],
    words: WordMorphology | None,
) -> str:
    """What speaks for the choice: the antecedent it agrees with, its function, or the words around it."""
    described = classes.described(choice)
    name = _named(described)
    subject = f"‘{anaphor.text}’ "
    share = f"{probabilities[choice]:.0%}"
    if int(probabilities.argmax()) != choice:
        likeliest = _named(classes.described(int(probabilities.argmax())))
        return f"{subject}would be {likeliest} by itself ({probabilities.max():.0%}), but the sentence asks for {name}."
    if anaphor.antecedents and described and (described.gender or described.number):
        best = anaphor.antecedents[0]
        seen = sentences[best.sentence]
        projected = project(best, seen.tokens, seen.alignment, words) if words is not None else None
        agrees = _shared(projected.agreement, described) if projected else ""
        if projected and agrees and best.probability >= anaphor.none:
            antecedent = f"for « {best.text} » ({best.probability:.0%}), here {projected.word},"
            rules = language(classes.pair.target).agreement
            if rules is not None and described.name in rules.neutral:
                ending = f"may stand {antecedent} but the words around it make {name} likeliest ({share})."
            else:
                ending = f"stands {antecedent} which is {agrees}: {name} ({share})."
            return subject + ending
    function = anaphor.function
    if function.pleonastic >= max(function.event, function.anaphoric):
        return f"{subject}refers to nothing here ({function.pleonastic:.0%}): {name} ({share})."
    if function.event >= max(function.pleonastic, function.anaphoric):
        clause = f", ‘{anaphor.events[0].text}’" if anaphor.events else ""
        return f"{subject}refers to what was said{clause} ({function.event:.0%}): {name} ({share})."
    if anaphor.antecedents and anaphor.antecedents[0].probability >= anaphor.none:
        best = anaphor.antecedents[0]
        return f"{subject}stands for « {best.text} » ({best.probability:.0%}): {name} ({share})."
    return f"{subject}has no clear antecedent; the words around it make {name} likeliest ({share})."


def verdict_reason(anaphor: Anaphor, verdict: Verdict, *, changed: bool, withheld: bool) -> str:
    """Why an engine's pronoun was overruled, or was not."""
    question = verdict.question
    now, other = question.now.name, question.other.name
    stands = f"‘{anaphor.text}’"
    if question.noun is not None:
        became = f", here {question.noun.word}" if question.noun.word else ""
        stands += f" may stand for « {question.noun.antecedent.text} » ({question.noun.probability:.0%}){became}"
    kind = " ".join(filter(None, (_GENDERS.get(question.other.gender, ""), _NUMBERS.get(question.other.number, ""))))
    likely = f"{now} is right with {verdict.theirs:.0%}, {other} ({kind}) with {verdict.ours:.0%}"
    if changed:
        return f"{stands}: {likely}."
    if withheld:
        return f"{stands}: {likely}, but the sentence could not be repaired whole."
    return f"{stands}: {likely}; {now} stays."


def _named(described: TargetClass | None) -> str:
    """What people call a class, with its case where the language has cases."""
    if described is None:
        return "no pronoun"
    return described.name if described.case is None else f"{described.name} in the {_CASES[described.case]}"


def _shared(agreement: Agreement, described: TargetClass) -> str:
    """The gender and number that both have, in words."""
    gender, number = agreement.gender, agreement.number
    names = (
        _GENDERS[gender] if gender and gender is described.gender else "",
        _NUMBERS[number] if number and number is described.number else "",
    )
    return " ".join(filter(None, names))
