"""Parallel text: files that go together line by line, read and checked in one place."""

from __future__ import annotations

import hashlib
import json
import logging
import re
from dataclasses import dataclass, field, replace
from itertools import chain, groupby, pairwise, repeat, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from antecede.errors import BadOption, LengthMismatch, UnreadableFile
from antecede.files import STANDARD_INPUT, is_standard_input, packed, read_lines
from antecede.text.tokens import given_words, is_plainly_untokenised, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    File = Path | str
    Files = File | Sequence[File]
    """One file, or those of several corpora, which are read one after the other."""

__all__ = [
    "ParallelText",
    "Span",
    "are_undivided",
    "document_starts",
    "read_ids",
    "read_parallel",
    "refuse_standard_input_twice",
    "spans",
    "warn_undivided",
]

MANY: Final = 20
"""From so many lines on, one document is rather a text whose boundaries nobody stated."""

_BEGINNING: Final = 1000
"""How many lines are looked at, to see how a file is tokenised."""
_CONTROL: Final = re.compile(r"[\t\r\f\v]")


class Span(NamedTuple):
    """A document: its lines from `start` up to `end`."""

    id: str
    start: int
    end: int
    weight: float = 1.0
    """How much the corpus that it comes from counts."""

    @property
    def lines(self) -> slice:
        """Its lines, to be taken from any list of the text's lines."""
        return slice(self.start, self.end)


@dataclass(frozen=True, slots=True)
class ParallelText:
    """A text, its translations line by line, and the documents that the lines belong to."""

    source: Sequence[str]
    targets: tuple[Sequence[str], ...]
    documents: tuple[Span, ...]
    tokenised: bool = False
    files: tuple[tuple[File, ...], ...] = field(default=(), repr=False)
    """What was read: the files of the source, of each target, and of the ids where they were given."""

    @classmethod
    def read(
        cls,
        source: Files,
        *targets: Files,
        ids: Files | None = None,
        weights: Sequence[float] = (),
        tokenised: bool = False,
    ) -> ParallelText:
        """Read files that may be packed; a `LengthMismatch` names the two that are not parallel.

        `ids` has the document of each line in its first tab-separated field: lines of one name that follow each other
        are a document. Without it all lines are one. `weights` are those of the corpora, one for each source file.
        """
        sides = [_files(source), *map(_files, targets)]
        refuse_standard_input_twice([file for side in [*sides, _files(ids or ())] for file in side])
        lines: list[list[str]] = [[] for _ in sides]
        # Not made into a list: a million tuples are as large as the text.
        names: list[Iterable[tuple[str, float]]] = []
        if ids is not None:
            sides.append(_files(ids))
        for number, corpus in enumerate(_corpora(sides)):
            read = [_read(file) for file in corpus]
            for file, side in zip(corpus, read, strict=True):
                if len(side) != len(read[0]):
                    raise LengthMismatch(_called(corpus[0]), len(read[0]), _called(file), len(side))
            weight = weights[number] if weights else 1.0
            documents = _first_fields(read.pop()) if ids is not None else repeat("", len(read[0]))
            names.append(zip(documents, repeat(weight)))
            for whole, side in zip(lines, read, strict=True):
                whole.extend(side)
            if tokenised:
                for file, side in zip(corpus, read, strict=False):
                    _warn_untokenised(file, side)
        return cls(lines[0], tuple(lines[1:]), tuple(_documents(chain.from_iterable(names))), tokenised, tuple(sides))

    @classmethod
    def read_documents(
        cls,
        source: File,
        *targets: File,
        ids: File | None = None,
        one_document: bool = False,
        tokenised: bool = False,
        warn: bool = True,
    ) -> ParallelText:
        """As `read`, but without `ids` a blank line of the source begins a new document, unless all are to be one.

        Many lines without a boundary are one document, and a warning says so.
        """
        if ids is not None and one_document:
            raise BadOption("ids (--ids) say which documents there are; leave out that there is one (--one-document)")
        text = cls.read(source, *targets, ids=ids, tokenised=tokenised)
        if ids is not None or one_document:
            return text
        starts = document_starts(text.source)
        if warn and are_undivided(text.source, starts):
            warn_undivided(source, len(text.source))
        return replace(text, documents=tuple(spans(starts, len(text.source))))

    @property
    def document_ids(self) -> list[str]:
        """The document of each line."""
        return [document.id for document in self.documents for _ in range(document.end - document.start)]

    @property
    def key(self) -> str:
        """The checksum of all the files and of how they are read: what tells this text from others."""
        inputs = [self.tokenised, [[packed.checksum(Path(file)) for file in side] for side in self.files]]
        return hashlib.sha256(json.dumps(inputs).encode()).hexdigest()

    def tokens(self, lines: Sequence[str], language: str, span: Span | None = None) -> Iterator[list[str]]:
        """The tokens of the source's or a target's lines, or of one document's."""
        for line in lines if span is None else lines[span.lines]:
            yield given_words(line) if self.tokenised else words(line, language)

    def spaced(self, lines: Sequence[str], language: str) -> list[str]:
        """The lines with single spaces between their tokens: a million lists of tokens would not fit in memory."""
        if self.tokenised:
            # Most lines are so already, and need no copy.
            return [line if _is_spaced(line) else " ".join(given_words(line)) for line in lines]
        return [" ".join(words(line, language)) for line in lines]


def read_parallel(*sides: Sequence[Path]) -> Iterator[tuple[str, ...]]:
    """The lines of parallel corpora together, one corpus after the other, for text that is not held in memory.

    A `LengthMismatch` is raised if one of the files is shorter.
    """
    for paths in _corpora(sides):
        for index, lines in enumerate(zip_longest(*map(packed.read_lines, paths))):
            if None in lines:
                short = paths[lines.index(None)]
                long = next(path for path, line in zip(paths, lines, strict=True) if line is not None)
                raise LengthMismatch(short, index, long, sum(1 for _ in packed.read_lines(long)))
            yield cast("tuple[str, ...]", lines)


def read_ids(files: Files) -> list[str]:
    """The document of each line: the first tab-separated field."""
    return list(_first_fields(chain.from_iterable(map(_read, _files(files)))))


def document_starts(lines: Iterable[str]) -> list[int]:
    """The lines at which documents begin: the first one, and each that has words and stands after a blank line.

    Blank lines belong to the document before them; those at the beginning to the first one.

    >>> document_starts(["", "It rained.", "They left.", "", "", "The house is old.", ""])
    [0, 5]
    """
    starts, blank, begun = [0], False, False
    for at, line in enumerate(lines):
        if not line.strip():
            blank = begun
            continue
        if blank:
            starts.append(at)
        blank, begun = False, True
    return starts


def spans(starts: Sequence[int], lines: int) -> list[Span]:
    """The documents that begin at these lines: numbered from 1, or without a name where there is one."""
    numbered = enumerate(pairwise([*starts, lines]), start=1)
    return [Span(str(number) if len(starts) > 1 else "", *both) for number, both in numbered]


def are_undivided(lines: Iterable[str], starts: Sequence[int]) -> bool:
    """Whether there are so many lines, and no boundary, that they may well be several documents."""
    return len(starts) == 1 and sum(1 for line in lines if line.strip()) >= MANY


def warn_undivided(path: File, lines: int) -> None:
    """Say that lines are taken for one document, and what to do if they are not."""
    logging.getLogger("antecede").warning(
        "%s: %d lines without a blank line are taken for one document: put a blank line between its documents, or name"
        " them (--ids); if it is one, say so (--one-document)",
        _called(path),
        lines,
    )


def _warn_untokenised(file: File, lines: Sequence[str]) -> None:
    """Say that text is read as if blanks separated its tokens, where they plainly do not."""
    if is_plainly_untokenised(lines[:_BEGINNING]):
        logging.getLogger("antecede").warning(
            "%s: is read as tokenised, but has marks at the ends of words: these words are not known so; leave"
            " --tokenized out, or separate all tokens by spaces",
            _called(file),
        )


def refuse_standard_input_twice(given: Iterable[File]) -> None:
    """Raise `BadOption` where more than one file is the standard input (`-`), which can be read once."""
    if sum(map(is_standard_input, given)) > 1:
        raise BadOption(f"more than one file is - ({STANDARD_INPUT}), which holds one text: name the others")


def _called(file: File) -> File:
    return STANDARD_INPUT if is_standard_input(file) else file


def _files(given: Files) -> tuple[File, ...]:
    return (given,) if isinstance(given, Path | str) else tuple(given)


def _corpora(sides: Sequence[Sequence[File]]) -> Iterator[tuple[File, ...]]:
    """The files of one corpus after the other."""
    for side in sides:
        if len(side) != len(sides[0]):
            raise BadOption(
                f"{_named(sides[0])} and {_named(side)} go together line by line: give as many files of each"
            )
    return zip(*sides, strict=True)


def _named(side: Sequence[File]) -> str:
    return " ".join(map(str, side)) or "(no file)"


def _read(file: File) -> list[str]:
    if Path(file).suffix not in packed.SUFFIXES:
        return read_lines(file)
    lines = list(packed.read_lines(file))
    if not lines:
        raise UnreadableFile(file, "the file is empty; it needs one sentence a line", line=1)
    return lines


def _first_fields(lines: Iterable[str]) -> Iterator[str]:
    return (line.partition("\t")[0] for line in lines)


def _documents(names: Iterable[tuple[str, float]]) -> Iterator[Span]:
    start = 0
    for (name, weight), group in groupby(names):
        end = start + sum(1 for _ in group)
        yield Span(name, start, end, weight)
        start = end


def _is_spaced(line: str) -> bool:
    return not ("  " in line or line.startswith(" ") or line.endswith(" ") or _CONTROL.search(line))
