"""What a test set asks, whatever its files look like."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from antecede.errors import BadFormat, UnreadableFile
from antecede.files import read_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Group = tuple[str, str]
"""What results are also counted by, and its value: `("category", "m.pl")`, `("distance", "1")`."""

_LARGEST: Final = 1 << 28


class Contrast(NamedTuple):
    """A source with two translations that differ in little, of which one is right; the last line is what is asked."""

    source: tuple[str, ...]
    """The lines before, and the line itself."""
    right: tuple[str, ...]
    wrong: tuple[str, ...]
    groups: tuple[Group, ...] = ()


class Expected(NamedTuple):
    """A word that the translation of a segment has to have."""

    source: str
    word: str
    groups: tuple[Group, ...] = ()


@dataclass(frozen=True, slots=True)
class TestSet:
    """The items of a set: contrasts, which a judge decides, or words that are expected, which a translation has."""

    contrasts: tuple[Contrast, ...] = ()
    expected: tuple[Expected, ...] = ()


@dataclass(frozen=True, slots=True)
class Layout:
    """How a set's files are laid out."""

    read: Callable[[Path, str, str], TestSet]
    """From the folder, or the file, and the codes of the two languages."""


def files_in(place: Path, suffix: str) -> list[Path]:
    """The file, or the files of the folder with this suffix, by name."""
    if not place.exists():
        raise UnreadableFile(place, "no such file or folder")
    return sorted(place.glob(f"*{suffix}")) if place.is_dir() else [place]


def read_json(path: Path) -> Any:  # noqa: ANN401 - JSON
    """The content of a file; programs write JSON in one line."""
    try:
        return json.loads(read_text(path, largest=_LARGEST, longest_line=_LARGEST).removeprefix("\ufeff"))
    except ValueError as error:
        raise BadFormat(path, f"is not JSON: {error}") from None


def two_lines(path: Path, entry: object, where: str) -> tuple[str, str]:
    """The line before and the line itself."""
    if not isinstance(entry, list) or len(entry) != 2 or not all(isinstance(line, str) for line in entry):
        raise BadFormat(path, f"{where}: is not a list of two lines, the one before and the one itself")
    return entry[0], entry[1]
