"""Phrase extraction and scoring again, slowly and from the definitions: what the native code is compared with."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Links = frozenset[tuple[int, int]]
    Phrase = tuple[str, ...]
    Sentence = tuple[Phrase, Phrase, Links]

MONOTONE, SWAP, DISCONTINUOUS = range(3)


@dataclass(frozen=True)
class Occurrence:
    source: Phrase
    target: Phrase
    links: Links
    before: int
    after: int


@dataclass(frozen=True)
class Scored:
    scores: tuple[float, float, float, float]
    reordering: tuple[float, ...]
    links: Links
    counts: tuple[int, int, int]


def occurrences(source: Sequence[str], target: Sequence[str], links: Links, longest: int) -> Iterator[Occurrence]:
    """Every pair of spans that has a link inside and none that leads out."""

    def linked(i: int, j: int) -> bool:
        return (i, j) in links or (i, j) in {(-1, -1), (len(source), len(target))}

    def orientation(straight: bool, crossed: bool) -> int:
        return DISCONTINUOUS if straight == crossed else MONOTONE if straight else SWAP

    def spans(length: int) -> list[tuple[int, int]]:
        return [(a, b) for a in range(length) for b in range(a, min(length, a + longest))]

    for (i, k), (j, m) in product(spans(len(source)), spans(len(target))):
        touching = [(a, b) for a, b in links if i <= a <= k or j <= b <= m]
        if touching and all(i <= a <= k and j <= b <= m for a, b in touching):
            yield Occurrence(
                tuple(source[i : k + 1]),
                tuple(target[j : m + 1]),
                frozenset((a - i, b - j) for a, b in touching),
                orientation(linked(i - 1, j - 1), linked(k + 1, j - 1)),
                orientation(linked(k + 1, m + 1), linked(i - 1, m + 1)),
            )


def score(corpus: Sequence[Sentence], longest: int = 7) -> dict[tuple[Phrase, Phrase], Scored]:
    """Moses's four scores and msd-bidirectional-fe with a smoothing of 0.5."""
    found = [item for sentence in corpus for item in occurrences(*sentence, longest)]
    together = Counter((item.source, item.target) for item in found)
    sources, targets = Counter(item.source for item in found), Counter(item.target for item in found)
    alignments: dict[tuple[Phrase, Phrase], Counter[Links]] = defaultdict(Counter)
    orientations: dict[tuple[Phrase, Phrase], Counter[tuple[str, int]]] = defaultdict(Counter)
    for item in found:
        alignments[item.source, item.target][item.links] += 1
        orientations[item.source, item.target].update([("before", item.before), ("after", item.after)])
    words = _word_links(corpus)
    table = {}
    for (source, target), count in together.items():
        forward = max(alignments[source, target].items(), key=lambda entry: (entry[1], _rows(entry[0], len(target), 1)))
        inverse = max(alignments[source, target].items(), key=lambda entry: (entry[1], _rows(entry[0], len(source), 0)))
        turned = frozenset((b, a) for a, b in inverse[0])
        seen = orientations[source, target]
        table[source, target] = Scored(
            (
                count / targets[target],
                _lexical(target, source, turned, Counter({(t, s): n for (s, t), n in words.items()})),
                count / sources[source],
                _lexical(source, target, forward[0], words),
            ),
            tuple((seen[side, way] + 0.5) / (count + 1.5) for side in ("before", "after") for way in range(3)),
            forward[0],
            (targets[target], sources[source], count),
        )
    return table


def _rows(links: Links, length: int, side: int) -> list[list[int]]:
    """For each word of one side its partners in order: Moses takes the last of several frequent alignments so seen."""
    return [sorted(link[1 - side] for link in links if link[side] == at) for at in range(length)]


def _word_links(corpus: Sequence[Sentence]) -> Counter[tuple[str | None, str | None]]:
    counts: Counter[tuple[str | None, str | None]] = Counter()
    for source, target, links in corpus:
        counts.update((source[i], target[j]) for i, j in links)
        counts.update((word, None) for at, word in enumerate(source) if all(i != at for i, _ in links))
        counts.update((None, word) for at, word in enumerate(target) if all(j != at for _, j in links))
    return counts


def _lexical(given: Phrase, words: Phrase, links: Links, counts: Counter[tuple[str | None, str | None]]) -> float:
    """Each word by the mean of what its links give, or by no word."""
    totals: Counter[str | None] = Counter()
    for (first, _), count in counts.items():
        totals[first] += count

    def weight(by: str | None, word: str) -> float:
        return counts[by, word] / totals[by]

    means = []
    for at, word in enumerate(words):
        partners = [given[i] for i, j in links if j == at]
        means.append(sum(weight(by, word) for by in partners) / len(partners) if partners else weight(None, word))
    return prod(means)
