"""TMX translation memories: one side is read, another written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from antecede.errors import BadFormat
from antecede.text.formats._container import Block, Format, Layout, Origin, Place
from antecede.text.formats._languages import primary
from antecede.text.formats._segments import Reading
from antecede.text.formats._xml import End, Start, scan

if TYPE_CHECKING:
    from antecede.text.formats._container import Segment


def read(text: str, origin: Origin) -> Layout:
    """The segments of the translation units that have the language; all in one document."""
    segments: list[Segment] = []
    blocks: list[Block] = []
    languages: set[str] = set()
    unit: dict[str, Reading] = {}
    ends: dict[str, int] = {}
    side = ""
    reading: Reading | None = None
    for event in scan(text, origin.path):
        if reading is not None:
            reading.feed(event)
            if reading.finished:
                reading = None
        elif isinstance(event, Start) and event.name == "tu":
            unit, ends = {}, {}
        elif isinstance(event, Start) and event.name == "tuv":
            side = primary(event.attributes.get("xml:lang") or event.attributes.get("lang") or "")
            languages.add(side)
        elif isinstance(event, Start) and event.name == "seg" and side not in unit:
            reading = unit[side] = Reading(event)
        elif isinstance(event, End) and event.name == "tuv":
            ends.setdefault(side, event.end)
        elif isinstance(event, End) and event.name == "tu" and origin.language in unit:
            number = len(segments)
            segments.append(unit[origin.language].segment(text))
            places = [
                Place(other.start, other.end, language=name) for name, other in unit.items() if not other.closes_itself
            ]
            new = ends[origin.language]
            places.append(Place(new, new, '<tuv xml:lang="{language}"><seg>', "</seg></tuv>"))
            inner = unit[origin.language]
            blocks.append(Block(inner.start, inner.end, range(number, number + 1), tuple(places)))
    if not segments:
        there = ", ".join(sorted(languages - {""})) or "none"
        raise BadFormat(origin.path, f"has no segment in '{origin.language}'; its languages: {there}")
    return Layout(tuple(segments), tuple(blocks))


FORMAT: Final = Format(names=("tmx",), suffixes=(".tmx",), read=read, xml_roots=frozenset(["tmx"]))
