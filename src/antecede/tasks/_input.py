"""What people hand in from Python: one text or a list of lines, checked, and divided into documents."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import accumulate, groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.errors import BadText, LengthMismatch
from antecede.files.reading import LONGEST_LINE
from antecede.text import Document
from antecede.text.parallel import ParallelText, Span, are_undivided, document_starts, spans

if TYPE_CHECKING:
    Text = str | Sequence[str]
    """One text, a sentence a line, or a list of its lines."""
    Documents = Sequence[str] | Sequence[int]
    """The document of each line, or how many lines each document has."""

__all__ = ["Documents", "Text", "given_document", "given_lines", "given_text", "parallel_text"]

LARGEST_TEXT: Final = 8 << 20
"""Characters that one string may have: what is larger is a collection, whose documents are better read one by one."""
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def given_text(text: object, name: str) -> str:
    """A string that was given, if it is text; a `BadText` says by this name what is wrong with it."""
    if isinstance(text, Path):
        raise BadText(name, f"is a path; give the text itself: Path({str(text)!r}).read_text(encoding='utf-8')")
    if isinstance(text, bytes | bytearray):
        raise BadText(name, "is bytes; decode them first: .decode('utf-8')")
    if isinstance(text, Mapping | AbstractSet):
        raise BadText(name, f"is of type {type(text).__name__}, which has no lines in order; give a list of strings")
    if not isinstance(text, str):
        raise BadText(name, f"is of type {type(text).__name__}; give a string or a list of strings")
    if len(text) > LARGEST_TEXT:
        problem = f"has {len(text)} characters, more than the {LARGEST_TEXT} that are taken in one string"
        raise BadText(name, f"{problem}; give its documents one by one to `stream`")
    return _checked(text, name)


def given_lines(text: object, name: str) -> list[str]:
    """The lines of one text, without their ends, or those of a list."""
    if isinstance(text, str | bytes | bytearray | Path | Mapping | AbstractSet) or not isinstance(text, Iterable):
        lines = given_text(text, name).removeprefix("\ufeff").replace("\r\n", "\n").removesuffix("\n").split("\n")
    else:
        lines = list(text)
        if not lines:
            raise BadText(name, "is an empty list; give at least one line")
        for number, line in enumerate(lines, start=1):
            if not isinstance(line, str):
                problem = f"is of type {type(line).__name__}; every line has to be a string"
                raise BadText(name, problem, line=number)
            _checked(line, name, number)
    for number, line in enumerate(lines, start=1):
        _refuse_endless(line, name, number, "give one sentence a line")
    return lines


def given_document(text: object, language: str) -> Document:
    """One document: running text, a list of its sentences, or one that is divided already."""
    if isinstance(text, Document):
        return text
    if not isinstance(text, str):
        return Document.from_lines(given_lines(text, "text"), language)
    document = Document.from_text(given_text(text, "text"), language)
    longest = max(document.sentences, key=lambda sentence: len(sentence.text), default=None)
    if longest is not None:
        line = text.count("\n", 0, longest.start) + 1
        _refuse_endless(longest.text, "text", line, "give text that has sentences, or a list of them")
    return document


def parallel_text(
    sides: Sequence[tuple[str, object]], documents: Documents | None = None, *, tokenised: bool = False
) -> ParallelText:
    """A source and its translations, each with what messages call it, divided into documents.

    Without `documents` a blank line of the source ends one; many lines of which none is blank are one, and a warning
    says so.
    """
    (first, _), *_ = sides
    lines = [given_lines(text, name) for name, text in sides]
    for (name, _), side in zip(sides, lines, strict=True):
        if len(side) != len(lines[0]):
            raise LengthMismatch(first, len(lines[0]), name, len(side))
    source, *targets = lines
    stated = _divided(source) if documents is None else _stated(documents, len(source))
    return ParallelText(source, tuple(targets), tuple(stated), tokenised)


def _refuse_endless(sentence: str, name: str, line: int, remedy: str) -> None:
    if len(sentence) > LONGEST_LINE:
        problem = f"has {len(sentence)} characters, more than the {LONGEST_LINE} that a sentence may have"
        raise BadText(name, f"{problem}; {remedy}", line=line)


def _checked(text: str, name: str, line: int | None = None) -> str:
    def at(place: int) -> int:
        return text.count("\n", 0, place) + 1 if line is None else line

    if match := _SURROGATE.search(text):
        problem = f"has a lone surrogate (U+{ord(match[0]):04X}), which is no character; read the text as UTF-8, or"
        raise BadText(name, f"{problem} replace it: .encode('utf-8', 'replace').decode()", line=at(match.start()))
    if (place := text.find("\0")) >= 0:
        raise BadText(name, "has a NUL character, so it is not text; remove it", line=at(place))
    return text


def _divided(source: Sequence[str]) -> list[Span]:
    starts = document_starts(source)
    if are_undivided(source, starts):
        message = f"{len(source)} lines without a blank line are taken for one document: state `documents`"
        # Whoever calls the task is told: `parallel_text` and the task stand between.
        warnings.warn(message, stacklevel=4)
    return spans(starts, len(source))


def _stated(documents: object, lines: int) -> list[Span]:
    if isinstance(documents, str | bytes) or not isinstance(documents, Iterable):
        raise BadText("documents", "give a list: the document of each line, or the number of lines of each document")
    given = list(documents)
    if given and all(isinstance(each, str) for each in given):
        if len(given) != lines:
            raise LengthMismatch("documents", len(given), "the source", lines)
        named, start = [], 0
        for name, group in groupby(given):
            end = start + sum(1 for _ in group)
            named.append(Span(name, start, end))
            start = end
        return named
    if not given or not all(type(each) is int and each > 0 for each in given):
        problem = "holds neither names alone nor numbers of lines alone; give the document of each line, or how many"
        raise BadText("documents", f"{problem} lines (1 or more) each document has")
    if sum(given) != lines:
        raise BadText("documents", f"their lengths add up to {sum(given)} lines, but the source has {lines}")
    return spans([0, *accumulate(given[:-1])], lines)
