"""The outcome of scoring: what the tables, the JSON, the report and the experiments all read."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.alignment.pronouns import Words


class Case(IntEnum):
    """How a candidate's pronoun compares with the reference's; the numbers are the APT paper's."""

    IDENTICAL = 1
    EQUIVALENT = 2
    DIFFERENT = 3
    CANDIDATE_MISSING = 4
    REFERENCE_MISSING = 5
    BOTH_MISSING = 6

    @property
    def right(self) -> bool:
        """Whether comparisons of systems count it as right."""
        return self <= Case.EQUIVALENT


@dataclass(frozen=True, slots=True)
class Judged:
    """A candidate's translation of one pronoun (`None`: not found), and its case."""

    words: Words | None
    case: Case


@dataclass(frozen=True, slots=True)
class ScoredPronoun:
    """One pronoun that was scored, with every system's translation, in the systems' order."""

    sentence: int
    source_position: int
    source: str
    reference: Words | None
    candidates: tuple[Judged, ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """Every pronoun with every system's case; `not_source` as in `AptScore`."""

    pronouns: tuple[ScoredPronoun, ...]
    not_source: int | None = None


@dataclass(frozen=True, slots=True)
class AptScore:
    """APT: the weighted share of pronouns that agree with the reference."""

    score: float
    cases: tuple[int, int, int, int, int, int]
    total: int
    """What the score was divided by: the cases that are not discarded."""
    not_source: int | None = None
    """With the reference anchoring: reference pronouns that no source word is aligned to."""


@dataclass(frozen=True, slots=True)
class AutoPrf:
    """Precision and recall of the words aligned to pronouns (Hardmeier and Federico 2010)."""

    precision: float
    recall: float
    f: float
    matched: int
    candidate_total: int
    reference_total: int


@dataclass(frozen=True, slots=True)
class SystemScore:
    """One system's figures."""

    name: str
    apt: AptScore
    autoprf: AutoPrf
    bleu: float
    chrf: float
    signature: str
    meteor: float | None = None
    meteor_pronouns: float | None = None

    @property
    def metrics(self) -> dict[str, float]:
        """Every figure that can be compared with human scores, by the name that tables give it."""
        found = {
            "APT": self.apt.score,
            "AutoP": self.autoprf.precision,
            "AutoR": self.autoprf.recall,
            "AutoF": self.autoprf.f,
            "BLEU": self.bleu,
            "chrF": self.chrf,
            "METEOR": self.meteor,
            "METEOR (pronouns)": self.meteor_pronouns,
        }
        return {name: score for name, score in found.items() if score is not None}


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two systems on the same pronouns: `improved` = b right where a is wrong."""

    a: str
    b: str
    improved: int
    degraded: int
    p_value: float
    """McNemar."""
    bootstrap: tuple[tuple[str, float], ...] = ()
    """Paired bootstrap p-value by metric name."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All that one run of `score` found, and the sentences that it read (white-space separated tokens)."""

    pair: str
    source: Sequence[str]
    reference: Sequence[str]
    candidates: Sequence[Sequence[str]]
    document_ids: Sequence[str]
    """The document of each sentence; all alike when nothing is known."""
    systems: tuple[SystemScore, ...]
    comparisons: tuple[Comparison, ...]
    pronouns: tuple[ScoredPronoun, ...]
