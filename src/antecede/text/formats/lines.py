"""One sentence a line; a blank line, or a file of ids, separates documents."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from antecede.errors import BadFormat
from antecede.text.formats._container import Format, Layout, Origin, Piece, Segment
from antecede.text.parallel import document_starts
from antecede.text.places import Place, line_places

if TYPE_CHECKING:
    from collections.abc import Iterator


def read(text: str, origin: Origin) -> Layout:
    """With ids every line is a sentence, blank ones too; without, a blank line ends a document."""
    spans = list(_lines(text))
    if origin.ids is not None:
        if len(origin.ids) != len(spans):
            problem = f"has {len(spans)} lines, but there are {len(origin.ids)} document ids; one id a line is needed"
            raise BadFormat(origin.path, problem, line=min(len(spans), len(origin.ids)) + 1)
        places = line_places(start != end for start, end in spans)
        named = zip(spans, origin.ids, places, strict=True)
        return Layout(tuple(_segment(text, *span, name, place) for span, name, place in named))
    starts = document_starts(text[start:end] for start, end in spans)
    numbered = enumerate(pairwise([*starts, len(spans)]), start=1)
    return Layout(
        tuple(
            _segment(text, *span, str(number))
            for number, (first, end) in numbered
            for span in spans[first:end]
            if span[0] != span[1]
        )
    )


def _lines(text: str) -> Iterator[tuple[int, int]]:
    """Where each line starts and ends, without the white space around it."""
    start = int(text.startswith("\ufeff"))
    while start < len(text):
        feed = text.find("\n", start)
        end = len(text) if feed < 0 else feed
        line = text[start:end]
        stripped = line.strip()
        first = start + (len(line) - len(line.lstrip()) if stripped else 0)
        yield first, first + len(stripped)
        start = end + 1


def _segment(text: str, start: int, end: int, document: str, place: Place = Place()) -> Segment:
    said = text[start:end]
    return Segment(said, (Piece(start, end, said),), document, place=place)


FORMAT: Final = Format(names=("lines",), suffixes=(), read=read)
