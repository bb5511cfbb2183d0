"""Fit log-linear weights to evidence: what is likely is what makes the evidence likely."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from antecede.extras import needing

with needing("scipy", "statistics"):
    from scipy.optimize import minimize
    from scipy.sparse import csr_array

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

# No probability of zero, so that evidence which the model holds impossible still has a slope.
_LEAST: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice to learn from: the features of each option, and how likely the evidence is if it is the one.

    A known answer has likelihood one for the options that are right and zero for the rest.
    """

    options: Sequence[Sequence[str]]
    likelihoods: Sequence[float]
    weight: float = 1.0


def fit(
    choices: Sequence[Choice],
    *,
    penalty: float = 1.0,
    least_count: int = 2,
    prior: Mapping[str, float] | None = None,
    iterations: int = 200,
) -> dict[str, float]:
    """The weights that maximise the evidence's likelihood, less `penalty` times their squared distance to `prior`.

    Features seen in fewer than `least_count` choices are left out, unless the prior has them. With likelihoods that
    are not zero or one, the antecedents are hidden, and what is maximised sums over them; the gradient is that of
    expectation-maximisation.
    """
    names = sorted({*_names(choices, least_count), *(prior or ())})
    place = {name: index for index, name in enumerate(names)}
    matrix, starts, evidence, weights = _arrays(choices, place)
    start = np.array([(prior or {}).get(name, 0.0) for name in names])
    groups = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, matrix.shape[0])))
    total = float(weights.sum()) or 1.0
    transposed: Any = matrix.T.tocsr()

    def loss(current: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        scores = matrix @ current
        scores -= np.maximum.reduceat(scores, starts)[groups]
        parts = np.exp(scores)
        sums = np.add.reduceat(parts, starts)
        joint = parts * evidence
        likelihoods = np.add.reduceat(joint, starts)
        slope = weights[groups] * (parts / sums[groups] - joint / likelihoods[groups])
        away = current - start
        value = float((weights * (np.log(sums) - np.log(likelihoods))).sum()) + penalty * float(away @ away)
        return value / total, (transposed @ slope + 2 * penalty * away) / total

    result = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": iterations, "maxcor": 20})
    return {name: float(weight) for name, weight in zip(names, result.x, strict=True)}


def _names(choices: Sequence[Choice], least_count: int) -> set[str]:
    counts: Counter[str] = Counter()
    for choice in choices:
        counts.update({name for option in choice.options for name in option})
    return {name for name, count in counts.items() if count >= least_count}


def _arrays(
    choices: Sequence[Choice], place: Mapping[str, int]
) -> tuple[csr_array[Any], NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    columns: list[int] = []
    ends = [0]
    starts: list[int] = []
    evidence: list[float] = []
    for choice in choices:
        starts.append(len(evidence))
        evidence.extend(max(_LEAST, likelihood) for likelihood in choice.likelihoods)
        for option in choice.options:
            columns.extend(place[name] for name in option if name in place)
            ends.append(len(columns))
    matrix = csr_array(
        (np.ones(len(columns)), np.array(columns, dtype=np.int64), np.array(ends, dtype=np.int64)),
        shape=(len(evidence), len(place)),
    )
    weights = np.array([choice.weight for choice in choices], dtype=np.float64)
    return matrix, np.array(starts, dtype=np.int64), np.array(evidence), weights
