"""Documents read in one go: analysed, and their pronouns resolved."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from antecede.coreference import ResolvedDocument
    from antecede.pairs import Pair
    from antecede.pronouns.post_editing.fixing import Resolve

__all__ = ["resolving", "with_functions"]


def resolving(pair: Pair, mode: str, *, progress: bool = False) -> Resolve:
    """What analyses and resolves the source's documents: as the paper with one chain, or with all antecedents."""
    from antecede.analysis import analyser
    from antecede.coreference import resolver

    ranked = resolver(pair.source, pair.resolved)
    chained = resolver(pair.source, pair.resolved, method="sieve") if mode == "paper" else None

    def resolve(texts: Sequence[Sequence[Sequence[str]]], names: Sequence[str]) -> Iterator[ResolvedDocument]:
        from rich.console import Console
        from rich.progress import track

        analysed = analyser(pair.source).analyse(texts, names)
        quiet = not progress or sum(map(len, texts)) < 100
        console = Console(stderr=True)
        for document in track(analysed, "Resolving", len(texts), console=console, transient=True, disable=quiet):
            found = ranked.resolve(document)
            yield found if chained is None else with_functions(chained.resolve(document), found)

    return resolve


def with_functions(document: ResolvedDocument, other: ResolvedDocument) -> ResolvedDocument:
    """A document with the antecedents that one resolver found, and the functions that another did."""
    functions = {(anaphor.sentence, anaphor.token): anaphor.function for anaphor in other.anaphors}
    return replace(
        document,
        anaphors=tuple(
            replace(anaphor, function=functions.get((anaphor.sentence, anaphor.token), anaphor.function))
            for anaphor in document.anaphors
        ),
    )
