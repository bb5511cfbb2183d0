"""WMT's XML: documents with a source, references and hypotheses, in segments."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.errors import BadFormat
from antecede.languages import primary
from antecede.text.formats._container import Block, Format, Layout, Origin, Slot
from antecede.text.formats._segments import Reading
from antecede.text.formats._xml import End, Start, Text, scan
from antecede.text.places import Place

if TYPE_CHECKING:
    from antecede.text.formats._container import Segment
    from antecede.text.formats._xml import Event

_SIDES: Final = ("src", "ref", "hyp")
_SYSTEM: Final = "antecede"


class _Side(NamedTuple):
    """A source, a reference or a system's hypothesis of one document."""

    name: str
    language: str
    system: str
    start: int
    readings: list[tuple[Reading, Place]]

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
    place = Place()
    for event in scan(text, origin.path):
        place = _after(place, event)
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
            side.readings.append((reading, place))
        elif isinstance(event, End) and side is not None and event.name == side.name:
            sides.append((side, event.start, event.end))
            side = None
        elif isinstance(event, End) and event.name == "doc":
            _add_document(text, origin.language, document, sides, segments, blocks)
    if not segments:
        there = ", ".join(sorted(languages - {""})) or "none"
        raise BadFormat(origin.path, f"has no segment in '{origin.language}'; its languages: {there}")
    return Layout(tuple(segments), tuple(blocks))


def _after(place: Place, event: Event) -> Place:
    """Where segments stand after the event."""
    if isinstance(event, Text) or event.name not in {"p", "hl"}:
        return place
    return Place(place.paragraph + 1, "heading" if event.name == "hl" and isinstance(event, Start) else "text")


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
    segments.extend(replace(reading.segment(text, document), place=place) for reading, place in side.readings)
    slots = [
        Slot(other.start, other_end, language=other.language)
        for other, other_end, _ in sides
        if other.system == _SYSTEM and other is not side
    ]
    opening = f'\n<hyp system="{_SYSTEM}" lang="{{language}}">'
    slots.append(Slot(after, after, opening, "</hyp>"))
    blocks.append(Block(side.start, end, range(first, len(segments)), tuple(slots)))


FORMAT: Final = Format(names=("wmt",), suffixes=(), read=read, xml_roots=frozenset(["dataset"]))
