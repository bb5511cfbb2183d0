"""A table of strings on disk, searched by bisection: it is memory-mapped, so that a lexicon opens at once."""

from __future__ import annotations

import mmap
import zlib
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from antecede.errors import ResourceError
from antecede.files import write_all

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_MAGIC: Final = b"antecede table 2"


class Table:
    """Lists of strings, none of them empty, by a key; no string may hold a tab or a line feed."""

    def __init__(self, path: Path, key: str) -> None:
        """Map the file; raises `ResourceError` if it was not made with `key`, or is damaged."""
        try:
            with path.open("rb") as file:
                self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            raise ResourceError(f"{path}: cannot be read: {error}") from None
        start = self._data.find(b"\n") + 1
        header = f"{_MAGIC.decode()} {key} {_checksum(memoryview(self._data)[start:])}"
        fields = self._data[:start].split()
        if self._data[:start].rsplit(b" ", 1)[0].decode("ascii", "replace") != header or not fields[-1].isdigit():
            raise ResourceError(f"{path} is not the table that is wanted, or damaged: delete it")
        size = 4 * int(fields[-1])
        self._offsets = np.frombuffer(self._data, dtype="<u4", count=int(fields[-1]), offset=start)
        self._lines = start + size
        # Text repeats its words.
        self.get = lru_cache(maxsize=1 << 16)(self._get)

    def __len__(self) -> int:
        return len(self._offsets)

    def _get(self, key: str) -> tuple[str, ...]:
        """The strings of a key, by binary search; none if it is not there."""
        wanted = key.encode("utf-8", "surrogatepass")
        low, high = 0, len(self._offsets)
        while low < high:
            middle = (low + high) // 2
            line = self._line(middle)
            current = line[: line.index(b"\t")]
            if current == wanted:
                return tuple(line.decode().split("\t")[1:])
            if current < wanted:
                low = middle + 1
            else:
                high = middle
        return ()

    def _line(self, index: int) -> bytes:
        start = self._lines + int(self._offsets[index])
        return self._data[start : self._data.find(b"\n", start)]


def write_table(path: Path, key: str, rows: Mapping[str, list[str]]) -> None:
    """Write a table; `key` says what it was made from."""
    lines = sorted("\t".join((name, *values)).encode() + b"\n" for name, values in rows.items())
    lines.sort(key=lambda line: line[: line.index(b"\t")])
    offsets = np.cumsum([0, *map(len, lines)])[:-1].astype("<u4")
    body = offsets.tobytes() + b"".join(lines)
    header = f"{_MAGIC.decode()} {key} {_checksum(body)} {len(lines)}\n"
    write_all({path: header.encode() + body})


def _checksum(body: bytes | memoryview) -> str:
    # Against accidents, whenever a table is opened: a cryptographic one takes three times as long.
    return f"{zlib.crc32(body):08x}"
