"""Word links for engines that give none, by the aligner."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from antecede.alignment import align_corpus

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.engines import Hypothesis

__all__ = ["with_links"]


def with_links(
    sources: Sequence[Sequence[str]], lists: Sequence[Sequence[Hypothesis]], pair: str
) -> list[list[Hypothesis]]:
    """The lists with links where hypotheses have none; the pair's shipped priors make a few sentences enough."""
    missing = [
        (index, place)
        for index, listed in enumerate(lists)
        for place, hypothesis in enumerate(listed)
        if hypothesis.tokens and not hypothesis.alignment and sources[index]
    ]
    made = [list(listed) for listed in lists]
    if missing:
        targets = [lists[index][place].tokens for index, place in missing]
        # Engines translate a document at a time: keeping each for ever would fill the cache.
        links = align_corpus([sources[index] for index, _ in missing], targets, pair=pair, cache=False).alignments
        for (index, place), found in zip(missing, links, strict=True):
            made[index][place] = replace(made[index][place], alignment=found)
    return made
