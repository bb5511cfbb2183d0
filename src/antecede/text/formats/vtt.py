"""WebVTT subtitles."""

from __future__ import annotations

import re
from typing import Final

from antecede.errors import BadFormat
from antecede.text.formats import _cues
from antecede.text.formats._container import Escape, Format, Layout, Origin

_MARKUP: Final = re.compile(r"<[^<>\n]{0,400}>")


def read(text: str, origin: Origin) -> Layout:
    """Sentences across cues; notes, styles, regions and formatting are kept in their place."""
    if not text.removeprefix("\ufeff").startswith("WEBVTT"):
        raise BadFormat(origin.path, "does not begin with WEBVTT", line=1)
    return _cues.layout(text, _cues.cues(text), _MARKUP, Escape.XML, origin.language)


def _shows(text: str) -> bool:
    return text.removeprefix("\ufeff").startswith("WEBVTT")


FORMAT: Final = Format(names=("vtt",), suffixes=(".vtt",), read=read, shows=_shows)
