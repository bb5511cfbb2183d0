"""How well a metric agrees with people: correlation over systems."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from antecede.errors import BadFormat, InputError
from antecede.extras import needing
from antecede.files.rows import read_rows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

# Two points always lie on a line.
FEWEST_SYSTEMS: Final = 3


@dataclass(frozen=True, slots=True)
class Correlation:
    """Pearson's and Spearman's coefficients over some systems; `None` where all values are alike."""

    pearson: float | None
    spearman: float | None
    systems: int


def correlate(metric: Mapping[str, float], human: Mapping[str, float]) -> Correlation:
    """The correlation of a metric with human scores, over the metric's systems; ties share their mean rank.

    >>> correlate({"a": 1, "b": 2, "c": 3}, {"a": 5, "b": 5, "c": 5})
    Correlation(pearson=None, spearman=None, systems=3)
    """
    missing = sorted(set(metric) - set(human))
    if missing:
        raise InputError(f"no human score for {', '.join(missing)}: every system that is compared needs one")
    if len(metric) < FEWEST_SYSTEMS:
        raise InputError(f"a correlation needs at least {FEWEST_SYSTEMS} systems; here are {len(metric)}")
    with needing("scipy", "statistics"):
        from scipy import stats

    scores = [_rounded(score) for score in metric.values()]
    human_scores = [_rounded(human[system]) for system in metric]
    return Correlation(
        pearson=_coefficient(scores, human_scores),
        spearman=_coefficient(stats.rankdata(scores).tolist(), stats.rankdata(human_scores).tolist()),
        systems=len(metric),
    )


def read_human_scores(path: Path | str, *, column: str = "score") -> dict[str, float]:
    """Human scores by system, from a CSV file with a header: `system,score`, and other columns to choose from."""
    scores: dict[str, float] = {}
    for line, row in read_rows(path, ("system", column)):
        system = row["system"]
        if system in scores:
            raise BadFormat(path, f"system '{system}' has a score already", line=line)
        scores[system] = _number(path, line, row[column])
    if not scores:
        raise BadFormat(path, "has a header but no scores")
    return scores


def _number(path: Path | str, line: int, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise BadFormat(path, f"'{text}' is not a number", line=line)
    return number


def _coefficient(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    if len(set(xs)) == 1 or len(set(ys)) == 1:
        return None
    with needing("scipy", "statistics"):
        from scipy import stats

    return float(stats.pearsonr(xs, ys).statistic)


def _rounded(score: float) -> float:
    """The score without the last digits, so that 0.1 + 0.2 and 0.3 are tied."""
    return float(f"{score:.12g}")
