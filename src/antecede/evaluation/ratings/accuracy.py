"""What ratings say of the systems: how often each is right, whether they differ, and whether metrics agree.

What two raters differ on counts as what they settled on; what stays open counts as incorrect (Luong and Popescu-Belis
2016: 162 of 219 are right, and none of the 5 that stayed open is). In gap-filling that means that of what stays open,
only the choices that all raters ticked are accepted.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import asdict, dataclass, field
from itertools import combinations
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Final

from antecede.errors import InputError
from antecede.evaluation.metrics import apt
from antecede.evaluation.metrics.apt import classify
from antecede.evaluation.ratings import gap_filling
from antecede.evaluation.ratings.agreement import Agreement, agreements, disputed
from antecede.evaluation.ratings.correlation import FEWEST_SYSTEMS, Correlation, correlate
from antecede.evaluation.results import Comparison
from antecede.evaluation.significance import mcnemar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from antecede.evaluation.ratings.answers import Answers, Label
    from antecede.evaluation.ratings.blocks import Instance, Prepared
    from antecede.evaluation.ratings.gap_filling import HumanScore
    from antecede.evaluation.results import ScoredPronoun
    from antecede.evaluation.settings import Settings

    Rated = Mapping[Instance, tuple[int, ScoredPronoun]]

__all__ = ["SHARED", "Accuracy", "RatingScores", "View", "final_labels", "interval", "rating_json", "score_ratings"]

SHARED: Final = "shared, adjudicated"


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How often a system is right to raters."""

    system: str
    right: int
    wrong: int
    open: int = 0
    """How many of the wrong ones the raters differ on."""

    @property
    def total(self) -> int:
        return self.right + self.wrong

    @property
    def accuracy(self) -> float:
        return self.right / self.total if self.total else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """95 percent, Wilson's."""
        return interval(self.right, self.total)


@dataclass(frozen=True, slots=True)
class View:
    """The systems by some of the answers: those that several raters gave, or those of one rater."""

    name: str
    systems: tuple[Accuracy, ...]
    comparisons: tuple[Comparison, ...]
    correlations: Mapping[str, Correlation] = field(default_factory=dict)
    """Of the number right with each metric, over the systems; nothing for fewer than three."""
    human: Mapping[str, HumanScore] = field(default_factory=dict)
    """In gap-filling, the scores of the shared task by system."""


@dataclass(frozen=True, slots=True)
class RatingScores:
    """All that answers say."""

    instances: int
    """How many there were to rate."""
    answered: Mapping[str, int]
    """How many each rater answered."""
    before: tuple[Agreement, ...]
    after: tuple[Agreement, ...]
    disputed: tuple[Instance, ...]
    open: tuple[Instance, ...]
    """Those of the disputed that nobody settled."""
    views: tuple[View, ...]
    metrics: Mapping[str, Mapping[str, float]]
    """C1+C2 and APT of each system on the pronouns of all blocks."""


def interval(right: int, total: int) -> tuple[float, float]:
    """The 95 percent confidence interval of a share, Wilson's; all that is possible where there is nothing."""
    if not total:
        return 0.0, 1.0
    z = NormalDist().inv_cdf(0.975)
    share, spread = right / total, 1 + z * z / total
    centre = (share + z * z / (2 * total)) / spread
    half = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total)) / spread
    return max(0.0, centre - half), min(1.0, centre + half)


def final_labels(answers: Answers, settled: Mapping[Instance, Label]) -> dict[Instance, Label]:
    """One label for each instance: the raters' own, what they settled, or what open counts as."""
    given: dict[Instance, list[Label]] = {}
    for told in answers.values():
        for instance, label in told.items():
            given.setdefault(instance, []).append(label)
    return {instance: settled.get(instance, _together(labels)) for instance, labels in given.items()}


def score_ratings(
    prepared: Prepared, answers: Answers, settled: Mapping[Instance, Label], settings: Settings
) -> RatingScores:
    """Agreement, and the systems' accuracy by what several raters say together and by each rater alone."""
    if settled and len(answers) < 2:
        raise InputError(f"only {next(iter(answers))} answered: to adjudicate, the answers of another rater are needed")
    rated = prepared.rated()
    differ = disputed(answers)
    still = [instance for instance in differ if instance not in settled]
    counts = Counter(instance for told in answers.values() for instance in told)
    final = final_labels(answers, settled)
    together = {instance: label for instance, label in final.items() if counts[instance] > 1}
    metrics = _metrics(prepared, settings)
    scorer = _Scorer(prepared, rated, metrics)
    views = [scorer.view(SHARED, together, still)] if together else []
    views += [scorer.view(f"rater {rater}", told, ()) for rater, told in answers.items()]
    return RatingScores(
        len(rated),
        {rater: len(told) for rater, told in answers.items()},
        agreements(answers),
        agreements(answers, settled),
        tuple(differ),
        tuple(still),
        tuple(views),
        metrics,
    )


def rating_json(scores: RatingScores) -> dict[str, Any]:
    """The same for programs."""

    def agreement(each: Agreement) -> dict[str, Any]:
        return {**asdict(each), "observed": each.observed}

    return {
        "instances": scores.instances,
        "answered": dict(scores.answered),
        "agreement": [agreement(each) for each in scores.before],
        "agreement_adjudicated": [agreement(each) for each in scores.after],
        "disputed": [each._asdict() for each in scores.disputed],
        "open": [each._asdict() for each in scores.open],
        "metrics": {name: dict(values) for name, values in scores.metrics.items()},
        "views": [
            {
                "name": view.name,
                "systems": [
                    {**asdict(each), "total": each.total, "accuracy": each.accuracy, "interval": list(each.interval)}
                    for each in view.systems
                ],
                "comparisons": [
                    {"a": c.a, "b": c.b, "improved": c.improved, "degraded": c.degraded, "p": c.p_value}
                    for c in view.comparisons
                ],
                "correlations": {name: asdict(each) for name, each in view.correlations.items()},
                "gap_filling": {
                    name: {
                        "items": human.items,
                        "accuracy_with_other": human.accuracy_with_other,
                        "accuracy_without_other": human.accuracy_without_other,
                        "precision": human.micro.precision,
                        "recall": human.micro.recall,
                        "f": human.micro.f,
                    }
                    for name, human in view.human.items()
                },
            }
            for view in scores.views
        ],
    }


def _together(labels: Sequence[Label]) -> Label:
    """What raters say together where nothing was settled: wrong if they differ; the choices that all of them ticked."""
    first, *others = labels
    for other in others:
        if isinstance(first, bool):
            first = first and bool(other)
        elif not isinstance(other, bool):
            first &= other
    return first


def _metrics(prepared: Prepared, settings: Settings) -> dict[str, dict[str, float]]:
    """C1+C2 and APT by system, on the pronouns of all blocks."""
    found: dict[str, dict[str, float]] = {"C1+C2": {}, "APT": {}}
    pronouns = [pronoun for keyed in prepared.blocks for pronoun in keyed.pronouns]
    for index, name in enumerate(prepared.systems):
        cases = [classify(each.reference, each.candidates[index].words, settings.lists) for each in pronouns]
        found["C1+C2"][name] = sum(case.right for case in cases)
        found["APT"][name] = apt.aggregate(cases, settings).score
    return found


@dataclass(frozen=True, slots=True)
class _Scorer:
    prepared: Prepared
    rated: Rated
    metrics: Mapping[str, Mapping[str, float]]

    def view(self, name: str, labels: Mapping[Instance, Label], still: Sequence[Instance]) -> View:
        """The systems by these labels."""
        names = self.prepared.systems
        right: list[dict[tuple[str, str], bool]] = [{} for _ in names]
        unsettled: Counter[int] = Counter()
        answers: list[list[gap_filling.Answer]] = [[] for _ in names]
        for instance, label in labels.items():
            system, pronoun = self.rated[instance]
            if isinstance(label, bool):
                correct = label
            else:
                words = pronoun.candidates[system].words
                candidate = self.prepared.protocol.pronoun_class(None if words is None else words.text)
                answers[system].append(gap_filling.Answer(label, candidate))
                correct = candidate in label
            right[system][instance.block, instance.pronoun] = correct
            unsettled[system] += instance in still and not correct
        systems = tuple(
            Accuracy(system, sum(told.values()), len(told) - sum(told.values()), unsettled[index])
            for index, (system, told) in enumerate(zip(names, right, strict=True))
        )
        human = {
            system: gap_filling.score(given, self.prepared.protocol)
            for system, given in zip(names, answers, strict=True)
            if given
        }
        return View(name, systems, _compared(names, right), self._correlations(systems), human)

    def _correlations(self, systems: Sequence[Accuracy]) -> dict[str, Correlation]:
        if len(systems) < FEWEST_SYSTEMS:
            return {}
        people = {each.system: each.accuracy for each in systems}
        return {metric: correlate(values, people) for metric, values in self.metrics.items()}


def _compared(names: Sequence[str], right: Sequence[Mapping[tuple[str, str], bool]]) -> tuple[Comparison, ...]:
    """Every two systems on the pronouns that were rated in both."""
    found = []
    for a, b in combinations(range(len(names)), 2):
        both = [(right[a][place], right[b][place]) for place in right[a] if place in right[b]]
        improved, degraded = both.count((False, True)), both.count((True, False))
        found.append(Comparison(names[a], names[b], improved, degraded, mcnemar(improved, degraded)))
    return tuple(found)
