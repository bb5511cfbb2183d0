"""Parallel text, line by line."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, cast

from antecede.errors import LengthMismatch
from antecede.files.packed import read_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path


def read_parallel(*sides: Sequence[Path]) -> Iterator[tuple[str, ...]]:
    """The lines of parallel corpora together, one corpus after the other; LengthMismatch if one is shorter."""
    for paths in zip(*sides, strict=True):
        for index, lines in enumerate(zip_longest(*map(read_lines, paths))):
            if None in lines:
                short = paths[lines.index(None)]
                long = next(path for path, line in zip(paths, lines, strict=True) if line is not None)
                raise LengthMismatch(short, index, long, sum(1 for _ in read_lines(long)))
            yield cast("tuple[str, ...]", lines)
