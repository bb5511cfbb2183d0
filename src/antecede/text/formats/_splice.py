"""Put new words where old ones stood."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_LINE_BREAKS: Final = re.compile(
    r"(?<![ \t])[ \t]*[\r\n\t\v\f\x1c-\x1e\x85\u2028\u2029][ \t\r\n\v\f\x1c-\x1e\x85\u2028\u2029]*"
)
# What neither XML nor UTF-8 can hold.
_FORBIDDEN: Final = re.compile("[\0-\x08\x0e-\x1b\x1f\ud800-\udfff\ufffe\uffff]")
_REFERENCE: Final = re.compile(r"&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp|lrm|rlm));")
# Those of XML, and those that WebVTT adds.
_NAMED: Final = {
    "amp": "&",
    "lt": "<",
    "gt": ">",
    "quot": '"',
    "apos": "'",
    "nbsp": "\u00a0",
    "lrm": "\u200e",
    "rlm": "\u200f",
}
_WORD: Final = re.compile(r"\S+")


class Edit(NamedTuple):
    """Characters to replace; `start == end` inserts."""

    start: int
    end: int
    text: str


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The text with all the edits made; they may not overlap."""
    pieces, done = [], 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        pieces += [text[done : edit.start], edit.text]
        done = edit.end
    pieces.append(text[done:])
    return "".join(pieces)


def one_line(text: str) -> str:
    r"""The text without line breaks and tabs, and without what no file can hold.

    >>> one_line("two \n lines")
    'two lines'
    """
    return _LINE_BREAKS.sub(" ", _FORBIDDEN.sub("", text))


def escape(text: str, how: str) -> str:
    """The text as a file spells it: `plain`, `xml` or `cdata`."""
    if how == "plain":
        return text
    if how == "cdata":
        return text.replace("]]>", "]]]]><![CDATA[>")
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def unescape(raw: str) -> str:
    """The text that XML or WebVTT spells; references to what they do not define stay as they are.

    >>> unescape("R&amp;D &#233; &agrave;")
    'R&D é &agrave;'
    """
    return _REFERENCE.sub(_character, raw) if "&" in raw else raw


def _character(match: re.Match[str]) -> str:
    decimal, hexadecimal, name = match.groups()
    if name:
        return _NAMED[name]
    code = int(decimal) if decimal else int(hexadecimal, 16)
    return chr(code) if code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else match[0]


def distribute(text: str, pieces: Sequence[tuple[str, str]]) -> list[str]:
    """A share of the text for each piece (its old text, and what joins it to the next), by the old lengths.

    Words stay whole. A joint that is white space stands for the space between two shares.

    >>> distribute("Cliquez ici maintenant.", [("Click ", ""), ("here", ""), (" now.", "")])
    ['Cliquez ', 'ici', ' maintenant.']
    """
    text = one_line(text).strip()
    matches = list(_WORD.finditer(text))
    if len(pieces) == 1 or not matches:
        return [text, *("" for _ in pieces[1:])]
    ends = _word_counts([match.span() for match in matches], [len(old.strip()) for old, _ in pieces])
    shares, start = [], 0
    for (old, joint), words in zip(pieces, ends, strict=True):
        if words == len(matches):
            end = following = len(text)
        elif words == 0:
            end = following = 0
        else:
            end, following = matches[words - 1].end(), matches[words].start()
            if joint.strip() or not joint:
                end = following = following if old[-1:].isspace() else end
        shares.append(text[start:end])
        start = max(start, following)
    return shares


def _word_counts(words: Sequence[tuple[int, int]], lengths: Sequence[int]) -> list[int]:
    """How many words are used up after each piece; each gets one at least where there are enough."""
    total, length = sum(lengths) or 1, words[-1][1]
    counts, used, passed = [], 0, 0
    least = int(len(words) >= len(lengths))
    for position, share in enumerate(lengths):
        passed += share
        reach = length * passed / total
        most = len(words) - least * (len(lengths) - 1 - position)
        used += least
        while used < most and sum(words[used]) / 2 <= reach:
            used += 1
        counts.append(used)
    counts[-1] = len(words)
    return counts
