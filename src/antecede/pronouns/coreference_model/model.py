"""The coreference model: how likely each translation of a pronoun is, given what is known of its antecedent.

Two tables are learnt from the same text. The papers' is a table of shares, `P(translation | class)`, over classes that
name an antecedent's gender and number (Luong and Popescu-Belis 2016), with the pronoun and humanness for Spanish (Luong
et al. 2017). The other is ours: richer classes, and all antecedents at once. There the translation is the one sign of
which antecedent was meant, so that the classes' distributions are those under which the translations seen are most
likely (expectation maximisation), not shares that every wrong candidate waters down.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from antecede.errors import ResourceError
from antecede.files import read_lines, write_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

__all__ = ["CoreferenceModel", "Observation", "Table", "estimate_mixture", "estimate_shares", "with_accuracy"]

LEAST_PROBABILITY: Final = 1e-5
"""Triples below are dropped, as in both papers."""
_HEADER: Final = "# antecede coreference model 1: table, class, translation, probability, weight of the class"


class Observation(NamedTuple):
    """A pronoun of the training text: its translation, and the classes that its antecedents may have."""

    translation: str
    classes: tuple[tuple[str, float], ...]
    """Each class with its probability; what is missing to one is unresolved."""


@dataclass(frozen=True, slots=True)
class Table:
    """Distributions over translations, one for each class."""

    shares: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    weights: Mapping[str, float] = field(default_factory=dict)
    """How much evidence there was for each class."""

    def __len__(self) -> int:
        """The number of triples."""
        return sum(map(len, self.shares.values()))

    def probability(self, name: str, translation: str) -> float:
        """P(translation | class); 0 where there is none."""
        return self.shares.get(name, {}).get(translation, 0.0)

    def triples(self) -> Iterator[tuple[str, str, float]]:
        """Class, translation and probability; classes in order, the likeliest translation first."""
        for name in sorted(self.shares):
            for translation, share in sorted(self.shares[name].items(), key=lambda entry: (-entry[1], entry[0])):
                yield name, translation, share


@dataclass(frozen=True, slots=True)
class CoreferenceModel:
    """Both tables of a language pair, as a model folder keeps them."""

    paper: Table
    best: Table

    def write(self, path: Path) -> None:
        """Write the tables as text."""
        lines = [_HEADER]
        for kind, table in (("paper", self.paper), ("best", self.best)):
            lines += [
                f"{kind}\t{name}\t{translation}\t{share:.7g}\t{table.weights.get(name, 0.0):.6g}"
                for name, translation, share in table.triples()
            ]
        write_text(path, "\n".join(lines) + "\n")

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read what `write` wrote; raises `ResourceError` where it is damaged."""
        first, *lines = read_lines(path)
        if first != _HEADER:
            raise ResourceError(f"{path}: is no coreference model of this version; train it again")
        shares: dict[str, dict[str, dict[str, float]]] = {"paper": defaultdict(dict), "best": defaultdict(dict)}
        weights: dict[str, dict[str, float]] = {"paper": {}, "best": {}}
        for line_number, line in enumerate(lines, start=2):
            try:
                kind, name, translation, share, weight = line.split("\t")
                shares[kind][name][translation] = _share(share)
                weights[kind][name] = float(weight)
            except (ValueError, KeyError):
                raise ResourceError(f"{path}, line {line_number}: is damaged; train the model again") from None
        tables = {kind: Table(dict(shares[kind]), weights[kind]) for kind in shares}
        return cls(tables["paper"], tables["best"])


def estimate_shares(observations: Iterable[Observation]) -> Table:
    """The papers' table: `P(p | class) = sum of score(class, p) / sum of score(class)`, without the rarest.

    >>> table = estimate_shares([Observation("il", (("masculine-singular", 1.0),))])
    >>> table.probability("masculine-singular", "il")
    1.0
    """
    scores: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for translation, classes in observations:
        for name, score in classes:
            scores[name][translation] += score
    totals = {name: sum(of_class.values()) for name, of_class in scores.items()}
    shares = {
        name: {
            translation: score / totals[name]
            for translation, score in of_class.items()
            if score / totals[name] >= LEAST_PROBABILITY
        }
        for name, of_class in scores.items()
        if totals[name] > 0
    }
    return Table(shares, totals)


def with_accuracy(table: Table, accuracy: float) -> Table:
    """A table of links with the confidence 1, as if each had the resolver's average accuracy as its confidence.

    The 2016 paper's other idea (section 3.1). A link gives that much to its own class, and the rest, for the case that
    it is wrong, to the other classes as frequent as they are. Given to the link's class alone it would change nothing,
    since it cancels in the shares.
    """
    if accuracy == 1.0 or len(table.shares) < 2:
        return table
    total = sum(table.weights[name] for name in table.shares)
    frequency = {name: table.weights[name] / total for name in table.shares}
    observations = [
        Observation(
            translation,
            tuple(
                (to, table.weights[name] * share * confidence)
                for to in table.shares
                if (
                    confidence := accuracy if to == name else (1.0 - accuracy) * frequency[to] / (1.0 - frequency[name])
                )
                > 0
            ),
        )
        for name, translation, share in table.triples()
    ]
    return estimate_shares(observations)


def estimate_mixture(
    observations: Sequence[Observation],
    parents: Mapping[str, str],
    *,
    iterations: int = 12,
    strength: float = 20.0,
) -> Table:
    """Classes' distributions under which the translations are most likely, by expectation maximisation.

    A pronoun's translation is drawn by one of its antecedents, and which one is not seen. `parents` names the wider
    class of each class, whose distribution counts as `strength` more observations: what was rarely seen relies on it.
    The wider classes are part of the table.
    """
    wider = estimate_shares(
        Observation(translation, tuple((parents[name], score) for name, score in classes))
        for translation, classes in observations
    )
    start = estimate_shares(observations)
    table: Mapping[str, Mapping[str, float]] = start.shares
    weights = start.weights
    for _ in range(iterations):
        counts: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        for translation, classes in observations:
            joint = [(name, prior * table[name].get(translation, LEAST_PROBABILITY)) for name, prior in classes]
            total = sum(score for _, score in joint)
            for name, score in joint:
                counts[name][translation] += score / total if total > 0 else 0.0
        weights = {name: sum(of_class.values()) for name, of_class in counts.items()}
        table = {name: _smoothed(of_class, wider.shares[parents[name]], strength) for name, of_class in counts.items()}
    return Table({**table, **wider.shares}, {**weights, **wider.weights})


def _smoothed(counts: Mapping[str, float], wider: Mapping[str, float], strength: float) -> dict[str, float]:
    """The counts' distribution with `strength` more of them that are distributed as the wider class."""
    total = sum(counts.values()) + strength
    return {
        translation: (counts.get(translation, 0.0) + strength * wider.get(translation, 0.0)) / total
        for translation in sorted(counts.keys() | wider.keys())
    }


def _share(text: str) -> float:
    share = float(text)
    if not 0.0 <= share <= 1.0 + 1e-6:
        raise ValueError(text)
    return share
