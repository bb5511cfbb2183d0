"""Calibrate probabilities: the temperature that fits held-out evidence, and the calibration error."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from antecede.coreference.loglinear import distribution

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from antecede.coreference.training import Choice


class Bin(NamedTuple):
    """Answers of about the same confidence: how many, how sure they were, and how many were right."""

    size: int
    confidence: float
    accuracy: float


def temperature(choices: Sequence[Choice], weights: Mapping[str, float]) -> float:
    """The temperature, of some between 0.5 and 3, that makes the evidence likeliest."""
    scored = [
        ([sum(weights.get(name, 0.0) for name in option) for option in choice.options], choice.likelihoods)
        for choice in choices
    ]

    def surprise(heat: float) -> float:
        total = 0.0
        for scores, likelihoods in scored:
            chances = distribution([score / heat for score in scores])
            total -= math.log(sum(map(float.__mul__, chances, likelihoods)) + 1e-12)
        return total

    return min((0.5 + 0.1 * step for step in range(26)), key=surprise) if scored else 1.0


def reliability(confidences: Sequence[float], right: Sequence[bool], bins: int = 10) -> list[Bin]:
    """Bins of equal width, without the empty ones."""
    groups: list[list[int]] = [[] for _ in range(bins)]
    for index, confidence in enumerate(confidences):
        groups[min(bins - 1, int(confidence * bins))].append(index)
    return [
        Bin(
            len(group),
            sum(confidences[index] for index in group) / len(group),
            sum(right[index] for index in group) / len(group),
        )
        for group in groups
        if group
    ]


def calibration_error(bins: Sequence[Bin]) -> float:
    """The expected calibration error: how far confidence and accuracy lie apart, weighted by the bins' sizes.

    >>> calibration_error([Bin(10, 0.9, 0.8), Bin(30, 0.5, 0.5)])
    0.025
    """
    total = sum(each.size for each in bins) or 1
    return round(sum(each.size * abs(each.confidence - each.accuracy) for each in bins) / total, 6)
