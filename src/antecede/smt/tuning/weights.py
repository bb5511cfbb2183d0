"""Weights and feature values by name, and as one vector."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from antecede.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    Weights = Mapping[str, Sequence[float]]

# Every translation of a sentence has the same unknown words: there is nothing to learn, and Moses does not either.
NOT_TUNED: Final = frozenset({"UnknownWordPenalty0"})
# The most that one step changes, of weights whose absolute values sum to one.
FARTHEST: Final = 0.5


@dataclass(frozen=True)
class Layout:
    """Which values stand where in a vector: the features in a fixed order, each with its number of values."""

    features: tuple[tuple[str, int], ...]

    @classmethod
    def of(cls, weights: Weights) -> Layout:
        return cls(tuple((name, len(values)) for name, values in weights.items()))

    @property
    def size(self) -> int:
        return sum(size for _, size in self.features)

    def vector(self, values: Weights) -> NDArray[np.float64]:
        """The values of one hypothesis, or the weights; a feature that is missing has zeros."""
        flat: list[float] = []
        known = 0
        for name, size in self.features:
            given = values.get(name)
            if given is None:
                flat.extend([0.0] * size)
                continue
            if len(given) != size:
                raise InputError(f"feature {name} has {len(given)} values but {size} weights")
            flat.extend(given)
            known += 1
        if known < len(values):
            foreign = sorted(set(values) - {name for name, _ in self.features})
            raise InputError(f"feature {foreign[0]} has no weights; give it some in the model first")
        return np.array(flat, dtype=np.float64)

    def named(self, vector: NDArray[np.float64]) -> dict[str, list[float]]:
        """The vector's values by feature."""
        named = {}
        start = 0
        for name, size in self.features:
            named[name] = [float(value) for value in vector[start : start + size]]
            start += size
        return named

    def tuned(self) -> NDArray[np.bool_]:
        """Which values of the vector are open to change."""
        return np.array([name not in NOT_TUNED for name, size in self.features for _ in range(size)], dtype=np.bool_)


def normalised(vector: NDArray[np.float64], tuned: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The same preferences with absolute weights that sum to one, as Moses writes them; what is not tuned stays."""
    total = float(np.abs(vector[tuned]).sum())
    return np.where(tuned, vector / total, vector) if total > 0 else vector.copy()


def towards(
    before: NDArray[np.float64], after: NDArray[np.float64], tuned: NDArray[np.bool_], share: float
) -> NDArray[np.float64]:
    """A point `share` of the way from one vector's preferences to another's, but no farther than `FARTHEST`.

    N-best lists show only what the present weights like: far away they promise what decoding does not keep. The first
    lists, from weights that nobody tuned, promise most.
    """
    size = float(np.abs(after[tuned]).sum())
    old = np.where(tuned, normalised(before, tuned) * (size or 1.0), before)
    way = np.where(tuned, after - old, 0.0)
    length = float(np.abs(way).sum())
    return old + way * min(share, FARTHEST * size / length if length > 0 else share)
