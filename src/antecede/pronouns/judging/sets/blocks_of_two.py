"""Blocks of two: `NAME.current.src` and `.trg`, where two lines share their source and the first is right.

The lines before are in `NAME.cN.context.src` and `.trg`, N for each line of `current`; the longest context that there
is is read. The names may end in the codes of the languages instead. A folder has any number of names, each a category.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from antecede.errors import BadFormat, LengthMismatch, UnreadableFile
from antecede.files import read_lines
from antecede.pronouns.judging.sets._items import Contrast, Layout, TestSet

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_CURRENT: Final = ".current."
_CONTEXT: Final = re.compile(r"\.c(\d+)\.context\.")


def read(place: Path, source: str, target: str) -> TestSet:
    """The contrasts of all names in a folder."""
    found = [file for file in _files(place, _CURRENT) if file.suffix in {".src", f".{source}"}]
    if not found:
        raise UnreadableFile(place, "has no NAME.current.src: a set of blocks of two is a folder with such files")
    return TestSet(tuple(each for file in found for each in _contrasts(file, source, target)))


def _contrasts(file: Path, source: str, target: str) -> Iterator[Contrast]:
    other = ".trg" if file.suffix == ".src" else f".{target}"
    name = file.name.partition(_CURRENT)[0]
    sides = [_with_context(file, name, file.suffix), _with_context(file.with_suffix(other), name, other)]
    del source
    if len(sides[0]) != len(sides[1]):
        raise LengthMismatch(file, len(sides[0]), file.with_suffix(other), len(sides[1]))
    if len(sides[0]) % 2:
        raise BadFormat(file, f"has {len(sides[0])} lines; two lines, a right one and a wrong one, are a block")
    for at in range(0, len(sides[0]), 2):
        if sides[0][at][-1] != sides[0][at + 1][-1]:
            raise BadFormat(file, "differs from the line before it, with which it makes a block", line=at + 2)
        yield Contrast(sides[0][at], sides[1][at], sides[1][at + 1], (("category", name),))


def _with_context(file: Path, name: str, suffix: str) -> list[tuple[str, ...]]:
    """Each line with those before it."""
    lines = read_lines(file)
    contexts = {
        int(match[1]): each
        for each in _files(file.parent, ".context.")
        if each.suffix == suffix and each.name.startswith(f"{name}.c") and (match := _CONTEXT.search(each.name))
    }
    size = max(contexts, default=0)
    if not size:
        return [(line,) for line in lines]
    before = read_lines(contexts[size])
    if len(before) != size * len(lines):
        raise BadFormat(
            contexts[size], f"has {len(before)} lines, not {size} for each of the {len(lines)} of {file.name}"
        )
    return [(*before[at * size : (at + 1) * size], line) for at, line in enumerate(lines)]


def _files(folder: Path, part: str) -> list[Path]:
    return sorted(file for file in folder.glob("*") if part in file.name) if folder.is_dir() else []


LAYOUT: Final = Layout(read)
