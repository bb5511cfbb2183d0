"""Which edits may be made in the output of an engine that is not ours.

Neural engines are right about most pronouns, and what they get wrong is mostly a gender whose antecedent stands in a
sentence that they did not see. Other edits lose there more than they gain (`experiments/other_engines.md`), so that
by default this kind alone is made, until it is known when an engine is to be trusted.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, Protocol, get_args

from antecede.errors import BadOption
from antecede.pronouns.target.classes import TargetClasses

if TYPE_CHECKING:
    from antecede.coreference import ResolvedDocument
    from antecede.pairs import Pair
    from antecede.pronouns.types import Decision

__all__ = [
    "EDITS",
    "AnyEdit",
    "Edits",
    "GenderOfEarlierNoun",
    "NoEdit",
    "Permission",
    "default_edits",
    "permission",
    "permitted",
]

Edits = Literal["gender", "all", "none"]
"""`gender`: a pronoun that agrees with its noun for one that does not; `all`: any edit; `none`: it is only said."""
EDITS: Final[tuple[Edits, ...]] = get_args(Edits)
_NOUNS: Final = frozenset({"NOUN", "PROPN"})


class Permission(Protocol):
    """Something that says which edits are made."""

    def objection(self, decision: Decision, document: ResolvedDocument) -> str:
        """Why the decision may not replace its baseline by its choice, as the end of a sentence; empty if it may."""
        ...


@dataclass(frozen=True, slots=True)
class AnyEdit:
    """Every edit is made."""

    def objection(self, decision: Decision, document: ResolvedDocument) -> str:
        """As `Permission`: nothing is objected to."""
        del decision, document
        return ""


@dataclass(frozen=True, slots=True)
class NoEdit:
    """No edit is made."""

    def objection(self, decision: Decision, document: ResolvedDocument) -> str:
        """As `Permission`: all is objected to."""
        del decision, document
        return "nothing is to be edited"


@dataclass(frozen=True, slots=True)
class GenderOfEarlierNoun:
    """Only gender is edited, and only where the likeliest antecedent is a noun in an earlier sentence."""

    classes: TargetClasses

    def objection(self, decision: Decision, document: ResolvedDocument) -> str:
        """As `Permission`."""
        names = {self.classes.names[self.classes.number(word)] for word in (decision.baseline, decision.choice)}
        if not any(names <= group for group in self.classes.pair.gender_groups):
            return "they differ in more than gender"
        anaphor = decision.anaphor
        if not anaphor.antecedents or anaphor.antecedents[0].probability < anaphor.none:
            return "no antecedent is likelier than none"
        best = anaphor.antecedents[0]
        if document.analysis.sentences[best.sentence].words[best.head].pos not in _NOUNS:
            return "the likeliest antecedent is no noun"
        if best.sentence >= anaphor.sentence:
            return "the likeliest antecedent stands in no earlier sentence"
        return ""


def permitted(rule: Permission, decision: Decision, document: ResolvedDocument, position: int | None) -> Decision:
    """The decision if it is allowed; otherwise one that leaves its baseline, at `position`, and says so."""
    objection = rule.objection(decision, document)
    if not objection:
        return decision
    reason = f"{decision.reason} {decision.baseline} is not made {decision.choice}: {objection}."
    return replace(
        decision,
        choice=decision.baseline,
        reason=reason,
        target=position,
        decided_by="engine",
        withheld=decision.choice,
    )


def default_edits(mode: str, *, ours: bool = False) -> Edits:
    """What is edited unless the user says otherwise: all of phrase-based engines, and where the papers print it.

    `ours` says that such an engine wrote the text: ours is one.
    """
    return "all" if ours or mode == "paper" else "gender"


def permission(pair: Pair, edits: Edits) -> Permission:
    """The rule of that name for a pair."""
    if edits not in EDITS:
        raise BadOption(f"unknown edits '{edits}': they are {', '.join(EDITS)}")
    if edits == "all":
        return AnyEdit()
    if edits == "none":
        return NoEdit()
    if not pair.gender_groups:
        raise BadOption(f"{pair.name} has no `gender_groups`, the pronouns that differ in gender alone; make all edits")
    return GenderOfEarlierNoun(TargetClasses.of(pair))
