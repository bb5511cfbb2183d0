"""Running text, split into sentences; a blank line separates paragraphs."""

from __future__ import annotations

from typing import Final

from antecede.text.formats._container import Format, Layout, Origin, Piece, Segment
from antecede.text.segmentation import split_sentences


def read(text: str, origin: Origin) -> Layout:
    """One document; the text between its sentences stays as it is."""
    mark = int(text.startswith("\ufeff"))
    spans = split_sentences(text[mark:], origin.language)
    return Layout(tuple(_segment(text, start + mark, end + mark) for start, end in spans), running=True)


def _segment(text: str, start: int, end: int) -> Segment:
    said = text[start:end]
    return Segment(said, (Piece(start, end, said),))


FORMAT: Final = Format(names=("running",), suffixes=(".txt", ".md"), read=read)
