"""Sentences out of stretches of text with markup between them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from antecede.text.formats._container import Escape, Piece, Segment
from antecede.text.formats._splice import one_line, unescape

if TYPE_CHECKING:
    from collections.abc import Iterable


class Run(NamedTuple):
    """Text without markup inside it."""

    start: int
    end: int
    escape: Escape


def segment(raw: str, runs: Iterable[Run], *, document: str, empty: Piece) -> Segment:
    """The sentence that the runs spell, without the white space around it; `empty` is its place when there is none."""
    pieces: list[Piece] = []
    for run in runs:
        said = raw[run.start : run.end]
        if not said.strip():
            if said and pieces:
                pieces[-1] = replace(pieces[-1], joint=" ")
            continue
        indent = len(said) - len(said.lstrip()) if not pieces else 0
        pieces.append(_piece(raw, run.start + indent, run.end, run.escape))
    if not pieces:
        return Segment("", (empty,), document)
    last = pieces[-1]
    pieces[-1] = _piece(raw, last.start, last.start + len(raw[last.start : last.end].rstrip()), last.escape)
    return Segment("".join(piece.text + piece.joint for piece in pieces), tuple(pieces), document)


def _piece(raw: str, start: int, end: int, escape: Escape) -> Piece:
    said = raw[start:end]
    return Piece(start, end, one_line(unescape(said) if escape is Escape.XML else said), escape=escape)
