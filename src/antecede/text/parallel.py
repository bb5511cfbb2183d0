"""Parallel text: files that go together line by line, read and checked in one place."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, field
from itertools import chain, groupby, repeat, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from antecede.errors import BadOption, LengthMismatch, UnreadableFile
from antecede.files import packed, read_lines
from antecede.text.tokens import given_words, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    File = Path | str
    Files = File | Sequence[File]
    """One file, or those of several corpora, which are read one after the other."""

__all__ = ["ParallelText", "Span", "read_ids", "read_parallel"]

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
        lines: list[list[str]] = [[] for _ in sides]
        # Not made into a list: a million tuples are as large as the text.
        names: list[Iterable[tuple[str, float]]] = []
        if ids is not None:
            sides.append(_files(ids))
        for number, corpus in enumerate(_corpora(sides)):
            read = [_read(file) for file in corpus]
            for file, side in zip(corpus, read, strict=True):
                if len(side) != len(read[0]):
                    raise LengthMismatch(corpus[0], len(read[0]), file, len(side))
            weight = weights[number] if weights else 1.0
            documents = _first_fields(read.pop()) if ids is not None else repeat("", len(read[0]))
            names.append(zip(documents, repeat(weight)))
            for whole, side in zip(lines, read, strict=True):
                whole.extend(side)
        return cls(lines[0], tuple(lines[1:]), tuple(_documents(chain.from_iterable(names))), tokenised, tuple(sides))

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
