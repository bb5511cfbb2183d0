"""XLIFF 1.2 and 2.x: sources are read, targets written."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from antecede.errors import BadFormat
from antecede.languages import primary
from antecede.text.formats._container import Block, Existing, Format, Layout, NotePlace, Origin, Slot, language_name
from antecede.text.formats._segments import Reading
from antecede.text.formats._splice import Edit
from antecede.text.formats._xml import Start, Text, scan
from antecede.text.places import Place

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from antecede.text.formats._container import Segment
    from antecede.text.formats._xml import End
    from antecede.text.places import Kind

# Where a source or a target counts: not in suggestions (`alt-trans`, `mtc:match`) and not between segments.
_PARENTS: Final = frozenset(["trans-unit", "segment"])
# What else stands in a unit of 2.x after its notes.
_SEGMENTS: Final = frozenset(["segment", "ignorable"])
_NOTED_BY: Final = "antecede"
# States of 1.2 and 2.x: translated; not translated yet.
_FINISHED: Final = frozenset(["translated", "signed-off", "reviewed", "final"])
_WAITING: Final = frozenset(["new", "needs-translation", "initial"])
# What the marks of each element become when a machine's translation takes the place of another; `None`: they go. A
# `subState` of 2.x says more about a state and may not outlive it.
_UNCHECKED: Final[Mapping[str, Mapping[str, str | None]]] = {
    "trans-unit": {"approved": "no"},
    "target": {"state": "needs-review-translation", "state-qualifier": "mt-suggestion"},
    "segment": {"state": "initial", "subState": None},
}
# What is a paragraph: in 2.x the sentences of one are segments of a unit.
_PARAGRAPHS: Final = frozenset(["trans-unit", "unit"])
# `restype` of 1.2 and `type` of 2.x, by the names of the standard or of HTML's elements.
_HEADING: Final = re.compile(r"heading|(?:x-)?(?:html[-:])?h[1-6]")
_ITEM: Final = re.compile(r"listitem|(?:x-)?(?:html[-:])?li")
_ATTRIBUTE: Final = re.compile(r"""\s+(?P<name>[^\s=<>/"']+)\s*=\s*(?P<value>"[^"]*"|'[^']*')""")


@dataclass
class _Unit:
    """What one unit of 1.2 or segment of 2.x has shown so far."""

    source: Reading | None = None
    target: Reading | None = None
    prefix: str = ""
    after_source: int = 0
    after_target: int = 0
    target_tag: Start | None = None


def read(text: str, origin: Origin) -> Layout:
    """A sentence for each unit or segment that is to be translated; `file` and `group` begin documents.

    Each unit is a paragraph. A document that a group begins ends with it: what follows it in the same file is the next.

    With the file's target language, the targets are read instead.
    """
    return _Reader(text, origin).read()


class _Reader:
    def __init__(self, text: str, origin: Origin) -> None:
        self.text = text
        self.origin = origin
        self.segments: list[Segment] = []
        self.blocks: list[Block] = []
        self.notes: list[Slot] = []
        self.open: list[Start] = []
        self.languages = ("", "")
        self.document = ""
        self.part = 0
        self.groups: list[str] = []
        self.unit = _Unit()
        self.place = Place()
        self.notes_place: NotePlace | None = None

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
        return Layout(tuple(self.segments), tuple(self.blocks), tuple(self.notes), languages=self.languages)

    @property
    def _reads_target(self) -> bool:
        source, target = self.languages
        return self.origin.language == target and self.origin.language != source

    def _start(self, event: Start) -> Reading | None:
        parent = self.open[-1].name if self.open else ""
        self.open.append(event)
        if event.name in _PARAGRAPHS:
            self.place = Place(self.place.paragraph + 1, _kind(event.attributes))
            self.notes_place = None
        if parent == "unit":
            self._note_unit(event)
        if event.name in {"xliff", "file"}:
            self._note_file(event)
        elif event.name == "group":
            self.part += 1
            self.groups.append(event.attributes.get("id") or event.attributes.get("resname") or "")
        elif event.name in _PARENTS:
            self.unit = _Unit()
        elif parent in _PARENTS and event.name == "source":
            self.unit.source = Reading(event)
            self.unit.prefix = event.prefix
            return self.unit.source
        elif parent in _PARENTS and event.name == "target":
            self.unit.target = Reading(event)
            self.unit.target_tag = event
            return self.unit.target
        return None

    def _note_unit(self, event: Start) -> None:
        """Where the notes of a 2.x unit go: before those that it has, else before its segments and codes."""
        opening = f'<{event.prefix}note category="{_NOTED_BY}" appliesTo="target">'
        closing, around = f"</{event.prefix}note>", (f"<{event.prefix}notes>", f"</{event.prefix}notes>")
        if self.notes_place is None and event.name in {"originalData", *_SEGMENTS}:
            self.notes_place = NotePlace(event.start, event.start, opening, closing, *around)
        elif event.name == "notes" and event.closes:
            self.notes_place = NotePlace(event.start, event.end, opening, closing, *around)
        elif event.name == "notes":
            self.notes_place = NotePlace(event.end, event.end, opening, closing)

    def _note_place(self, opened: Start) -> NotePlace | None:
        """Where a note on the target of the unit that ends goes."""
        if opened.name != "trans-unit":
            return self.notes_place
        prefix = self.unit.prefix
        opening = f'<{prefix}note from="{_NOTED_BY}" annotates="target">'
        return NotePlace(self.unit.after_target, self.unit.after_target, opening, f"</{prefix}note>")

    def _note_file(self, event: Start) -> None:
        known = event.attributes
        source = known.get("source-language") or known.get("srcLang")
        target = known.get("target-language") or known.get("trgLang")
        if source or target:
            self.languages = (primary(source or ""), primary(target or ""))
            if not target:
                inside = event.end - 1
                name = "target-language" if "source-language" in known else "trgLang"
                self.notes.append(Slot(inside, inside, f' {name}="{{language}}"'))
        if event.name == "file":
            self.part += 1
            self.document = known.get("original") or known.get("id") or ""
            if self.origin.language not in self.languages and any(self.languages):
                there = " to ".join(language_name(code) for code in self.languages if code)
                raise BadFormat(self.origin.path, f"this file goes from {there}; {self.origin.nothing()}")

    def _end(self, event: End) -> None:
        opened = self.open.pop()
        parent = self.open[-1].name if self.open else ""
        if parent in _PARENTS and event.name == "source":
            self.unit.after_source = event.end
        elif parent in _PARENTS and event.name == "target":
            self.unit.after_target = event.end
        elif event.name == "group":
            self.part += 1
            self.groups.pop()
        elif event.name in _PARENTS and not self._is_fixed(opened):
            self._add_unit(opened)

    def _is_fixed(self, opened: Start) -> bool:
        """Whether it, or the nearest element around it that says so, is not to be translated."""
        said = (start.attributes.get("translate") for start in (opened, *reversed(self.open)))
        return next((value for value in said if value), "yes") == "no"

    def _add_unit(self, opened: Start) -> None:
        unit = self.unit
        read = unit.target if self._reads_target else unit.source
        if read is None or read.closes_itself:
            return
        document = "/".join(part for part in (self.document, *self.groups) if part)
        source = replace(read.segment(self.text, document), part=self.part, place=self.place)
        if self._reads_target:
            self.segments.append(replace(source, marks=self._marks(opened)))
            return
        self.segments.append(source)
        name = f"{unit.prefix}target"
        if unit.target is None:
            slot = Slot(
                unit.after_source,
                unit.after_source,
                f"<{name}>",
                f"</{name}>",
                self.languages[1] or None,
                needs=self._needs(opened, has_words=False),
                marks=self._marks(opened),
            )
        else:
            slot = replace(
                unit.target.slot(self.languages[1] or None),
                text=unit.target.segment(self.text).text,
                needs=self._needs(opened, has_words=unit.target.holds(self.text, source)),
                marks=self._marks(opened),
                note=self._note_place(opened),
            )
        index = len(self.segments) - 1
        self.blocks.append(Block(read.start, read.end, range(index, index + 1), (slot,)))

    def _needs(self, opened: Start, *, has_words: bool) -> Existing:
        """The setting that overwriting the target of the unit that ends requires."""
        tag = self.unit.target_tag
        state = opened.attributes.get("state") or (tag.attributes.get("state") if tag else None)
        approved = opened.attributes.get("approved") == "yes"
        if has_words:
            return Existing.EMPTY if state in _WAITING and not approved else Existing.REPLACE
        return Existing.EMPTY if approved or state in _FINISHED else Existing.KEEP

    def _marks(self, opened: Start) -> tuple[Edit, ...]:
        """The edits that mark the target of the unit that ends as machine translation, not reviewed yet."""
        tags = [tag for tag in (opened, self.unit.target_tag) if tag is not None]
        return tuple(edit for tag in tags for edit in self._remarked(tag))

    def _remarked(self, tag: Start) -> Iterator[Edit]:
        known = _UNCHECKED.get(tag.name, {})
        for attribute in _ATTRIBUTE.finditer(self.text, tag.start, tag.end):
            if attribute["name"] not in known:
                continue
            value = known[attribute["name"]]
            if value is None:
                yield Edit(attribute.start(), attribute.end(), "")
            elif attribute["value"][1:-1] != value:
                yield Edit(attribute.start("value"), attribute.end("value"), f'"{value}"')


def _kind(unit: Mapping[str, str]) -> Kind:
    said = (unit.get("restype") or unit.get("type") or "").lower()
    return "heading" if _HEADING.fullmatch(said) else "item" if _ITEM.fullmatch(said) else "text"


FORMAT: Final = Format(
    names=("xliff",), suffixes=(".xlf", ".xliff", ".sdlxliff", ".mxliff"), read=read, xml_roots=frozenset(["xliff"])
)
