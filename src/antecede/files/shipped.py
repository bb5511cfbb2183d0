"""Data files that come with a package, compared with the checksums beside them where there are any."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from antecede.errors import ResourceError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

SUMS: Final = "SHA256SUMS"
"""What `sha256sum` prints of the data files of a folder."""
_AGAIN: Final = "install the package that it belongs to again"


def shipped(folder: Traversable, name: str) -> Traversable | None:
    """A file of the folder, None where none of that name ships; raises `ResourceError` if it is damaged.

    A folder without `SHA256SUMS` says nothing of its files; in one that has it, all are listed.
    """
    place, listed = folder.joinpath(name), folder.joinpath(SUMS)
    try:
        if not listed.is_file():
            return place if place.is_file() else None
        rows = (line.split("  ") for line in listed.read_text(encoding="utf-8").splitlines())
        sums = {file: checksum for checksum, file in rows}
        if name not in sums and not place.is_file():
            return None
        content = place.read_bytes()
    except (OSError, ValueError):
        raise ResourceError(f"{place}: cannot be read or checked; {_AGAIN}") from None
    if hashlib.sha256(content).hexdigest() != sums.get(name):
        raise ResourceError(f"{place}: is damaged (its checksum differs); {_AGAIN}")
    return place


def text_of(place: Traversable) -> str:
    """The text of a file that ships."""
    try:
        return place.read_text(encoding="utf-8")
    except (OSError, ValueError):
        raise ResourceError(f"{place}: cannot be read; {_AGAIN}") from None


def two_counts(place: Traversable | None) -> dict[str, tuple[int, int]]:
    """The words of a table with two counts each, tabs between them; nothing where there is no table.

    Lines that start with `#` are comments.
    """
    if place is None:
        return {}
    counts = {}
    for line_number, line in enumerate(text_of(place).splitlines(), 1):
        if line.startswith("#"):
            continue
        try:
            word, first, second = line.split("\t")
            counts[word] = int(first), int(second)
        except ValueError:
            raise ResourceError(f"{place}, line {line_number}: is not a word and two counts, tab-separated") from None
    return counts
