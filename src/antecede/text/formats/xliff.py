"""XLIFF 1.2 and 2.x: sources are read, targets written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from antecede.errors import BadFormat
from antecede.text.formats._container import Block, Format, Layout, Origin, Place
from antecede.text.formats._languages import primary
from antecede.text.formats._segments import Reading
from antecede.text.formats._xml import Start, Text, scan

if TYPE_CHECKING:
    from antecede.text.formats._container import Segment
    from antecede.text.formats._xml import End

# Where a source or a target counts: not in suggestions (`alt-trans`, `mtc:match`) and not between segments.
_PARENTS: Final = frozenset(["trans-unit", "segment"])


@dataclass
class _Unit:
    """What one unit of 1.2 or segment of 2.x has shown so far."""

    source: Reading | None = None
    target: Reading | None = None
    prefix: str = ""
    after_source: int = 0


def read(text: str, origin: Origin) -> Layout:
    """A sentence for each unit or segment that is to be translated; a document for each `file`.

    With the file's target language, the targets are read instead.
    """
    return _Reader(text, origin).read()


class _Reader:
    def __init__(self, text: str, origin: Origin) -> None:
        self.text = text
        self.origin = origin
        self.segments: list[Segment] = []
        self.blocks: list[Block] = []
        self.notes: list[Place] = []
        self.open: list[Start] = []
        self.languages = ("", "")
        self.document = ""
        self.unit = _Unit()

    def read(self) -> Layout:
        reading: Reading | None = None
        for event in scan(self.text, self.origin.path):
            if reading is not None:
                reading.feed(event)
                if not reading.finished:
                    continue
                reading = None
            if isinstance(event, Start):
                reading = self._start(event)
            elif not isinstance(event, Text):
                self._end(event)
        return Layout(tuple(self.segments), tuple(self.blocks), tuple(self.notes))

    @property
    def _reads_target(self) -> bool:
        source, target = self.languages
        return self.origin.language == target and self.origin.language != source

    def _start(self, event: Start) -> Reading | None:
        parent = self.open[-1].name if self.open else ""
        self.open.append(event)
        if event.name in {"xliff", "file"}:
            self._note_file(event)
        elif event.name in _PARENTS:
            self.unit = _Unit()
        elif parent in _PARENTS and event.name == "source":
            self.unit.source = Reading(event)
            self.unit.prefix = event.prefix
            return self.unit.source
        elif parent in _PARENTS and event.name == "target":
            self.unit.target = Reading(event)
            return self.unit.target
        return None

    def _note_file(self, event: Start) -> None:
        known = event.attributes
        source = known.get("source-language") or known.get("srcLang")
        target = known.get("target-language") or known.get("trgLang")
        if source or target:
            self.languages = (primary(source or ""), primary(target or ""))
            if not target:
                inside = event.end - 1
                name = "target-language" if "source-language" in known else "trgLang"
                self.notes.append(Place(inside, inside, f' {name}="{{language}}"'))
        if event.name == "file":
            self.document = known.get("original") or known.get("id") or ""
            if self.origin.language not in self.languages and any(self.languages):
                there = " to ".join(f"'{name}'" for name in self.languages if name)
                raise BadFormat(self.origin.path, f"goes from {there}, and has nothing in '{self.origin.language}'")

    def _end(self, event: End) -> None:
        opened = self.open.pop()
        parent = self.open[-1].name if self.open else ""
        if parent in _PARENTS and event.name == "source":
            self.unit.after_source = event.end
        elif event.name in _PARENTS and not self._is_fixed(opened):
            self._add_unit()

    def _is_fixed(self, opened: Start) -> bool:
        """Whether it, or the nearest element around it that says so, is not to be translated."""
        said = (start.attributes.get("translate") for start in (opened, *reversed(self.open)))
        return next((value for value in said if value), "yes") == "no"

    def _add_unit(self) -> None:
        unit = self.unit
        read = unit.target if self._reads_target else unit.source
        if read is None or read.closes_itself:
            return
        self.segments.append(read.segment(self.text, self.document))
        if self._reads_target:
            return
        name = f"{unit.prefix}target"
        if unit.target is None:
            place = Place(unit.after_source, unit.after_source, f"<{name}>", f"</{name}>")
        else:
            place = unit.target.place()
        number = len(self.segments) - 1
        self.blocks.append(Block(read.start, read.end, range(number, number + 1), (place,)))


FORMAT: Final = Format(
    names=("xliff",), suffixes=(".xlf", ".xliff", ".sdlxliff", ".mxliff"), read=read, xml_roots=frozenset(["xliff"])
)
