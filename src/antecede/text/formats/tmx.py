"""TMX translation memories: one side is read, another written."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.errors import BadFormat
from antecede.languages import primary
from antecede.text.formats._container import Block, Existing, Format, Layout, NotePlace, Origin, Slot, language_name
from antecede.text.formats._segments import Reading
from antecede.text.formats._xml import End, Start, scan
from antecede.text.places import Place

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from antecede.text.formats._container import Segment

_PARAGRAPHS: Final = frozenset(["block", "paragraph"])


def read(text: str, origin: Origin) -> Layout:
    """The segments of the translation units that have the language; all in one document.

    Units that the file calls paragraphs or blocks (`segtype`) are paragraphs.
    """
    segments: list[Segment] = []
    blocks: list[Block] = []
    languages: set[str] = set()
    for place, unit in _units(text, origin.path):
        languages |= unit.keys()
        mine = unit.get(origin.language)
        if mine is None or mine.content.closes_itself:
            continue
        segments.append(replace(mine.content.segment(text), place=place))
        slots = [_slot(name, variant, text, segments[-1]) for name, variant in unit.items()]
        slots.append(Slot(mine.end, mine.end, '<tuv xml:lang="{language}"><seg>', "</seg></tuv>"))
        index = len(segments) - 1
        blocks.append(Block(mine.content.start, mine.content.end, range(index, index + 1), tuple(slots)))
    if not segments:
        there = " and ".join(map(language_name, sorted(languages - {""}))) or "no language"
        raise BadFormat(origin.path, f"this file is in {there}; {origin.nothing()}")
    return Layout(tuple(segments), tuple(blocks))


class _Variant(NamedTuple):
    """One language's side of a unit."""

    content: Reading
    end: int
    note: NotePlace


def _slot(language: str, variant: _Variant, text: str, source: Segment) -> Slot:
    slot = variant.content.slot(language)
    if not variant.content.holds(text, source):
        return slot
    return replace(slot, text=variant.content.segment(text).text, needs=Existing.REPLACE, note=variant.note)


def _units(text: str, path: Path | str) -> Iterator[tuple[Place, dict[str, _Variant]]]:
    """Each unit's place and variants by language; the first of a language counts, or the first that has words."""
    unit: dict[str, _Variant] = {}
    usual, place, whole = "", Place(), False
    language = ""
    reading: Reading | None = None
    note = NotePlace(0, 0, "", "")
    for event in scan(text, path):
        if reading is not None and not reading.finished:
            reading.feed(event)
        elif isinstance(event, Start) and event.name == "header":
            usual = event.attributes.get("segtype", "")
        elif isinstance(event, Start) and event.name == "tu":
            was, whole = whole, event.attributes.get("segtype", usual) in _PARAGRAPHS
            place = Place(place.paragraph + (was or whole))
        elif isinstance(event, Start) and event.name == "tuv":
            language = primary(event.attributes.get("xml:lang") or event.attributes.get("lang") or "")
            reading = None
            # Notes of a variant stand before its segment.
            note = NotePlace(event.end, event.end, f"<{event.prefix}note>", f"</{event.prefix}note>")
        elif isinstance(event, Start) and event.name == "seg":
            reading = Reading(event)
        elif isinstance(event, End) and event.name == "tuv" and reading is not None:
            if language not in unit or not unit[language].content.segment(text).text:
                unit[language] = _Variant(reading, event.end, note)
        elif isinstance(event, End) and event.name == "tu":
            yield place, unit
            unit = {}


FORMAT: Final = Format(names=("tmx",), suffixes=(".tmx",), read=read, xml_roots=frozenset(["tmx"]))
