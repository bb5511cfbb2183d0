"""Running text, split into sentences; a blank line separates paragraphs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from antecede.text.formats._container import Format, Layout, Origin, Piece, Segment
from antecede.text.places import text_places
from antecede.text.segmentation import split_sentences

if TYPE_CHECKING:
    from antecede.text import Place


def read(text: str, origin: Origin) -> Layout:
    """One document; the text between its sentences stays as it is."""
    mark = int(text.startswith("\ufeff"))
    spans = [(start + mark, end + mark) for start, end in split_sentences(text[mark:], origin.language)]
    places = text_places(text, spans)
    return Layout(tuple(_segment(text, *each) for each in zip(spans, places, strict=True)), running=True)


def _segment(text: str, span: tuple[int, int], place: Place) -> Segment:
    start, end = span
    said = text[start:end]
    return Segment(said, (Piece(start, end, said),), place=place)


FORMAT: Final = Format(names=("running",), suffixes=(".txt", ".md"), read=read)
