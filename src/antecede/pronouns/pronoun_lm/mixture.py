"""Each of several nouns before a pronoun may be the one that it stands for: a mixture over distances."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

import numpy as np

from antecede.errors import InputError, ResourceError
from antecede.files import read_text
from antecede.pronouns.pronoun_lm.model import MIXTURE_SIZE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path


__all__ = ["Mixture", "read_mixture"]

_ROUNDS: Final = 30


@dataclass(frozen=True, slots=True)
class Mixture:
    """Each noun before may be the antecedent: `P(p) = w0 P0(p) + sum over distances d of w_d P(p | tag at d)`."""

    pronouns: tuple[str, ...]
    tags: tuple[str, ...]
    weights: tuple[float, ...]
    """Of no antecedent, then of the nearest noun or pronoun, of the one before it, ..."""
    probabilities: tuple[tuple[float, ...], ...]
    """Of each pronoun: without antecedent, then for each tag."""
    frequencies: tuple[float, ...]
    """Of each pronoun, whatever its history."""

    @classmethod
    def learn(cls, observed: Iterable[tuple[tuple[str, ...], str]], size: int = MIXTURE_SIZE) -> Self:
        """Expectation maximisation from histories and pronouns; the sums over them, so that more text costs nothing."""
        counts = Counter((history[-size:], pronoun) for history, pronoun in observed if history)
        if not counts:
            raise InputError("the text has no third-person pronoun to learn from")
        pronouns = tuple(sorted({pronoun for _, pronoun in counts}))
        tags = tuple(sorted({each for history, _ in counts for each in history}))
        rows = np.zeros((len(counts), size + 1), dtype=np.int64)
        chosen = np.array([pronouns.index(pronoun) for _, pronoun in counts])
        for row, (history, _) in zip(rows, counts, strict=True):
            row[0] = 0
            row[1:] = -1
            row[1 : len(history) + 1] = [tags.index(each) + 1 for each in reversed(history)]
        times = np.array(list(counts.values()), dtype=float)
        weights = np.array([0.5, *(0.5 / size for _ in range(size))])
        # Starts from what the nearest noun says: parts that start alike stay alike.
        table = np.ones((len(tags) + 1, len(pronouns)))
        np.add.at(table, (np.maximum(rows[:, 1], 0), chosen), times)
        table /= table.sum(1, keepdims=True)
        known = rows >= 0
        # Distances that a short history does not have would seem rare: weights are learnt from the longest ones.
        longest = known.sum(1) == known.sum(1).max()
        for _ in range(_ROUNDS):
            share = np.where(known, weights * table[rows, chosen[:, None]], 0.0)
            share *= (times / share.sum(1))[:, None]
            # None is ever impossible: an empty history leaves no other.
            weights = np.maximum(share[longest].sum(0) / share[longest].sum(), 1e-4)
            weights /= weights.sum()
            table = np.full_like(table, 0.1)
            np.add.at(table, (np.where(known, rows, 0), np.broadcast_to(chosen[:, None], rows.shape)), share)
            table /= table.sum(1, keepdims=True)
        return cls(
            pronouns,
            tags,
            tuple(map(float, weights)),
            tuple(tuple(map(float, column)) for column in table.T),
            tuple(map(float, np.bincount(chosen, times, len(pronouns)) / times.sum())),
        )

    def log10(self, pronoun: str, history: Sequence[str]) -> float:
        """log10 of the pronoun's probability after the history, the most recent of it last."""
        return float(np.log10(self.probability(pronoun, history)))

    def probability(self, pronoun: str, history: Sequence[str]) -> float:
        """The pronoun's probability after the history; tiny for one that was never seen."""
        if pronoun not in self.pronouns:
            return 1e-6
        by_tag = self.probabilities[self.pronouns.index(pronoun)]
        total, mass = self.weights[0] * by_tag[0], self.weights[0]
        for weight, name in zip(self.weights[1:], reversed(history), strict=False):
            if name in self.tags:
                total += weight * by_tag[self.tags.index(name) + 1]
                mass += weight
        return max(total / mass, 1e-6)

    def frequency(self, pronoun: str) -> float:
        """How frequent a known pronoun is, whatever its history."""
        return self.frequencies[self.pronouns.index(pronoun)]

    def as_table(self) -> dict[str, Any]:
        """What a file keeps."""
        return {
            "tags": list(self.tags),
            "frequencies": [round(value, 8) for value in self.frequencies],
            "weights": [round(weight, 6) for weight in self.weights],
            "probabilities": {
                pronoun: [round(value, 8) for value in row]
                for pronoun, row in zip(self.pronouns, self.probabilities, strict=True)
            },
        }

    @classmethod
    def from_table(cls, record: Mapping[str, Any], path: Path | str) -> Self:
        """What a file kept; raises `ResourceError` where it is not that."""
        try:
            tags, weights = tuple(map(str, record["tags"])), tuple(map(float, record["weights"]))
            frequencies = tuple(map(float, record["frequencies"]))
            table = {str(pronoun): tuple(map(float, row)) for pronoun, row in record["probabilities"].items()}
        except (KeyError, TypeError, ValueError, AttributeError):
            raise ResourceError(f"{path}: is no pronoun mixture; train it again") from None
        values = [*weights, *frequencies, *(value for row in table.values() for value in row)]
        if any(len(row) != len(tags) + 1 for row in table.values()) or not all(0 <= value <= 1 for value in values):
            raise ResourceError(f"{path}: is damaged; train it again")
        if not (weights and weights[0]) or len(frequencies) != len(table) or not all(frequencies):
            raise ResourceError(f"{path}: is damaged; train it again")
        return cls(tuple(table), tags, weights, tuple(table.values()), frequencies)


def read_mixture(path: Path) -> Mixture:
    """The mixture that training wrote."""
    try:
        record: Any = json.loads(read_text(path, largest=1 << 20))
    except ValueError:
        raise ResourceError(f"{path}: is damaged; train it again") from None
    if not isinstance(record, dict) or record.get("version") != 1:
        raise ResourceError(f"{path}: is no pronoun mixture of this version; train it again")
    return Mixture.from_table(record, path)
