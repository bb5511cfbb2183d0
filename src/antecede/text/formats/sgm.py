"""NIST SGM and the XML of IWSLT: `<doc docid=…>` with `<seg>`s, seldom well-formed, so read tolerantly."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from antecede.errors import BadFormat
from antecede.text.formats._container import Escape, Format, Layout, Origin, Piece
from antecede.text.formats._runs import Run, segment
from antecede.text.formats._splice import unescape
from antecede.text.places import Place

if TYPE_CHECKING:
    from antecede.text.formats._container import Segment

_TAG: Final = re.compile(r"<(/?)([A-Za-z][\w.-]{0,40})(?![\w.-])([^<>]*)>")
_DOCUMENT_ID: Final = re.compile(r"""\b(?:docid|id)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
# What ends a segment whose own end is missing.
_OUTSIDE: Final = frozenset(["seg", "p", "hl", "doc", "srcset", "refset", "tstset", "mteval"])


def read(text: str, origin: Origin) -> Layout:
    """Every segment, grouped into documents by their ids; `p` and `hl` are paragraphs."""
    if re.search(r"<!ENTITY", text, re.IGNORECASE):
        raise BadFormat(origin.path, "declares entities, which is not safe; remove the declarations")
    segments: list[Segment] = []
    runs: list[Run] | None = None
    document, start, done = "", 0, 0
    place = Place()
    for tag in _TAG.finditer(text):
        closing, name = tag[1] == "/", tag[2].lower()
        if runs is not None:
            runs.append(Run(done, tag.start(), Escape.XML))
            done = tag.end()
            if name in _OUTSIDE:
                segments.append(replace(_segment(text, runs, document, start), place=place))
                runs = None
        if name in {"p", "hl"}:
            place = Place(place.paragraph + 1, "heading" if name == "hl" and not closing else "text")
        if name == "doc" and not closing:
            match = _DOCUMENT_ID.search(tag[3])
            document = unescape(next(filter(None, match.groups()), "")) if match else ""
        elif name == "seg" and not closing:
            runs, start, done = [], tag.end(), tag.end()
    if runs is not None:
        last = _segment(text, [*runs, Run(done, len(text), Escape.XML)], document, start)
        segments.append(replace(last, place=place))
    if not segments:
        raise BadFormat(origin.path, "has no <seg>")
    return Layout(tuple(segments))


def _segment(text: str, runs: list[Run], document: str, start: int) -> Segment:
    return segment(text, runs, document=document, empty=Piece(start, start, "", escape=Escape.XML))


FORMAT: Final = Format(
    names=("sgm", "iwslt"),
    suffixes=(".sgm", ".sgml"),
    read=read,
    xml_roots=frozenset(["srcset", "refset", "tstset", "mteval", "doc"]),
)
