"""Markup on the input, as Moses's `-xml-input` reads it: translations that the user already knows.

`<n translation="la maison||une maison" prob="0.8||0.2">the house</n>` gives a span its translations,
`<zone> ... </zone>` asks for a stretch to be translated before anything after it, and `<wall/>` lets no phrase order
cross a point. Whatever is not a tag of this kind is text: a `<` in a sentence does no harm.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from antecede.errors import BadFormat, BadOption

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class SpanOption:
    """A translation for the words from `start` up to, not including, `end`."""

    start: int
    end: int
    target: tuple[str, ...]
    probability: float = 1.0
    exclusive: bool = True
    """Whether the span's other translations, and those of spans that overlap it, are left out."""


@dataclass(frozen=True)
class MarkedSentence:
    """A sentence without its tags, and what they specified."""

    words: tuple[str, ...]
    options: tuple[SpanOption, ...] = ()
    zones: tuple[tuple[int, int], ...] = ()
    """Words from the first position up to, not including, the second."""
    walls: tuple[int, ...] = ()
    """Each stands before the word at that position."""


def parse_markup(
    line: str, *, mode: str = "exclusive", path: Path | str = "input", line_number: int = 1
) -> MarkedSentence:
    """Words and options of a line of tokens; `path` and `line_number` are for the error message.

    `mode` is Moses's: "exclusive" or "inclusive" (the options compete with the phrase table's), "ignore" (tags are
    dropped), "pass-through" (tags are words).

    >>> parse_markup('see <n translation="la maison">the house</n> if 1 < 2').options
    (SpanOption(start=1, end=3, target=('la', 'maison'), probability=1.0, exclusive=True),)
    """
    if mode not in _MODES:
        raise BadOption(f"unknown markup mode '{mode}': the modes are {', '.join(_MODES)}")
    if mode == "pass-through":
        return MarkedSentence(tuple(line.split()))
    try:
        words, spans = _spans(line)
        options: list[SpanOption] = []
        for span in spans:
            options.extend(_options(span, exclusive=mode == "exclusive"))
    except ValueError as error:
        raise BadFormat(path, str(error), line=line_number) from None
    if mode == "ignore":
        return MarkedSentence(words)
    return MarkedSentence(
        words,
        tuple(options),
        tuple((span.start, span.end) for span in spans if span.name == "zone" and span.start < span.end),
        tuple(span.start for span in spans if span.name == "wall"),
    )


@dataclass(frozen=True)
class _Span:
    name: str
    attributes: dict[str, str]
    start: int
    end: int


def _spans(line: str) -> tuple[tuple[str, ...], list[_Span]]:
    """The words between the tags, and what each pair of tags encloses, by start, outer ones first."""
    tags = list(_TAG.finditer(line))
    closing = _partners(tags)
    opening = {last: first for first, last in closing.items()}
    words: list[str] = []
    starts: dict[int, int] = {}
    spans: list[_Span] = []
    at = 0
    for index, tag in enumerate(tags):
        words.extend(line[at : tag.start()].split())
        at = tag.end()
        if index in closing:
            starts[index] = len(words)
        elif index in opening:
            first = opening[index]
            spans.append(_Span(tag["name"], _attributes(tags[first]), starts[first], len(words)))
        elif tag["name"] == "wall" and tag["empty"]:
            spans.append(_Span("wall", {}, len(words), len(words)))
        elif _is_translation(tag):
            raise ValueError(f"<{tag['name']}> gives a translation but is not closed by </{tag['name']}>")
        else:
            words.extend(tag[0].split())
    words.extend(line[at:].split())
    spans.sort(key=lambda span: (span.start, -span.end))
    return tuple(words), spans


def _partners(tags: list[re.Match[str]]) -> dict[int, int]:
    """Which closing tag ends which opening one; tags that nothing opens or closes are not in it."""
    partners: dict[int, int] = {}
    open_tags: list[int] = []
    for index, tag in enumerate(tags):
        if tag["empty"]:
            continue
        if not tag["close"]:
            open_tags.append(index)
            continue
        opening = next((n for n in reversed(open_tags) if tags[n]["name"] == tag["name"]), None)
        if opening is None:
            continue
        crossed = next((n for n in open_tags if n > opening and _is_translation(tags[n])), None)
        if crossed is not None:
            raise ValueError(f"</{tag['name']}> comes before <{tags[crossed]['name']}> is closed")
        partners[opening] = index
        del open_tags[open_tags.index(opening) :]
    return partners


def _options(span: _Span, *, exclusive: bool) -> list[SpanOption]:
    given = span.attributes.get("translation", span.attributes.get("english"))
    if given is None:
        return []
    if span.start == span.end:
        raise ValueError(f"<{span.name}> gives a translation for no word")
    targets = [tuple(text.split()) for text in given.split("||")]
    if not all(targets):
        raise ValueError(f"<{span.name}> gives an empty translation")
    stated = span.attributes.get("prob")
    probabilities = [_probability(text) for text in stated.split("||")] if stated is not None else [1.0] * len(targets)
    if len(probabilities) != len(targets):
        raise ValueError(f"<{span.name}> gives {len(targets)} translations but {len(probabilities)} probabilities")
    return [
        SpanOption(span.start, span.end, target, probability, exclusive)
        for target, probability in zip(targets, probabilities, strict=True)
    ]


def _probability(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise ValueError(f"the probability '{text.strip()}' is not a number above 0")
    return value


def _is_translation(tag: re.Match[str]) -> bool:
    return not tag["close"] and bool(_attributes(tag).keys() & {"translation", "english"})


def _attributes(tag: re.Match[str]) -> dict[str, str]:
    return {name: double or single for name, double, single in _ATTRIBUTE.findall(tag["attributes"])}


_MODES: Final = ("exclusive", "inclusive", "ignore", "pass-through")
_ATTRIBUTE: Final = re.compile(r"""([A-Za-z_][\w.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_TAG: Final = re.compile(
    r"""<(?P<close>/?)(?P<name>[A-Za-z_][\w.-]*)"""
    r"""(?P<attributes>(?:\s+[A-Za-z_][\w.-]*\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(?P<empty>/?)>"""
)
