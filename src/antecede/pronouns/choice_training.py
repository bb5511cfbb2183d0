"""Learn a choice model from translated pronouns: what each became, and all that was known about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple
from zipfile import BadZipFile

import numpy as np

from antecede.errors import ResourceError
from antecede.files import partial
from antecede.pronouns.choice import ChoiceModel, feature_number
from antecede.pronouns.choice_features import tells_of_antecedents

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    import numpy.typing as npt
    from scipy.sparse import csr_array

    from antecede.pronouns.choice import Features, TargetClasses

__all__ = ["Accuracy", "Example", "Examples", "Fitting", "fit", "measure"]


class Example(NamedTuple):
    """A pronoun's features and the class of what it became; how much it counts; the pronoun itself, for reports."""

    features: Features
    label: int
    weight: float = 1.0
    pronoun: str = ""


@dataclass(frozen=True, slots=True)
class Examples:
    """Many examples, packed: those of number n have the features from `offsets[n]` up to `offsets[n + 1]`."""

    offsets: npt.NDArray[np.int64]
    numbers: npt.NDArray[np.uint32]
    values: npt.NDArray[np.float32]
    of_antecedents: npt.NDArray[np.bool_]
    """Which of the features say something about antecedents."""
    labels: npt.NDArray[np.uint8]
    weights: npt.NDArray[np.float32]
    pronouns: tuple[str, ...]

    @classmethod
    def of(cls, examples: Iterable[Example]) -> Examples:
        """Packs examples as they come."""
        sizes, numbers, values, of_antecedents = [0], [], [], []
        labels, weights, pronouns = [], [], []
        for example in examples:
            sizes.append(len(example.features))
            numbers.append(np.fromiter((feature_number(name) for name, _ in example.features), np.uint32))
            values.append(np.fromiter((value for _, value in example.features), np.float32))
            of_antecedents.append(np.fromiter((tells_of_antecedents(name) for name, _ in example.features), np.bool_))
            labels.append(example.label)
            weights.append(example.weight)
            pronouns.append(example.pronoun)
        empty = [np.zeros(0, np.uint32)]
        return cls(
            np.cumsum(sizes, dtype=np.int64),
            np.concatenate(numbers or empty),
            np.concatenate(values or empty).astype(np.float32),
            np.concatenate(of_antecedents or empty).astype(np.bool_),
            np.array(labels, np.uint8),
            np.array(weights, np.float32),
            tuple(pronouns),
        )

    @classmethod
    def joined(cls, parts: Sequence[Examples], weights: Sequence[float] | None = None) -> Examples:
        """All examples of several lots, each lot counted with its own weight."""
        starts = np.cumsum([0, *(part.offsets[-1] for part in parts)])
        shares = weights or [1.0] * len(parts)
        return cls(
            np.concatenate([[0], *(part.offsets[1:] + start for part, start in zip(parts, starts, strict=False))]),
            np.concatenate([part.numbers for part in parts]),
            np.concatenate([part.values for part in parts]),
            np.concatenate([part.of_antecedents for part in parts]),
            np.concatenate([part.labels for part in parts]),
            np.concatenate([part.weights * np.float32(share) for part, share in zip(parts, shares, strict=True)]),
            tuple(pronoun for part in parts for pronoun in part.pronouns),
        )

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def held(self) -> npt.NDArray[np.bool_]:
        """Which of them are kept for measuring: those that do not count."""
        return np.equal(self.weights, 0)

    def where(self, chosen: npt.NDArray[np.bool_]) -> Examples:
        """Some of the examples."""
        sizes = np.diff(self.offsets)
        inside = np.repeat(chosen, sizes)
        return Examples(
            np.concatenate([[0], np.cumsum(sizes[chosen])]),
            self.numbers[inside],
            self.values[inside],
            self.of_antecedents[inside],
            self.labels[chosen],
            self.weights[chosen],
            tuple(pronoun for pronoun, kept in zip(self.pronouns, chosen, strict=True) if kept),
        )

    def write(self, path: Path) -> None:
        """Keep them in a file, so that training can go on where it was stopped."""
        with partial(path) as file, file.open("wb") as stream:
            np.savez(
                stream,
                offsets=self.offsets,
                numbers=self.numbers,
                values=self.values.astype(np.float16),
                of_antecedents=self.of_antecedents,
                labels=self.labels,
                weights=self.weights,
                pronouns=np.array(self.pronouns, dtype=np.str_),
            )

    @classmethod
    def read(cls, path: Path) -> Examples:
        """Read what `write` wrote; anything else is a `ResourceError`."""
        found = None
        try:
            with path.open("rb") as stream, np.load(stream, allow_pickle=False) as kept:
                found = cls(
                    kept["offsets"],
                    kept["numbers"],
                    kept["values"].astype(np.float32),
                    kept["of_antecedents"],
                    kept["labels"],
                    kept["weights"],
                    tuple(str(pronoun) for pronoun in kept["pronouns"]),
                )
        except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError, BadZipFile):
            pass
        if found is None or not found._sound:
            raise ResourceError(f"{path}: is damaged; delete it, and train again")
        return found

    @property
    def _sound(self) -> bool:
        """Whether the arrays belong together."""
        features = {len(self.numbers), len(self.values), len(self.of_antecedents)}
        rows = {len(self.labels), len(self.weights), len(self.pronouns), len(self.offsets) - 1}
        return (
            len(rows) == len(features) == 1
            and int(self.offsets[-1]) in features
            and bool((np.diff(self.offsets) >= 0).all())
        )


@dataclass(frozen=True, slots=True)
class Fitting:
    """How to learn: what is too rare to count, how far weights are drawn to nought, and which are dropped."""

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

    Features that tell nothing of antecedents weigh the same for classes that differ in gender alone. Otherwise *they
    are dying*, which a collection of lone sentences has with *ils*, would be *ils* whatever came before.
    """
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

    found = minimize(
        loss,
        np.zeros(len(numbers) * size),
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": how.iterations, "maxcor": 6},
    )
    weights = found.x.reshape(len(numbers), size)
    weights[split:] = weights[split:] @ context.T
    kept = np.abs(weights).max(axis=1, initial=0.0) >= how.least_weight
    return ChoiceModel.of_weights(classes.pair.name, classes.labels, np.concatenate(halves)[kept], weights[kept], about)


class Accuracy(NamedTuple):
    """How well a model foretells what pronouns became: the share it has right, the mean -log P, the same by class."""

    examples: int
    accuracy: float
    majority: float
    """The share right of whoever always says what each pronoun most often becomes."""
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
            int((labels == number).sum()),
            float(right[guessed == number].mean()) if (guessed == number).any() else 0.0,
            float(right[labels == number].mean()),
        )
        for number, name in enumerate(dict.fromkeys(model.classes))
        if (labels == number).any()
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
    from scipy.sparse import csr_array

    at = np.searchsorted(numbers, examples.numbers)
    known = np.append(numbers, 0)[at] == examples.numbers
    known &= at < len(numbers)
    before = np.concatenate([[0], np.cumsum(known)])
    return csr_array(
        (examples.values[known].astype(np.float64), at[known], before[examples.offsets]),
        shape=(len(examples), len(numbers)),
    )
