"""Learn when to overrule an engine: log-linear models from labels that may be uncertain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from antecede.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy.typing as npt

    Array = npt.NDArray[np.float64]

__all__ = ["Example", "fit"]

_LEAST_SPREAD: Final = 0.05
"""What hardly varies is not blown up."""


class Example(NamedTuple):
    """What is known of a pronoun, how likely it is what is learnt, and how much it counts."""

    features: Mapping[str, float]
    label: float
    weight: float


def fit(examples: Sequence[Example], strength: float) -> dict[str, float]:
    """The weights of a logistic regression; the larger `strength`, the nearer they stay to zero.

    >>> weights = fit([Example({"always": 1.0, "x": x}, float(x > 0), 1.0) for x in (-2.0, -1.0, 1.0, 2.0)], 0.1)
    >>> weights["x"] > 1.0
    True
    """
    from scipy.optimize import minimize

    if not examples:
        raise BadOption("there is nothing to learn from")
    names = sorted({name for example in examples for name in example.features})
    places = {name: place for place, name in enumerate(names)}
    table = np.zeros((len(examples), len(names)))
    for row, example in enumerate(examples):
        for name, value in example.features.items():
            table[row, places[name]] = value
    spread = table.std(axis=0) + _LEAST_SPREAD
    table /= spread
    labels = np.array([example.label for example in examples])
    counts = np.array([example.weight for example in examples])

    def loss(weights: Array) -> tuple[float, Array]:
        score = table @ weights
        likely = 1.0 / (1.0 + np.exp(-score))
        value = counts @ (np.logaddexp(0.0, score) - labels * score) + strength / 2.0 * weights @ weights
        return float(value), np.asarray(table.T @ (counts * (likely - labels)) + strength * weights)

    found = minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B", options={"maxiter": 2000})
    return dict(zip(names, (found.x / spread).tolist(), strict=True))
