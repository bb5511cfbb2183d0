"""How far people who rated the same things agree: Cohen's and Fleiss's kappa."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence


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
