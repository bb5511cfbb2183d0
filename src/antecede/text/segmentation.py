"""Sentences in running text."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.languages import language
from antecede.text._patterns import alternatives

if TYPE_CHECKING:
    from collections.abc import Iterator

_BLANK_LINE: Final = re.compile(r"\n[^\S\n]*\r?\n\s*")
_CLOSERS: Final = "\"'”’»›)\\]}"
_OPENERS: Final = "\"'“‘«‹([{¿¡„*•–—-"
# One or more final marks, then quotes and brackets that close; French sets its quotes off with a space.
_END: Final = re.compile(
    rf"(?<![.!?…])[.!?…]+(?:[{_CLOSERS}]|[ \u00a0\u202f][»›]|[ \u00a0\u202f][!?]+)*(?:\[\d{{1,3}}\])*(?=\s|\Z)"
)
_NEXT: Final = re.compile(rf"\s+[{re.escape(_OPENERS)}]*[ \u00a0\u202f]?(\S?)")
_LIST_NUMBER: Final = re.compile(r"\d{1,3}\.|[A-Za-z]\.|[IVX]{1,5}\.")
_WHOLE_WORD: Final = re.compile(r"[^\W\d_]{3,}[.?!]")


def split_sentences(text: str, language_code: str) -> list[tuple[int, int]]:
    """Where each sentence starts and ends, without the white space around it; a blank line always ends one.

    >>> text = "Mr. Smith (b. 1950) paid $3.50. “Why?” she asked. He left..."
    >>> [text[start:end] for start, end in split_sentences(text, "en")]
    ['Mr. Smith (b. 1950) paid $3.50.', '“Why?” she asked.', 'He left...']
    """
    spans: list[tuple[int, int]] = []
    for start, end in paragraphs(text):
        _split_paragraph(text, start, end, language_code, spans)
    return spans


def paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Where each paragraph starts and ends, without the blank lines between them."""
    start = 0
    for gap in _BLANK_LINE.finditer(text):
        yield start, gap.start()
        start = gap.end()
    yield start, len(text)


def _split_paragraph(text: str, start: int, end: int, code: str, spans: list[tuple[int, int]]) -> None:
    sentence = start
    for mark in _END.finditer(text, start, end):
        if _ends_sentence(text, sentence, mark, end, _rules(code)):
            _add(text, sentence, mark.end(), spans)
            sentence = mark.end()
    _add(text, sentence, end, spans)


def _add(text: str, start: int, end: int, spans: list[tuple[int, int]]) -> None:
    part = text[start:end]
    stripped = part.strip()
    if stripped:
        start += len(part) - len(part.lstrip())
        spans.append((start, start + len(stripped)))


def _ends_sentence(text: str, start: int, mark: re.Match[str], end: int, rules: _Rules) -> bool:
    following = _NEXT.match(text, mark.end(), end)
    if following is None or not following[1]:
        return True
    letter = following[1]
    word = text[_last_word(text, max(start, mark.start() - 40), mark.start()) : mark.end()]
    if letter.islower():
        # “Why?” she asked; etc. and so on; no... yes: it goes on. After a whole word and a bare mark it does not:
        # people who write without capitals end their sentences too.
        return mark[0] in {".", "?", "!"} and _WHOLE_WORD.fullmatch(word) is not None and not rules.any.fullmatch(word)
    if mark[0] != ".":
        return True
    if rules.initial.fullmatch(word):
        return rules.starter.match(text, following.end() - 1) is not None
    begins_list = mark.end() - start < 12 and _LIST_NUMBER.fullmatch(text[start : mark.end()].lstrip())
    before_number = letter.isdigit() and rules.before_number.fullmatch(word)
    return not (rules.abbreviation.fullmatch(word) or begins_list or before_number)


def _last_word(text: str, start: int, end: int) -> int:
    while end > start and not text[end - 1].isspace():
        end -= 1
    while text[end] in _OPENERS:
        end += 1
    return end


class _Rules(NamedTuple):
    any: re.Pattern[str]
    abbreviation: re.Pattern[str]
    before_number: re.Pattern[str]
    initial: re.Pattern[str]
    starter: re.Pattern[str]


@cache
def _rules(code: str) -> _Rules:
    described = language(code)
    not_initial = f"(?![{described.not_initials}]\\.)" if described.not_initials else ""
    known = described.abbreviations | described.final_abbreviations | described.number_abbreviations
    return _Rules(
        any=re.compile(alternatives(known)),
        abbreviation=re.compile(alternatives(described.abbreviations)),
        before_number=re.compile(rf"{alternatives(described.number_abbreviations)}|[a-z]\."),
        initial=re.compile(rf"{not_initial}[A-ZÀ-ÖØ-Þ]\.|(?:[^\W\d_]\.-?)+[^\W\d_]\."),
        starter=re.compile(rf"(?:{alternatives(described.sentence_starters)})\b"),
    )
