"""What resolves the source for the coreference model: the same in training and in translation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antecede.coreference.reader import Reader

if TYPE_CHECKING:
    from pathlib import Path

    from antecede.coreference.resolvers import Method
    from antecede.pairs import Pair

__all__ = ["reader_of"]


def reader_of(pair: Pair, mode: str, antecedents: Path | None = None, method: Method | None = None) -> Reader:
    """What reads the source in a mode; a file of antecedents, in the JSON of `antecede resolve`, replaces our own.

    As printed, links from English are the sieve's, as likely as the ranker finds them; from Spanish they are ranked.
    """
    if mode == "paper":
        method = "confirmed" if pair.agrees_with_translation else "ranker"
    return Reader.of(pair.source, pair.resolved, method=method, antecedents=antecedents, format="json")
