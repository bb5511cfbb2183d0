"""Interpolated modified Kneser-Ney smoothing from its definition, slow and plain: what the core is checked against.

Chen and Goodman (1998), section 4.1.6 and equation 26; Heafield et al. (2013), section 3, for sentence starts and the
uniform distribution below the words.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

START, END, UNKNOWN = "<s>", "</s>", "<unk>"
FALLBACK = [0.0, 0.5, 1.0, 1.5]
Words = tuple[str, ...]


class Entry(NamedTuple):
    log10: float
    backoff: float


def estimate(sentences: Sequence[Sequence[str]], order: int, prune: Sequence[int] = ()) -> dict[Words, Entry]:
    """Every n-gram with log10 of its probability and of its back-off weight."""
    raw: list[Counter[Words]] = [Counter() for _ in range(order + 1)]
    for sentence in sentences:
        words = (START, *sentence, END)
        for n in range(1, order + 1):
            raw[n].update(words[at : at + n] for at in range(len(words) - n + 1))
    del raw[1][(START,)]
    adjusted = [_adjusted(raw, n, order) for n in range(order + 1)]
    thresholds = [list(prune)[min(n, len(prune)) - 1] if prune else 0 for n in range(1, order + 1)]
    kept = [Counter[Words]()] + [
        Counter({g: c for g, c in adjusted[n].items() if raw[n][g] > thresholds[n - 1] or g == (END,)})
        for n in range(1, order + 1)
    ]
    numbers = _numbers(sentences)
    discounts = [[0.0]] + [_discounts(adjusted[n], raw[n], numbers, last=n < order) for n in range(1, order + 1)]

    probability: dict[Words, float] = {}
    weight: dict[Words, float] = {}
    for n in range(1, order + 1):
        total: defaultdict[Words, int] = defaultdict(int)
        lost: defaultdict[Words, float] = defaultdict(float)
        for gram, count in adjusted[n].items():
            total[gram[:-1]] += count
            lost[gram[:-1]] += discounts[n][min(count, 3)] if gram in kept[n] else count
        weight.update({context: lost[context] / total[context] for context in total})
        for gram, count in kept[n].items():
            context = gram[:-1]
            lower = probability[gram[1:]] if n > 1 else 1 / (len(kept[1]) + 1)
            seen = (count - discounts[n][min(count, 3)]) / total[context]
            probability[gram] = seen + weight[context] * lower
    probability[UNKNOWN,] = weight[()] / (len(kept[1]) + 1)
    probability[START,] = 1.0
    return {g: Entry(_log10(p), _log10(weight.get(g, 1.0))) for g, p in probability.items()}


def _log10(number: float) -> float:
    # A discount of 0 makes a weight of 0: -99 stands for its logarithm.
    return math.log10(number) if number > 0 else -99.0


def _adjusted(raw: list[Counter[Words]], n: int, order: int) -> Counter[Words]:
    """Different words before an n-gram; how often it occurs, if it is of the highest order or starts a sentence."""
    if n in {0, order}:
        return Counter(raw[n])
    before = Counter(gram[1:] for gram in raw[n + 1])
    return Counter({gram: count if gram[0] == START else before[gram] for gram, count in raw[n].items()})


def _discounts(adjusted: Counter[Words], raw: Counter[Words], numbers: dict[str, int], *, last: bool) -> list[float]:
    counts = dict(adjusted)
    if last and counts:
        # lmplz's way with the last n-gram in its order: it goes in by how often it occurs.
        gram = max(counts, key=lambda gram: [numbers[word] for word in reversed(gram)])
        counts[gram] = raw[gram]
    of = Counter(counts.values())
    if not (of[1] and of[2] and of[3]):
        return FALLBACK
    # In single precision, since whether a discount is just below zero must come out as it does for lmplz.
    n = {count: np.float32(of[count]) for count in (1, 2, 3, 4)}
    y = n[1] / np.float32(of[1] + 2 * of[2])
    found = [np.float32(c) - np.float32(c + 1) * y * n[c + 1] / n[c] for c in (1, 2, 3)]
    return [0.0, *map(float, found)] if min(found) >= 0 else FALLBACK


def _numbers(sentences: Sequence[Sequence[str]]) -> dict[str, int]:
    """Words numbered as they come."""
    numbers = {UNKNOWN: 0, START: 1, END: 2}
    for sentence in sentences:
        for word in sentence:
            numbers.setdefault(word, len(numbers))
    return numbers
