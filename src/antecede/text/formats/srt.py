"""SubRip subtitles."""

from __future__ import annotations

import re
from typing import Final

from antecede.errors import BadFormat
from antecede.text.formats import _cues
from antecede.text.formats._container import Escape, Format, Layout, Origin

_FIRST_CUE: Final = re.compile(r"\ufeff?\s{0,100}\d{1,9}[ \t]*\r?\n\s{0,9}\d{1,4}:\d\d:\d\d,\d{1,3}[ \t]*-->")
_MARKUP: Final = re.compile(r"</?(?:[biu]|font|c)(?:\s[^<>\n]{0,200})?>|\{\\[^{}\n]{0,200}\}", re.IGNORECASE)


def read(text: str, origin: Origin) -> Layout:
    """Sentences across cues; formatting is kept in its place."""
    found = list(_cues.cues(text))
    if not found:
        raise BadFormat(origin.path, "has no cue: a line such as 00:00:01,000 --> 00:00:02,500, then text")
    return _cues.layout(text, found, _MARKUP, Escape.PLAIN, origin.language)


def _shows(text: str) -> bool:
    return _FIRST_CUE.match(text) is not None


FORMAT: Final = Format(names=("srt",), suffixes=(".srt",), read=read, shows=_shows)
