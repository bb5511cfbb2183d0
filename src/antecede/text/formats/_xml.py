"""XML as a sequence of tags and texts with their exact positions in the file.

The parser is expat, which checks the form; the text itself is never rebuilt. A document type with declarations inside
is refused, and one that only names a file is not looked up: no entity is ever defined.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple
from xml.parsers import expat

from antecede.errors import BadFormat
from antecede.text.formats._container import Escape

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

_DEEPEST: Final = 200
_CHUNK: Final = 1 << 16
_DECLARED: Final = re.compile(r"""\ufeff?<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
_UTF_8: Final = frozenset(["utf-8", "utf8", "us-ascii", "ascii"])


class Start(NamedTuple):
    """An element opens."""

    start: int
    end: int
    name: str
    attributes: Mapping[str, str]
    prefix: str
    closes: bool
    """Whether the tag ends in `/>`."""


class End(NamedTuple):
    """An element closes."""

    start: int
    end: int
    name: str


class Text(NamedTuple):
    """Characters, references included; long texts come in several."""

    start: int
    end: int
    escape: Escape


Event = Start | End | Text


def scan(text: str, path: Path | str) -> Iterator[Event]:
    """Elements and texts in order, with character offsets; comments and instructions are left out.

    Names come without their prefix. Raises `BadFormat` with the line for what is not well-formed or not safe.
    """
    declared = _DECLARED.match(text)
    if declared and declared[1].lower() not in _UTF_8 and not text.isascii():
        raise BadFormat(path, f"says that it is in {declared[1]}; convert the file to UTF-8 first", line=1)
    return _Scanner(path).run(text)


class _Scanner:
    """Turns expat's calls, which only give the start of each item, into events with start and end."""

    def __init__(self, path: Path | str) -> None:
        self.path = path
        self.depth = 0
        self.escape = Escape.XML
        self.marks: list[tuple[int, str, str, Mapping[str, str]]] = []
        self.parser = parser = expat.ParserCreate("utf-8")
        parser.StartElementHandler = self._open
        parser.EndElementHandler = lambda name: self._mark("end", name)
        parser.CharacterDataHandler = lambda _: self._mark(self.escape.value)
        parser.StartCdataSectionHandler = lambda: self._cdata(Escape.CDATA)
        parser.EndCdataSectionHandler = lambda: self._cdata(Escape.XML)
        parser.CommentHandler = lambda _: self._mark("other")
        parser.ProcessingInstructionHandler = lambda *_: self._mark("other")
        parser.StartDoctypeDeclHandler = self._document_type
        parser.SkippedEntityHandler = self._entity
        parser.DefaultHandler = lambda _: self._mark("other")

    def run(self, text: str) -> Iterator[Event]:
        data = text.encode()
        places = _Places(data)
        try:
            for start in range(0, len(data), _CHUNK):
                self.parser.Parse(data[start : start + _CHUNK], False)
                yield from self._events(places)
            self.parser.Parse(b"", True)
        except expat.ExpatError as error:
            problem = f"is not well-formed XML: {expat.ErrorString(error.code)}"
            raise BadFormat(self.path, problem, line=error.lineno) from None
        self._mark("other", at=len(data))
        yield from self._events(places)

    def _events(self, places: _Places) -> Iterator[Event]:
        marks, self.marks = self.marks, self.marks[-1:]
        for (start, kind, name, attributes), following in pairwise(marks):
            if kind == "other":
                continue
            first, last = places.character(start), places.character(following[0])
            data = places.data
            prefix, _, local = name.rpartition(":")
            if kind == "start":
                closes = data[following[0] - 2 : following[0]] == b"/>"
                yield Start(first, last, local, attributes, f"{prefix}:" if prefix else "", closes)
            elif kind == "end":
                yield End(first, last, local)
            else:
                yield Text(first, last, Escape(kind))

    def _mark(self, kind: str, name: str = "", attributes: Mapping[str, str] | None = None, at: int = -1) -> None:
        if kind == "end":
            self.depth -= 1
        self.marks.append((self.parser.CurrentByteIndex if at < 0 else at, kind, name, attributes or {}))

    def _open(self, name: str, attributes: Mapping[str, str]) -> None:
        self.depth += 1
        if self.depth > _DEEPEST:
            self._refuse(f"has elements nested more than {_DEEPEST} deep")
        self._mark("start", name, attributes)

    def _cdata(self, escape: Escape) -> None:
        self._mark("other")
        self.escape = escape

    def _document_type(self, _name: str, _system: str | None, _public: str | None, declares: int) -> None:
        if declares:
            self._refuse(
                "declares entities or elements in its document type, which is not safe; remove the declarations"
            )
        self._mark("other")

    def _entity(self, name: str, _parameter: bool) -> None:
        self._refuse(f"uses the entity &{name};, which XML does not define; write the character itself")

    def _refuse(self, problem: str) -> None:
        raise BadFormat(self.path, problem, line=self.parser.CurrentLineNumber)


class _Places:
    """Converts byte offsets, asked for in ascending order, to character offsets."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.ascii = data.isascii()
        self.byte = self.offset = 0

    def character(self, byte: int) -> int:
        if self.ascii:
            return byte
        if byte != self.byte:
            self.offset += len(self.data[self.byte : byte].decode())
            self.byte = byte
        return self.offset
