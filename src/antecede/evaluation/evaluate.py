"""Score systems side by side by every metric, and say whether they differ."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from antecede.evaluation.metrics import Inputs, Metric, apt, scored_metrics
from antecede.evaluation.results import Evaluation, Score, SystemScore
from antecede.evaluation.significance import SegmentStatistics, compare

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from antecede.evaluation.corpus import Corpus
    from antecede.evaluation.metrics import BaseMetric, CorpusMetric
    from antecede.evaluation.settings import Settings


def evaluate(corpus: Corpus, settings: Settings, *, bootstrap: bool = False, also: Sequence[str] = ()) -> Evaluation:
    """All figures for the corpus's candidates; `also` names metrics that are computed on request only."""
    metrics = scored_metrics(tuple(also))
    source, reference, candidates = corpus.source, corpus.reference, corpus.candidates
    # The pronouns by case are more than a score: comparisons, tables and the page are made from them.
    judgement = apt.judge(source, reference.side, [candidate.side for candidate in candidates], settings)
    inputs = Inputs(corpus, settings, judgement)
    measured = {metric.name: _Measured.of(metric, inputs) for metric in metrics}
    systems = tuple(
        SystemScore(candidate.name, {name: result.scores[system] for name, result in measured.items()})
        for system, candidate in enumerate(candidates)
    )
    resampled = {name: result.statistics for name, result in measured.items() if bootstrap and result.statistics}
    names = [candidate.name for candidate in candidates]
    comparisons = tuple(
        compare(judgement.pronouns, names, a, b, resampled) for a, b in combinations(range(len(candidates)), 2)
    )
    return Evaluation(
        settings.pair.name,
        source,
        reference.lines,
        [candidate.lines for candidate in candidates],
        corpus.document_ids or [""] * len(source),
        systems,
        comparisons,
        judgement.pronouns,
    )


class _Measured(NamedTuple):
    """What a metric says of every system, and by which rows it can be resampled."""

    scores: tuple[Score, ...]
    statistics: SegmentStatistics | None = None

    @classmethod
    def of(cls, metric: Metric | CorpusMetric, inputs: Inputs) -> _Measured:
        systems = range(len(inputs.corpus.candidates))
        if not isinstance(metric, Metric):
            return cls(tuple(_corpus_score(metric, inputs, i) for i in systems))
        rows = [metric.statistics(inputs, i) for i in systems]
        return cls(
            tuple(_score_of_sums(metric, inputs, i, rows[i].sum(axis=0)) for i in systems),
            SegmentStatistics(rows, metric.score),
        )


def _corpus_score(metric: CorpusMetric, inputs: Inputs, system: int) -> Score:
    score = _score(metric, inputs, system, metric.corpus_score(inputs, system))
    parts, details = metric.corpus_parts(inputs, system), metric.corpus_details(inputs, system)
    return replace(score, parts=parts, details=details)


def _score_of_sums(metric: Metric, inputs: Inputs, system: int, sums: NDArray[np.float64]) -> Score:
    score = _score(metric, inputs, system, metric.quoted(inputs, system, sums))
    return replace(score, parts=metric.parts(sums), details=metric.details(inputs, system, sums))


def _score(metric: BaseMetric, inputs: Inputs, system: int, value: float) -> Score:
    return Score(value, metric.heading, metric.places, metric.signature(inputs, system))
