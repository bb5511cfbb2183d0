"""Several given translations of the same source, line by line: aligned alike, and where they differ.

Versions of a line often differ in a word or two. They are aligned with the source once, and what is the same in all of
them gets the same links, so that a difference in score comes from the words that differ and from nothing else.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from antecede.alignment import Link
from antecede.engines import Hypothesis
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.pairs import Pair

    Lines = Sequence[Sequence[str]]

__all__ = ["align_versions", "carry", "differing"]


def align_versions(pair: Pair, source: Lines, versions: Sequence[Lines]) -> list[list[Hypothesis]]:
    """Each version's sentences with their links to the source's tokens."""
    from antecede.alignment import align_corpus

    first = versions[0]
    aligned = align_corpus(source, first, pair=pair.name).alignments
    result = []
    for version in versions:
        sentences = []
        for line, tokens in enumerate(version):
            links = aligned[line]
            if version is not first:
                links = carry(links, first[line], tokens)
            sentences.append(Hypothesis(tuple(tokens), alignment=links))
        result.append(sentences)
    return result


def carry(links: Sequence[Link], old: Sequence[str], new: Sequence[str]) -> tuple[Link, ...]:
    """Links to the tokens of one version as links to those of another.

    >>> carry([Link(0, 0), Link(1, 1)], ["il", "dort"], ["elle", "dort", "bien"])
    (Link(source=0, target=0), Link(source=1, target=1))
    """
    places: dict[int, list[int]] = {}
    for kind, start, end, new_start, new_end in _matcher(old, new).get_opcodes():
        if kind == "equal" or end - start == new_end - new_start:
            places |= {start + step: [new_start + step] for step in range(end - start)}
        elif kind == "replace":
            # In step as far as both go; what is left over belongs to the last.
            for step in range(max(end - start, new_end - new_start)):
                at, to = min(start + step, end - 1), min(new_start + step, new_end - 1)
                places.setdefault(at, []).append(to)
    return tuple(sorted({Link(link.source, to) for link in links for to in places.get(link.target, ())}))


def differing(versions: Sequence[Sequence[str]]) -> list[frozenset[int]]:
    """For each version of a line the positions of tokens that not all versions have there.

    >>> [sorted(positions) for positions in differing([["il", "est", "venu"], ["elle", "est", "venue"]])]
    [[0, 2], [0, 2]]
    """
    positions: list[set[int]] = [set() for _ in versions]
    for index, tokens in enumerate(versions):
        for other in versions:
            if other is not tokens:
                for kind, start, end, _, _ in _matcher(tokens, other).get_opcodes():
                    if kind != "equal":
                        positions[index].update(range(start, end))
    return [frozenset(each) for each in positions]


def _matcher(one: Sequence[str], other: Sequence[str]) -> SequenceMatcher[str]:
    return SequenceMatcher(None, [normalise(token) for token in one], [normalise(token) for token in other], False)
