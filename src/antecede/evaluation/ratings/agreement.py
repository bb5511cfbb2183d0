"""How far people who rated the same things agree, before and after they deliberated on what they did not agree on."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

_Thing = TypeVar("_Thing", bound="Hashable")


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two raters on what both of them rated."""

    raters: tuple[str, str]
    shared: int
    agreed: int
    kappa: float | None
    """Cohen's; `None` where chance alone explains all of the agreement, or nothing is shared."""

    @property
    def observed(self) -> float | None:
        """The share on which they agree."""
        return self.agreed / self.shared if self.shared else None


def agreements(
    answers: Mapping[str, Mapping[_Thing, Hashable]], settled: Mapping[_Thing, Hashable] | None = None
) -> tuple[Agreement, ...]:
    """Each two raters; with `settled`, after they deliberated: what they settled, both of them say.

    >>> answers = {"A": {1: True, 2: True, 3: False}, "B": {1: True, 2: False, 3: False}}
    >>> [(round(each.kappa, 3), each.agreed) for each in agreements(answers)]
    [(0.4, 2)]
    >>> [(each.kappa, each.agreed) for each in agreements(answers, {2: True})]
    [(1.0, 3)]
    """
    decided = settled or {}
    found = []
    for first, second in combinations(answers, 2):
        shared = [thing for thing in answers[first] if thing in answers[second]]
        a, b = ([decided.get(thing, answers[rater][thing]) for thing in shared] for rater in (first, second))
        agreed = sum(one == other for one, other in zip(a, b, strict=True))
        found.append(Agreement((first, second), len(shared), agreed, cohen_kappa(a, b) if shared else None))
    return tuple(found)


def disputed(answers: Mapping[str, Mapping[_Thing, Hashable]]) -> list[_Thing]:
    """What raters answered differently, in the order of the first one's answers."""
    labels: dict[_Thing, set[Hashable]] = {}
    for told in answers.values():
        for thing, label in told.items():
            labels.setdefault(thing, set()).add(label)
    return [thing for thing, given in labels.items() if len(given) > 1]


def cohen_kappa(first: Sequence[Hashable], second: Sequence[Hashable]) -> float | None:
    """The agreement of two annotators beyond chance; `None` if chance alone explains all of it.

    >>> cohen_kappa(["il", "il", "elle", "elle"], ["il", "elle", "elle", "elle"])
    0.5
    """
    total = len(first)
    if total != len(second) or not total:
        raise ValueError(f"two annotators need the same items: {total} and {len(second)}")
    observed = sum(a == b for a, b in zip(first, second, strict=True)) / total
    counts = Counter(first), Counter(second)
    expected = sum(counts[0][label] * counts[1][label] for label in counts[0]) / total**2
    return None if expected == 1 else (observed - expected) / (1 - expected)


def fleiss_kappa(ratings: Iterable[Sequence[Hashable]]) -> float | None:
    """The agreement of any number of annotators beyond chance, from each item's labels.

    Items with fewer than two labels say nothing and are left out; `None` if none are left, or if all labels are
    alike. A set of choices is one label: annotators agree on an item when they tick the same choices.
    """
    items = [Counter(labels) for labels in ratings if len(labels) > 1]
    labels: Counter[Hashable] = Counter()
    for item in items:
        labels.update(item)
    if len(labels) < 2:
        return None
    agreements = [
        sum(count * (count - 1) for count in item.values()) / (item.total() * (item.total() - 1)) for item in items
    ]
    observed = sum(agreements) / len(agreements)
    expected = sum(count**2 for count in labels.values()) / labels.total() ** 2
    return (observed - expected) / (1 - expected)
