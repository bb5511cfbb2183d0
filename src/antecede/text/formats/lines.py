"""One sentence a line; a blank line, or a file of ids, separates documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from antecede.errors import BadFormat
from antecede.text.formats._container import Format, Layout, Origin, Piece, Segment

if TYPE_CHECKING:
    from collections.abc import Iterator


def read(text: str, origin: Origin) -> Layout:
    """With ids every line is a sentence, blank ones too; without, a blank line ends a document."""
    spans = list(_lines(text))
    if origin.ids is not None:
        if len(origin.ids) != len(spans):
            problem = f"has {len(spans)} lines, but there are {len(origin.ids)} document ids; one id a line is needed"
            raise BadFormat(origin.path, problem, line=min(len(spans), len(origin.ids)) + 1)
        return Layout(tuple(_segment(text, *span, name) for span, name in zip(spans, origin.ids, strict=True)))
    segments: list[Segment] = []
    document, blank = 1, False
    for start, end in spans:
        if start == end:
            blank = bool(segments)
            continue
        document += blank
        blank = False
        segments.append(_segment(text, start, end, str(document)))
    return Layout(tuple(segments))


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


def _segment(text: str, start: int, end: int, document: str) -> Segment:
    said = text[start:end]
    return Segment(said, (Piece(start, end, said),), document)


FORMAT: Final = Format(names=("lines",), suffixes=(), read=read)
