"""WMT's XML: documents with a source, references and hypotheses, in segments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.errors import BadFormat
from antecede.text.formats._container import Block, Format, Layout, Origin, Place
from antecede.text.formats._languages import primary
from antecede.text.formats._segments import Reading
from antecede.text.formats._xml import End, Start, scan

if TYPE_CHECKING:
    from antecede.text.formats._container import Segment

_SIDES: Final = ("src", "ref", "hyp")
_SYSTEM: Final = "antecede"


class _Side(NamedTuple):
    """A source, a reference or a system's hypothesis of one document."""

    name: str
    language: str
    system: str
    start: int
    readings: list[Reading]

    def rank(self) -> int:
        """The order in which sides of one language are preferred: what we wrote before what others did."""
        return 1 if self.system == _SYSTEM else 2 * _SIDES.index(self.name)


def read(text: str, origin: Origin) -> Layout:
    """The segments of each document's side in the language: the source, else our hypothesis, else a reference."""
    segments: list[Segment] = []
    blocks: list[Block] = []
    languages: set[str] = set()
    sides: list[tuple[_Side, int, int]] = []
    side: _Side | None = None
    reading: Reading | None = None
    document = ""
    for event in scan(text, origin.path):
        if reading is not None:
            reading.feed(event)
            if reading.finished:
                reading = None
        elif isinstance(event, Start) and event.name == "doc":
            document, sides = event.attributes.get("id", ""), []
        elif isinstance(event, Start) and event.name in _SIDES:
            language = primary(event.attributes.get("lang", ""))
            languages.add(language)
            side = _Side(event.name, language, event.attributes.get("system", ""), event.end, [])
        elif isinstance(event, Start) and event.name == "seg" and side is not None:
            reading = Reading(event)
            side.readings.append(reading)
        elif isinstance(event, End) and side is not None and event.name == side.name:
            sides.append((side, event.start, event.end))
            side = None
        elif isinstance(event, End) and event.name == "doc":
            _add_document(text, origin.language, document, sides, segments, blocks)
    if not segments:
        there = ", ".join(sorted(languages - {""})) or "none"
        raise BadFormat(origin.path, f"has no segment in '{origin.language}'; its languages: {there}")
    return Layout(tuple(segments), tuple(blocks))


def _add_document(
    text: str,
    language: str,
    document: str,
    sides: list[tuple[_Side, int, int]],
    segments: list[Segment],
    blocks: list[Block],
) -> None:
    mine = [entry for entry in sides if entry[0].language == language]
    if not mine:
        return
    side, end, after = min(mine, key=lambda entry: entry[0].rank())
    first = len(segments)
    segments.extend(reading.segment(text, document) for reading in side.readings)
    places = [
        Place(other.start, other_end, language=other.language)
        for other, other_end, _ in sides
        if other.system == _SYSTEM and other is not side
    ]
    opening = f'\n<hyp system="{_SYSTEM}" lang="{{language}}">'
    places.append(Place(after, after, opening, "</hyp>"))
    blocks.append(Block(side.start, end, range(first, len(segments)), tuple(places)))


FORMAT: Final = Format(names=("wmt",), suffixes=(), read=read, xml_roots=frozenset(["dataset"]))
