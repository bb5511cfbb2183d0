"""Where sentences stand in their document: in which paragraph, in a heading or an item of a list, said by whom."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from antecede.text.segmentation import paragraphs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Kind = Literal["text", "heading", "item"]

__all__ = ["Place", "line_places", "text_places"]


class Place(NamedTuple):
    """Where a sentence stands in its document; every format fills what it knows."""

    paragraph: int = 0
    """Counted in the document, from 0; headings, items and turns of speakers are paragraphs of their own."""
    kind: Kind = "text"
    speaker: str = ""
    """Who says it, where that is written."""
    gap: float = 0.0
    """Seconds of silence before it, in subtitles."""


# What is longer is a sentence whose mark was forgotten.
_LONGEST_HEADING: Final = 120
_NOT_IN_HEADING: Final = re.compile(r"[.!?…:;,][\"'”’»›)\]}*_]*\Z")
# A line of stars or dashes alone is a break between scenes.
_MARK: Final = re.compile(
    r"^\ufeff?[ \t]*+(?![-*+ \t\r]+$)(?:(?P<heading>\#{1,6})[ \t]|(?:[-*+•]|(?P<number>\d{1,3})[.)])[ \t]+(?=\S))",
    re.MULTILINE,
)
_SOMETHING: Final = re.compile(r"\S")
_LETTER: Final = re.compile(r"[^\W_]")


def text_places(text: str, spans: Iterable[tuple[int, int]]) -> list[Place]:
    r"""The places of the sentences of running text, which stand at these spans, in order.

    A blank line ends a paragraph. A line that starts with `#`, and a paragraph that is one line without a final mark
    and not the last, is a heading; one that starts with `-`, `*`, `+`, `•` or a number begins an item.

    >>> text = "Cathedrals\n\nWe saw one. It was old.\n\n- Chartres\n\n- Reims"
    >>> spans = [(0, 10), (12, 23), (24, 35), (37, 47), (49, 56)]
    >>> [(place.paragraph, place.kind) for place in text_places(text, spans)]
    [(0, 'heading'), (1, 'text'), (1, 'text'), (2, 'item'), (3, 'item')]
    """
    blocks = [block for around in paragraphs(text) for block in _blocks(text, *around)]
    starts = [block.start for block in blocks]
    places: list[Place] = []
    current, paragraph = -1, -1
    for start, end in spans:
        found = bisect_right(starts, start) - 1
        if found != current:
            current, paragraph = found, paragraph + 1
        block = blocks[found]
        places.append(Place(paragraph, block.kind if end <= block.end else "text"))
    return places


def line_places(have_words: Iterable[bool]) -> list[Place]:
    """The places of lines of which this is known: a line with words that stands after a blank one begins a paragraph.

    >>> [place.paragraph for place in line_places([False, True, True, False, False, True])]
    [0, 0, 0, 0, 0, 1]
    """
    places = []
    place, blank, begun = Place(), False, False
    for has_words in have_words:
        if has_words and blank:
            place = Place(place.paragraph + 1)
        blank = begun and not has_words
        begun = begun or has_words
        places.append(place)
    return places


class _Block(NamedTuple):
    """A part of a text that is a paragraph, and up to where what is said of its kind holds."""

    start: int
    end: int
    kind: Kind


def _blocks(text: str, start: int, end: int) -> Iterator[_Block]:
    # The white space at the beginning of the first line is part of it.
    start = text.rfind("\n", 0, start) + 1
    marks = list(_marks(text, start, end))
    if not marks and _is_heading(text, start, end):
        yield _Block(start, end, "heading")
        return
    limits = (*(at for at, _ in marks[1:]), end)
    if not marks or marks[0][0] > start:
        yield _Block(start, end, "text")
    for (at, kind), limit in zip(marks, limits, strict=False):
        if kind == "item":
            # The last sentence may run on into the next item, where neither has a final mark.
            yield _Block(at, end, kind)
            continue
        feed = text.find("\n", at, limit)
        line_end = limit if feed < 0 else feed
        yield _Block(at, line_end, kind)
        if line_end < limit:
            yield _Block(line_end, limit, "text")


def _marks(text: str, start: int, end: int) -> Iterator[tuple[int, Kind]]:
    """Where headings and items begin."""
    in_list = False
    for mark in _MARK.finditer(text, start, end):
        if mark["heading"]:
            in_list = False
            yield mark.start(), "heading"
        # Lines break before numbers, too: a list begins with the paragraph, or with 1.
        elif mark["number"] is None or in_list or mark["number"] == "1" or mark.start() == start:
            in_list = True
            yield mark.start(), "item"


def _is_heading(text: str, start: int, end: int) -> bool:
    said = text[start:end].strip()
    return (
        len(said) <= _LONGEST_HEADING
        and "\n" not in said
        and _LETTER.search(said) is not None
        and _NOT_IN_HEADING.search(said) is None
        and _SOMETHING.search(text, end) is not None
    )
