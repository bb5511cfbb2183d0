"""Noun phrases without what follows them: determiners, adjectives, compounds and names, in any language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from antecede.analysis._types import Chunk

if TYPE_CHECKING:
    from collections.abc import Sequence

_NOMINAL: Final = frozenset(["NOUN", "PROPN", "PRON"])
# Where an adjective, number or determiner stands for a noun: *the rich*, *those*.
_NOUN_PLACES: Final = frozenset(
    ["nsubj", "nsubj:pass", "obj", "iobj", "obl", "obl:arg", "obl:mod", "obl:agent", "nmod"]
)
_STAND_INS: Final = frozenset(["ADJ", "NUM", "DET", "SYM", "X"])
# Parts of a larger name or compound, which has the chunk.
_PARTS: Final = frozenset(["compound", "flat", "flat:name", "flat:foreign", "fixed", "goeswith"])
_RIGHT: Final = _PARTS | {"amod", "nummod"}
_LEFT: Final = _RIGHT | {
    "det",
    "det:predet",
    "det:poss",
    "nmod:poss",
    "nmod",
    "advmod",
    "cc",
    "conj",
    "punct",
    "obl:unmarked",
}


def noun_chunks(pos: Sequence[str], heads: Sequence[int], relations: Sequence[str]) -> tuple[Chunk, ...]:
    """The noun phrases of a sentence, in the order of their heads; possessives are phrases within a phrase.

    >>> noun_chunks(["DET", "ADJ", "NOUN", "VERB"], [2, 2, 3, 3], ["det", "amod", "nsubj", "root"])
    (Chunk(start=0, end=3, head=2),)
    """
    chunks = []
    length = len(pos)
    for head, (kind, relation) in enumerate(zip(pos, relations, strict=True)):
        if kind in _NOMINAL:
            if relation in _PARTS:
                continue
        elif kind not in _STAND_INS or relation not in _NOUN_PLACES:
            continue
        start = head
        while start and _belongs(start - 1, head, heads, relations, _LEFT):
            start -= 1
        # A comma or an *and* at the edge belongs to nobody.
        while start < head and relations[start] in {"punct", "cc", "conj"}:
            start += 1
        end = head + 1
        while end < length and _belongs(end, head, heads, relations, _RIGHT):
            end += 1
        chunks.append(Chunk(start, end, head))
    return tuple(chunks)


def _belongs(token: int, head: int, heads: Sequence[int], relations: Sequence[str], inner: frozenset[str]) -> bool:
    while token != head:
        governor = heads[token]
        # The mark of a possessor (*'s*) follows its noun; a preposition does not.
        possessive = relations[token] == "case" and token > governor and governor != head
        if (relations[token] not in inner and not possessive) or governor == token:
            return False
        token = governor
    return True
