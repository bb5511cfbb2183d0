"""The tables and figures of the APT paper (Miculicich Werlen and Popescu-Belis 2017) for any annotated systems.

Pure functions on pronouns that were scored and annotated; `antecede.experiments.apt.data` reads the files.
Where the paper leaves a choice: Figure 2 counts every scored pronoun of every system; a reference matches the
manual annotation perfectly if its pronoun is among those accepted, over all annotated items; an annotated item is
judged by the pronoun found with the heuristic.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Final

from antecede.errors import InputError
from antecede.evaluation.ratings import gap_filling
from antecede.evaluation.ratings.agreement import fleiss_kappa
from antecede.evaluation.ratings.correlation import Correlation, correlate
from antecede.evaluation.ratings.gap_filling import DISCOMT_2015, Answer, Item, Judgement
from antecede.evaluation.results import Case

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from antecede.alignment.pronouns import Words
    from antecede.evaluation.ratings.gap_filling import Annotations, HumanScore
    from antecede.evaluation.results import ScoredPronoun

    Cases = tuple[int, ...]

WEIGHTS: Final = (0.0, 0.5, 1.0)

# Table 3: Pearson and Spearman without the outlier.
PUBLISHED_TABLE_3: Final = {
    "BLEU": (0.902, 0.943),
    "METEOR": (0.893, 0.714),
    "METEOR, pronouns": (0.863, 0.714),
    "AutoP text": (0.923, 0.714),
    "AutoR text": (0.965, 0.919),
    "AutoF text": (0.955, 0.804),
    "APT w2=0": (0.998, 0.989),
    "APT w2=0.5": (0.999, 1.000),
    "APT w2=1": (0.994, 1.000),
}
# Table 4, by whether the heuristic was used, w2 and w6: Pearson and Spearman with all systems.
PUBLISHED_TABLE_4: Final = {
    (False, 0.0, 0.0): (0.999, 1.000),
    (False, 1.0, 0.0): (0.992, 0.987),
    (False, 0.5, 0.0): (0.998, 1.000),
    (False, 1.0, 1.0): (0.994, 0.964),
    (False, 0.5, 0.5): (0.999, 0.987),
    (True, 0.0, 0.0): (0.998, 0.989),
    (True, 1.0, 0.0): (0.994, 1.000),
    (True, 0.5, 0.0): (0.999, 1.000),
    (True, 1.0, 1.0): (0.995, 0.964),
    (True, 0.5, 0.5): (0.999, 1.000),
}
# Table 5: shares of correct, incorrect and bad translations, and the number of items; the last row is the total.
PUBLISHED_TABLE_5: Final = (
    (0.84, 0.13, 0.03, 534),
    (0.43, 0.47, 0.10, 135),
    (0.26, 0.60, 0.14, 581),
    (0.00, 0.76, 0.24, 129),
    (0.53, 0.36, 0.11, 81),
    (0.00, 0.76, 0.24, 38),
    (0.47, 0.43, 0.10, 1498),
)
# Section 4.3: references that match the annotation, without and with the heuristic.
PUBLISHED_MATCHES: Final = (0.61, 0.66)


@dataclass(frozen=True, slots=True, kw_only=True)
class Observations:
    """What the tables are made from."""

    systems: tuple[str, ...]
    basic: Sequence[ScoredPronoun]
    """Scored with the alignments as they are; the candidates are in the order of `systems`."""
    repaired: Sequence[ScoredPronoun]
    """The same, scored with the alignment heuristic."""
    annotations: Annotations
    metrics: Mapping[str, Mapping[str, float]]
    """Metrics other than APT: name, then score by system."""
    human: Mapping[str, float] | None = None
    """Human scores by system; without them, accuracy with *other* from the annotations."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """One half of Figure 2: how often each case occurs, and how often the reference is what annotators accept."""

    cases: Cases
    matching_references: int
    annotated: int


@dataclass(frozen=True, slots=True)
class JudgedCase:
    """A row of Table 5."""

    case: Case
    correct: int
    incorrect: int
    bad_translation: int

    @property
    def counts(self) -> tuple[int, int, int]:
        return self.correct, self.incorrect, self.bad_translation


@dataclass(frozen=True, slots=True)
class WeightedApt:
    """A row of Table 4."""

    heuristic: bool
    w2: float
    w6: float
    correlation: Correlation


@dataclass(frozen=True, slots=True)
class MetricAgainstPeople:
    """A plot of Figure 1, and its entry in Table 3."""

    metric: str
    scores: Mapping[str, float]
    correlation: Correlation
    without_outliers: Correlation | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """All tables and figures of the paper."""

    systems: tuple[str, ...]
    outliers: tuple[str, ...]
    human: Mapping[str, float]
    gap_filling: Mapping[str, HumanScore]
    agreement: float | None
    """Fleiss's kappa, where items have several annotators."""
    basic: Alignment
    repaired: Alignment
    judged_cases: tuple[JudgedCase, ...]
    weights: tuple[WeightedApt, ...]
    metrics: tuple[MetricAgainstPeople, ...]


def run(observations: Observations, outliers: Sequence[str] = ()) -> Experiment:
    """Every table and figure; `outliers` are systems that Table 3 leaves out."""
    _check_systems(observations, outliers)
    people = human_scores(observations)
    human = observations.human
    if human is None:
        human = {system: score.accuracy_with_other for system, score in people.items()}
    return Experiment(
        systems=observations.systems,
        outliers=tuple(outliers),
        human=human,
        gap_filling=people,
        agreement=fleiss_kappa(observations.annotations.values()),
        basic=alignment(observations.basic, observations),
        repaired=alignment(observations.repaired, observations),
        judged_cases=judged_cases(observations),
        weights=weighted_correlations(observations, human),
        metrics=metric_correlations(observations, human, outliers),
    )


def human_scores(observations: Observations) -> dict[str, HumanScore]:
    """The shared task's figures for each system that was annotated."""
    answers: defaultdict[str, list[Answer]] = defaultdict(list)
    for item, pronoun, accepted in _annotated(observations.repaired, observations):
        answers[item.system].append(Answer(accepted, _class(_words(pronoun, item, observations))))
    return {system: gap_filling.score(answers[system]) for system in observations.systems if system in answers}


def alignment(pronouns: Sequence[ScoredPronoun], observations: Observations) -> Alignment:
    """One half of Figure 2, from pronouns scored with or without the heuristic."""
    counts = Counter(judged.case for pronoun in pronouns for judged in pronoun.candidates)
    matches = [_class(pronoun.reference) in accepted for _, pronoun, accepted in _annotated(pronouns, observations)]
    return Alignment(tuple(counts[case] for case in Case), sum(matches), len(matches))


def judged_cases(observations: Observations) -> tuple[JudgedCase, ...]:
    """Table 5: what annotators think of the pronouns in each case."""
    counts: Counter[tuple[Case, Judgement]] = Counter()
    for item, pronoun, accepted in _annotated(observations.repaired, observations):
        case = pronoun.candidates[observations.systems.index(item.system)].case
        counts[case, Answer(accepted, _class(_words(pronoun, item, observations))).judgement] += 1
    return tuple(JudgedCase(case, *(counts[case, judgement] for judgement in Judgement)) for case in Case)


def weighted_correlations(observations: Observations, human: Mapping[str, float]) -> tuple[WeightedApt, ...]:
    """Table 4: APT against people, for each w2 and w6, without and with the heuristic."""
    return tuple(
        WeightedApt(heuristic, w2, w6, correlate(apt_scores(observations, w2, w6, heuristic=heuristic), human))
        for heuristic, w2, w6 in product((False, True), WEIGHTS, WEIGHTS)
    )


def metric_correlations(
    observations: Observations, human: Mapping[str, float], outliers: Sequence[str] = ()
) -> tuple[MetricAgainstPeople, ...]:
    """Figure 1 and Table 3: every metric against people, with all systems and without the outliers."""
    metrics = dict(observations.metrics)
    metrics |= {f"APT w2={w2:g}": apt_scores(observations, w2, 0.0, heuristic=True) for w2 in WEIGHTS}
    rows = []
    for name, scores in metrics.items():
        others = {system: score for system, score in scores.items() if system not in outliers}
        without = correlate(others, human) if outliers else None
        rows.append(MetricAgainstPeople(name, scores, correlate(scores, human), without))
    return tuple(rows)


def apt_scores(observations: Observations, w2: float, w6: float, *, heuristic: bool) -> dict[str, float]:
    """APT by system, with nothing discarded."""
    pronouns = observations.repaired if heuristic else observations.basic
    if not pronouns:
        raise InputError("the source has none of the pair's pronouns, so that there is nothing to score")
    weights = {Case.IDENTICAL: 1.0, Case.EQUIVALENT: w2, Case.BOTH_MISSING: w6}
    return {
        system: sum(weights.get(pronoun.candidates[i].case, 0.0) for pronoun in pronouns) / len(pronouns)
        for i, system in enumerate(observations.systems)
    }


def _check_systems(observations: Observations, outliers: Sequence[str]) -> None:
    known = f"the systems are {', '.join(observations.systems)}"
    for item in observations.annotations:
        if item.system not in observations.systems:
            raise InputError(f"system '{item.system}' is annotated, but there is no translation of that name: {known}")
    for outlier in outliers:
        if outlier not in observations.systems:
            raise InputError(f"there is no system '{outlier}' to leave out: {known}")


def _annotated(
    pronouns: Sequence[ScoredPronoun], observations: Observations
) -> Iterator[tuple[Item, ScoredPronoun, frozenset[str]]]:
    """Each annotated item, the pronoun that it is about, and what is accepted for it."""
    places = {(pronoun.sentence, pronoun.source_position): pronoun for pronoun in pronouns}
    for item, judgements in observations.annotations.items():
        pronoun = places.get((item.sentence, item.source_position))
        if pronoun is None:
            place = f"word {item.source_position} of sentence {item.sentence} (both counted from 0)"
            raise InputError(f"{place} is annotated, but it is not a pronoun that is scored")
        yield item, pronoun, gap_filling.accepted(judgements)


def _words(pronoun: ScoredPronoun, item: Item, observations: Observations) -> Words | None:
    return pronoun.candidates[observations.systems.index(item.system)].words


def _class(words: Words | None) -> str | None:
    return DISCOMT_2015.pronoun_class(None if words is None else words.text)
