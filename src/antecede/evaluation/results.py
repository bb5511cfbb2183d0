"""The outcome of scoring: what the tables, the JSON, the report and the experiments all read."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
class Score:
    """What one metric says of one system, and how tables show it."""

    value: float
    heading: str
    places: int = 4
    """How many decimals tables show."""
    signature: str = ""
    parts: Mapping[str, float] = field(default_factory=dict)
    """Figures that the value is made of, by heading."""
    details: Mapping[str, Any] = field(default_factory=dict)
    """What else JSON says of the system, by key: dataclasses."""


@dataclass(frozen=True, slots=True)
class SystemScore:
    """One system's scores, by the name of the metric."""

    name: str
    scores: Mapping[str, Score]

    def __str__(self) -> str:
        scores = ", ".join(f"{each.heading} {each.value:.{each.places}f}" for each in self.scores.values())
        return f"{self.name}: {scores}"

    def __repr__(self) -> str:
        return f"<SystemScore of {self}>"

    def value(self, metric: str) -> float:
        """The score by that metric."""
        return self.scores[metric].value

    @property
    def apt(self) -> AptScore:
        """The details of APT."""
        details: AptScore = self.scores["apt"].details["apt"]
        return details

    @property
    def autoprf(self) -> AutoPrf:
        """The details of AutoF, counted at each pronoun by itself."""
        details: AutoPrf = self.scores["autof"].details["autoprf"]
        return details

    @property
    def autoprf_text(self) -> AutoPrf:
        """The details of AutoF over one list of words for the whole text."""
        details: AutoPrf = self.scores["autof-text"].details["autoprf_text"]
        return details

    @property
    def signature(self) -> str:
        """APT's: what to quote."""
        return self.scores["apt"].signature

    @property
    def figures(self) -> dict[str, Score]:
        """Every figure that can be compared with human scores, parts included, by the heading that tables give it."""
        figures: dict[str, Score] = {}
        for score in self.scores.values():
            figures |= {heading: Score(value, heading, score.places) for heading, value in score.parts.items()}
            figures[score.heading] = score
        return figures


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

    def __str__(self) -> str:
        return "\n".join(map(str, self.systems))

    def __repr__(self) -> str:
        """Short: it holds all the text."""
        names = ", ".join(system.name for system in self.systems)
        return f"<Evaluation of {names}: {len(self.pronouns)} pronouns in {len(self.source)} sentences, {self.pair}>"
