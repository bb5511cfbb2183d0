"""What a pronoun model produces: a translated document, and a decision for every pronoun."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    from antecede.coreference import Anaphor, ResolvedDocument
    from antecede.engines import Hypothesis

    PrintedRule = Literal["anaphoric", "non-anaphoric"]
    DecidedBy = Literal[
        "engine", "coreference model", "pronoun language model", "choice model", "decision model", "rule"
    ]


class ScoredOption(NamedTuple):
    """One translation that a pronoun may have; empty text means that it is left out."""

    text: str
    probability: float


@dataclass(frozen=True, slots=True)
class Decision:
    """Why a pronoun was translated as it was: the trace, the page, the change log and the scores read this."""

    anaphor: Anaphor
    options: tuple[ScoredOption, ...]
    """The likeliest first."""
    choice: str
    """The target pronoun that stands in the translation; empty if there is none."""
    baseline: str
    """What the engine alone, or the output that is being fixed, has in its place."""
    reason: str
    """One sentence for people."""
    target: int | None = None
    """Where the choice stands in the translated sentence; nowhere if there is none."""
    decided_by: DecidedBy = "engine"
    rule: PrintedRule | None = None
    """Which of the two printed rules of post-editing looked at the pronoun; none where they were not asked."""
    withheld: str = ""
    """The pronoun that would have been chosen, where that edit was not allowed; the reason says why."""
    theirs: float | None = None
    """How likely what the engine has is right; none where that was not asked."""
    ours: float | None = None
    """How likely the best of the other pronouns is right; none where there is none."""

    def __str__(self) -> str:
        before = f" (the engine alone: {self.baseline or 'no pronoun'})" if self.choice != self.baseline else ""
        return f"{self.anaphor.text} → {self.choice or 'no pronoun'}{before}. {self.reason}"

    def __repr__(self) -> str:
        """Short: the antecedents alone would fill a screen."""
        where = f"sentence {self.anaphor.sentence + 1}"
        return f"<Decision in {where}: {self.anaphor.text!r} → {self.choice!r}, engine {self.baseline!r}>"


class Outcome(StrEnum):
    """What became of a sentence of a system that may translate it twice."""

    ONCE = "translated once"
    SAME = "the same again"
    TAKEN = "taken"
    ONLY = "taken, as there is no other"
    """The engine's own sentence cannot have these pronouns."""
    OWN = "the engine's own, repaired"


@dataclass(frozen=True, slots=True)
class TranslatedDocument:
    """A document's translation, one sentence for each of the source, and a decision for each of its anaphors."""

    source: ResolvedDocument
    sentences: tuple[Hypothesis, ...]
    """Tokens in the engine's case; links count the source tokens of the analysis."""
    decisions: tuple[Decision, ...]
    outcomes: tuple[Outcome, ...] = ()
    """What became of each sentence; nothing of a system that does not choose between two translations."""


class PronounSystem(Protocol):
    """Something that translates resolved documents, with an engine below it."""

    def translate(self, document: ResolvedDocument) -> TranslatedDocument:
        """The document's translation; sentences are translated in order, with memory of what was said."""
        ...
