"""The metrics: a module each that defines METRIC, found by its name (`meteor-pronouns` is `meteor_pronouns.py`)."""

from __future__ import annotations

from typing import Final

from antecede.errors import BadOption, ResourceError
from antecede.evaluation.metrics._metric import BaseMetric, CorpusMetric, Inputs, Metric, SurfaceMetric
from antecede.registry import Registry

__all__ = [
    "METRICS",
    "BaseMetric",
    "CorpusMetric",
    "Inputs",
    "Metric",
    "SurfaceMetric",
    "metric",
    "scored_metrics",
    "surface_metric",
]

METRICS: Final[Registry[BaseMetric]] = Registry(
    __name__,
    "METRIC",
    BaseMetric,  # type: ignore[type-abstract]  # only asked whether an object fulfils it
    lambda name, known: BadOption(f"unknown metric '{name}': the metrics are {', '.join(known)}"),
)


def metric(name: str) -> Metric | CorpusMetric:
    """The metric of that name.

    >>> metric("chrf").heading
    'chrF'
    """
    loaded = METRICS[name]
    if loaded.name != name:
        raise ResourceError(
            f"{METRICS.module(name)}: its METRIC has the name '{loaded.name}', but is found as '{name}'"
        )
    if not isinstance(loaded, Metric | CorpusMetric):
        raise ResourceError(f"{METRICS.module(name)}: METRIC has neither statistics and score, nor corpus_score")
    return loaded


def scored_metrics(also: tuple[str, ...] = ()) -> tuple[Metric | CorpusMetric, ...]:
    """The metrics that every evaluation has, and those named; in the order of the registry."""
    asked = {name: metric(name) for name in also}
    every = (metric(name) for name in METRICS.names())
    return tuple(each for each in every if each.name in asked or not each.on_request)


def surface_metric(name: str) -> SurfaceMetric:
    """The metric of that name, which compares texts alone; others are refused with the names of those that do."""
    named = metric(name) if name in METRICS else None
    if isinstance(named, SurfaceMetric):
        return named
    known = ", ".join(each for each in METRICS.names() if isinstance(metric(each), SurfaceMetric))
    what = "unknown metric" if named is None else "not a metric of texts alone:"
    raise BadOption(f"{what} '{name}': the metrics are {known}")
