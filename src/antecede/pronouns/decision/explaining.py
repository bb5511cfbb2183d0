"""Why a pronoun was translated as it was, in one sentence for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.languages import Agreement, Gender, GrammaticalCase, Number, language
from antecede.pronouns.target.groups import joined_agreement
from antecede.pronouns.target.projection import project, project_head

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    import numpy.typing as npt

    from antecede.coreference import Anaphor, Antecedent, ResolvedDocument
    from antecede.engines import Hypothesis
    from antecede.pairs import TargetClass
    from antecede.pronouns.decision.decider import Verdict
    from antecede.pronouns.target.classes import TargetClasses
    from antecede.pronouns.target.projection import WordMorphology

__all__ = ["Seen", "reason", "verdict_reason"]

_GENDERS: Final[Mapping[Gender | None, str]] = {
    Gender.MASCULINE: "masculine",
    Gender.FEMININE: "feminine",
    Gender.NEUTER: "neuter",
}
_CASES: Final = {case: case.name.lower() for case in GrammaticalCase}
_NUMBERS: Final[Mapping[Number | None, str]] = {Number.SINGULAR: "singular", Number.PLURAL: "plural"}


class Seen(NamedTuple):
    """A document with its translation, and what knows the nouns that pronouns agree with, if they agree with nouns."""

    document: ResolvedDocument
    sentences: Sequence[Hypothesis]
    words: WordMorphology | None


def reason(
    anaphor: Anaphor, choice: int, probabilities: npt.NDArray[np.float64], classes: TargetClasses, seen: Seen
) -> str:
    """What speaks for the choice: the antecedent it agrees with, its function, or the words around it.

    The gender and number that decided are named, or it is said that the antecedent did not decide.
    """
    described = classes.described(choice)
    name = _named(described)
    subject = f"‘{anaphor.text}’"
    share = f"{probabilities[choice]:.0%}"
    if int(probabilities.argmax()) != choice:
        likeliest = _named(classes.described(int(probabilities.argmax())))
        return (
            f"{subject} would be {likeliest} by itself ({probabilities.max():.0%}), but the sentence asks for {name}."
        )
    around = f"the words around it make {name} likeliest ({share})."
    best = anaphor.antecedents[0] if anaphor.antecedents else None
    meant = None if best is None or best.probability < anaphor.none else _meant(best, seen)
    told = _agreeing(meant, described, classes.pair.target, f"{name} ({share})", around)
    if told:
        return f"{subject} {told}"
    # What has a gender or number of its own does not come from an event.
    inflected = described is not None and (described.gender is Gender.FEMININE or described.number is Number.PLURAL)
    other = _other(anaphor)
    if other:
        return (
            f"{subject} may refer {other}, but {around}"
            if inflected
            else f"{subject} refers {other}: {name} ({share})."
        )
    if meant is None:
        return f"{subject} has no clear antecedent; {around}"
    if described is None or (described.gender is None and described.number is None):
        return f"{subject} stands for {meant.shown.rstrip(',')}: {name} ({share})."
    known = _shown(meant.agreement)
    kind = f"which is {known}" if known else "whose gender does not show"
    return f"{subject} may stand for {meant.shown} {kind}, but {around}"


def verdict_reason(anaphor: Anaphor, verdict: Verdict, *, changed: bool, withheld: bool) -> str:
    """Why an engine's pronoun was overruled, or was not."""
    question = verdict.question
    now, other = question.now.name, question.other.name
    stands = f"‘{anaphor.text}’"
    if question.noun is not None:
        became = f", here {question.noun.word}" if question.noun.word else ""
        verb = "stands" if question.noun.probability > 0.5 else "may stand"
        stands += f" {verb} for « {question.noun.antecedent.text} » ({question.noun.probability:.0%}){became}"
    kind = " ".join(filter(None, (_GENDERS.get(question.other.gender, ""), _NUMBERS.get(question.other.number, ""))))
    likely = f"{now} is right with {verdict.theirs:.0%}, {other} ({kind}) with {verdict.ours:.0%}"
    if changed:
        return f"{stands}: {likely}."
    if withheld:
        return f"{stands}: {likely}, but the sentence could not be repaired whole."
    return f"{stands}: {likely}; {now} stays."


class _Meant(NamedTuple):
    """What a pronoun most likely stands for, as it is shown to people, and what agrees with it."""

    shown: str
    agreement: Agreement


def _agreeing(meant: _Meant | None, described: TargetClass | None, target: str, chosen: str, around: str) -> str:
    """That the choice agrees with what is meant, or could stand for it as for anything; empty if neither."""
    agrees = _shared(meant.agreement, described) if meant is not None and described is not None else ""
    if meant is None or described is None or not agrees:
        return ""
    rules = language(target).agreement
    if rules is not None and described.name in rules.neutral:
        return f"may stand for {meant.shown} but {around}"
    if described.gender in {meant.agreement.gender, None}:
        return f"stands for {meant.shown} which is {agrees}: {chosen}."
    return ""


def _meant(antecedent: Antecedent, seen: Seen) -> _Meant:
    shown = f"« {antecedent.text} » ({antecedent.probability:.0%}),"
    if seen.words is None:
        # The target language has no genders of nouns: persons have theirs, things have none.
        gender = antecedent.gender if antecedent.human else Gender.NEUTER if antecedent.human is False else None
        return _Meant(shown, Agreement(gender, antecedent.number))
    tokens, links = seen.sentences[antecedent.sentence].tokens, seen.sentences[antecedent.sentence].alignment
    words = seen.words

    def gender_of(head: int) -> Gender | None:
        became = project_head((head,), tokens, links, words)
        return None if became is None or became.pronoun else became.agreement.gender

    joined = joined_agreement(antecedent, seen.document.analysis, gender_of)
    if joined is not None:
        return _Meant(shown, joined)
    projected = project(antecedent, tokens, links, words)
    if projected is None:
        return _Meant(shown, Agreement())
    return _Meant(f"{shown} here {projected.word},", projected.agreement)


def _other(anaphor: Anaphor) -> str:
    """What the pronoun refers to, if that is no noun."""
    function = anaphor.function
    if function.pleonastic >= max(function.event, function.anaphoric):
        return f"to nothing here ({function.pleonastic:.0%})"
    if function.event >= max(function.pleonastic, function.anaphoric):
        clause = f", ‘{anaphor.events[0].text}’" if anaphor.events else ""
        return f"to what was said{clause} ({function.event:.0%})"
    return ""


def _named(described: TargetClass | None) -> str:
    """What people call a class, with its case where the language has cases."""
    if described is None:
        return "no pronoun"
    return described.name if described.case is None else f"{described.name} in the {_CASES[described.case]}"


def _shared(agreement: Agreement, described: TargetClass) -> str:
    """The gender and number that both have, in words."""
    gender, number = agreement.gender, agreement.number
    return _shown(
        Agreement(gender if gender is described.gender else None, number if number is described.number else None)
    )


def _shown(agreement: Agreement) -> str:
    """Gender and number in words, as far as they are known."""
    names = _GENDERS.get(agreement.gender, ""), _NUMBERS.get(agreement.number, "")
    return " ".join(filter(None, names))
