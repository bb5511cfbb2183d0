"""The pronoun language model: which pronoun follows, given the gender and number of the nouns and pronouns before it.

Luong and Popescu-Belis 2016, section 3: trained on text of the target language alone. At each pronoun the gender and
number of up to four nouns or pronouns before it and the pronoun itself make a sequence, each a sentence of its own for
a 5-gram model with modified Kneser-Ney smoothing.

`Mixture` goes where the paper pointed: each of more nouns before may be the one that the pronoun stands for, the nearer
the likelier, and how much nearer counts is learnt. A history of mixed genders so gives each gender its share.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

import numpy as np

from antecede.errors import InputError, ResourceError
from antecede.languages import Gender, Number
from antecede.smt.language_model import LanguageModel, estimate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from antecede.languages import Agreement
    from antecede.pronouns.nominals import Nominal, NominalFinder

__all__ = ["MIXTURE_SIZE", "PAPER_SIZE", "Mixture", "PronounLanguageModel", "remember", "sequences", "tag", "train"]

PAPER_SIZE: Final = 4
"""How many nouns and pronouns before a pronoun count in the paper (its N is one more)."""
MIXTURE_SIZE: Final = 12
_ROUNDS: Final = 30


def tag(agreement: Agreement) -> str | None:
    """Gender and number in one word, as the model knows them; None for what is neither masculine nor feminine.

    >>> from antecede.languages import Agreement, Gender, Number
    >>> tag(Agreement(Gender.FEMININE, Number.SINGULAR))
    'fem-sg'
    """
    # A form that does not tell its number (*temps*, *pays*) is singular more often than not.
    known = agreement.gender in (Gender.MASCULINE, Gender.FEMININE)
    return f"{agreement.gender}-{agreement.number or Number.SINGULAR}" if known else None


def remember(history: tuple[str, ...], nominals: Iterable[Nominal], size: int = MIXTURE_SIZE) -> tuple[str, ...]:
    """The gender and number of the last nouns and pronouns, the most recent last, after more of them."""
    told = (tag(nominal.agreement) for nominal in nominals)
    return (*history, *(each for each in told if each is not None))[-size:]


def sequences(
    documents: Iterable[Iterable[Sequence[str]]], finder: NominalFinder, size: int = MIXTURE_SIZE
) -> Iterator[tuple[tuple[str, ...], str]]:
    """For each modelled pronoun of the documents' sentences the history before it, and the pronoun."""
    for document in documents:
        history: tuple[str, ...] = ()
        for tokens in document:
            for nominal in finder.find(tokens):
                if nominal.pronoun and nominal.word in finder.clues.modelled:
                    yield history, nominal.word
                history = remember(history, (nominal,), size)


class PronounLanguageModel:
    """The paper's model: a pronoun after the gender and number of at most four nouns or pronouns."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    @classmethod
    def open(cls, path: Path | str) -> Self:
        """Map a model's file; an ARPA file will do as well."""
        return cls(LanguageModel(path))

    @property
    def size(self) -> int:
        """How many nouns and pronouns count."""
        return self._model.order - 1

    def log10(self, pronoun: str, history: Sequence[str]) -> float:
        """log10 of the pronoun's probability after the history, the most recent of it last."""
        context = history[-self.size :]
        return self._model.probability(pronoun, " ".join(context), sentence_start=len(context) < self.size)

    def n_gram(self, pronoun: str, context: Sequence[str], *, start: bool = False) -> float | None:
        """log10 of the pronoun after exactly this context, with the sequence's start before it or without.

        None if the model has no such n-gram, but only a shorter one.
        """
        found = self._model.look_up(pronoun, " ".join(context), sentence_start=start)
        return None if found.oov or found.order != len(context) + 1 + start else found.log10


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
    def from_table(cls, told: Mapping[str, Any], path: Path | str) -> Self:
        """What a file kept; raises `ResourceError` where it is not that."""
        try:
            tags, weights = tuple(map(str, told["tags"])), tuple(map(float, told["weights"]))
            frequencies = tuple(map(float, told["frequencies"]))
            table = {str(pronoun): tuple(map(float, row)) for pronoun, row in told["probabilities"].items()}
        except (KeyError, TypeError, ValueError, AttributeError):
            raise ResourceError(f"{path}: is no pronoun mixture; train it again") from None
        values = [*weights, *frequencies, *(value for row in table.values() for value in row)]
        if any(len(row) != len(tags) + 1 for row in table.values()) or not all(0 <= value <= 1 for value in values):
            raise ResourceError(f"{path}: is damaged; train it again")
        if not (weights and weights[0]) or len(frequencies) != len(table) or not all(frequencies):
            raise ResourceError(f"{path}: is damaged; train it again")
        return cls(tuple(table), tags, weights, tuple(table.values()), frequencies)


def train(observed: Iterable[tuple[tuple[str, ...], str]], path: Path | str, *, size: int = PAPER_SIZE) -> int:
    """Write the paper's model of these histories and pronouns; how many there were."""
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        text = Path(folder, "sequences")
        with text.open("w", encoding="utf-8") as file:
            for history, pronoun in observed:
                file.write(" ".join((*history[-size:], pronoun)) + "\n")
                count += 1
        if not count:
            raise InputError("the text has no third-person pronoun to learn from")
        model = estimate([text], order=size + 1, threads=1)
        model.write(path)
    return count
