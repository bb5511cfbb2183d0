"""Fit a choice model to examples, and measure it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from antecede.extras import needing
from antecede.pronouns.choice.model import ChoiceModel

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy.typing as npt
    from scipy.sparse import csr_array

    from antecede.pronouns.choice.examples import Examples
    from antecede.pronouns.target.classes import TargetClasses

__all__ = ["Accuracy", "Fitting", "fit", "measure"]


@dataclass(frozen=True, slots=True)
class Fitting:
    """How to learn: what is too rare to count, how strongly weights are pulled to zero, and which are dropped."""

    least_count: int = 3
    regularisation: float = 10.0
    least_weight: float = 0.05
    iterations: int = 80


def fit(
    examples: Examples,
    classes: TargetClasses,
    how: Fitting | None = None,
    about: Mapping[str, object] | None = None,
) -> ChoiceModel:
    """The model of the highest penalised likelihood, by L-BFGS.

    Features that say nothing of antecedents weigh the same for classes that differ in gender alone. Otherwise *they
    are dying*, which a collection of lone sentences has with *ils*, would be *ils* whatever came before.
    """
    with needing("scipy", "statistics"):
        from scipy.optimize import minimize

    how = how or Fitting()
    numbers, first, counts = np.unique(examples.numbers, return_index=True, return_counts=True)
    frequent = counts >= how.least_count
    numbers, gendered = numbers[frequent], examples.of_antecedents[first[frequent]]
    halves = [numbers[gendered], numbers[~gendered]]
    split = len(halves[0])
    size = len(classes.labels)
    context = np.eye(size)[list(classes.context_labels)]
    truth = np.zeros((len(examples), size))
    truth[np.arange(len(examples)), examples.labels] = 1.0
    shares = examples.weights.astype(np.float64)[:, None]
    (own, own_turned), (shared, shared_turned) = (
        (matrix, matrix.T.tocsr()) for matrix in (_matrix(examples, half) for half in halves)
    )

    def loss(flat: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        weights = flat.reshape(len(numbers), size)
        scores = own @ weights[:split] + (shared @ weights[split:]) @ context.T
        scores -= scores.max(axis=1, keepdims=True)
        odds = np.exp(scores)
        total = odds.sum(axis=1, keepdims=True)
        logs = scores - np.log(total)
        value = -(shares * truth * logs).sum() + how.regularisation / 2 * float(flat @ flat)
        surplus = shares * (odds / total - truth)
        slope = np.concatenate([own_turned @ surplus, shared_turned @ (surplus @ context)])
        return float(value), (slope + how.regularisation * weights).ravel()

    result = minimize(
        loss,
        np.zeros(len(numbers) * size),
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": how.iterations, "maxcor": 6},
    )
    weights = result.x.reshape(len(numbers), size)
    weights[split:] = weights[split:] @ context.T
    kept = np.abs(weights).max(axis=1, initial=0.0) >= how.least_weight
    return ChoiceModel.of_weights(classes.pair.name, classes.labels, np.concatenate(halves)[kept], weights[kept], about)


class Accuracy(NamedTuple):
    """How well a model predicts what pronouns became: the share it has right, the mean -log P, the same by class."""

    examples: int
    accuracy: float
    majority: float
    """The share right of always choosing what each pronoun most often becomes."""
    loss: float
    by_class: Mapping[str, tuple[int, float, float]]
    """For each class: how often it is the truth, precision and recall."""


def measure(model: ChoiceModel, examples: Examples) -> Accuracy:
    """Accuracy and loss on examples that were not trained on."""
    probabilities = predict(model, examples)
    guessed = probabilities.argmax(axis=1)
    labels = np.array([model.classes.index(name) for name in model.classes])[examples.labels]
    right = guessed == labels
    pronouns = np.array(examples.pronouns)
    majority = sum(np.bincount(labels[pronouns == pronoun]).max() for pronoun in set(examples.pronouns))
    by_class = {
        name: (
            int((labels == class_index).sum()),
            float(right[guessed == class_index].mean()) if (guessed == class_index).any() else 0.0,
            float(right[labels == class_index].mean()),
        )
        for class_index, name in enumerate(dict.fromkeys(model.classes))
        if (labels == class_index).any()
    }
    losses = -np.log(np.maximum(probabilities[np.arange(len(labels)), labels], 1e-9))
    return Accuracy(len(labels), float(right.mean()), majority / len(labels), float(losses.mean()), by_class)


def predict(model: ChoiceModel, examples: Examples) -> npt.NDArray[np.float64]:
    """The probability of each class for each example."""
    scores = _matrix(examples, model.numbers) @ (
        model.weights.astype(np.float64) * model.scales.astype(np.float64)[:, None]
    )
    odds = np.exp(scores - scores.max(axis=1, keepdims=True))
    return model.folded(np.asarray(odds / odds.sum(axis=1, keepdims=True), np.float64))


def _matrix(examples: Examples, numbers: npt.NDArray[np.uint32]) -> csr_array:
    """Examples by features, of those features that are kept."""
    with needing("scipy", "statistics"):
        from scipy.sparse import csr_array

    at = np.searchsorted(numbers, examples.numbers)
    known = np.append(numbers, 0)[at] == examples.numbers
    known &= at < len(numbers)
    before = np.concatenate([[0], np.cumsum(known)])
    return csr_array(
        (examples.values[known].astype(np.float64), at[known], before[examples.offsets]),
        shape=(len(examples), len(numbers)),
    )
