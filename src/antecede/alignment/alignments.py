"""The word alignments of a parallel text, small in memory, in and out of Pharaoh files."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Self, overload

import numpy as np

from antecede import _native
from antecede.errors import BadAlignment, LengthMismatch, UnreadableFile
from antecede.files import read_bytes, write_all

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


class Link(NamedTuple):
    """Source and target positions that translate each other, counted from 0."""

    source: int
    target: int


class Alignments(Sequence[tuple[Link, ...]]):
    """The links of each sentence, sorted and without repetition: 8 bytes a link and 8 a sentence.

    >>> alignments = Alignments.parse(["0-0 1-2 1-1", ""])
    >>> alignments[0]
    (Link(source=0, target=0), Link(source=1, target=1), Link(source=1, target=2))
    >>> alignments.targets(0, 1)
    (1, 2)
    """

    __slots__ = ("_flat",)
    _flat: _native.FlatAlignments

    def __init__(self, flat: _native.FlatAlignments) -> None:
        """Wrap what the native module made; users `parse` or `read`."""
        self._flat = flat

    @classmethod
    def parse(
        cls,
        lines: Iterable[str],
        *,
        source_lengths: Sequence[int] | None = None,
        target_lengths: Sequence[int] | None = None,
    ) -> Self:
        """One line a sentence, `i-j` links separated by spaces; an empty line is a sentence without links.

        With the lengths of the sentences, every link is checked to lie within them.
        """
        text = [line.removesuffix("\n") for line in lines]
        for line_number, line in enumerate(text, start=1):
            if "\n" in line:
                raise BadAlignment("alignment", line_number, "has a line feed inside; give one string a sentence")
        data = "".join(f"{line}\n" for line in text).encode("utf-8", "replace")
        return cls(_checked("alignment", data, source_lengths, target_lengths))

    @classmethod
    def of_links(cls, sentences: Iterable[Iterable[Link]]) -> Self:
        """The links of each sentence, in any order.

        >>> Alignments.of_links([[Link(1, 0), Link(0, 1)], []])[0]
        (Link(source=0, target=1), Link(source=1, target=0))
        """
        try:
            return cls(_native.of_links(sentences))
        except _native.MalformedAlignment as error:
            sentence, problem = error.args
            raise BadAlignment("alignment", sentence, problem) from None

    @classmethod
    def read(
        cls,
        path: Path | str,
        *,
        source_lengths: Sequence[int] | None = None,
        target_lengths: Sequence[int] | None = None,
    ) -> Self:
        """A Pharaoh file; with the lengths of the sentences, every link is checked to lie within them."""
        data = read_bytes(path).removeprefix(_BYTE_ORDER_MARK)
        if not data:
            raise UnreadableFile(path, "is empty; it needs one line of links a sentence")
        return cls(_checked(path, data, source_lengths, target_lengths))

    @classmethod
    def given(
        cls, alignment: Path | str | Sequence[str], *, source_lengths: Sequence[int], target_lengths: Sequence[int]
    ) -> Self:
        """A Pharaoh file, or the lines of one, for sentences of these lengths."""
        if isinstance(alignment, Path | str):
            return cls.read(alignment, source_lengths=source_lengths, target_lengths=target_lengths)
        return cls.parse(alignment, source_lengths=source_lengths, target_lengths=target_lengths)

    def write(self, path: Path | str) -> None:
        """Write a Pharaoh file, completely or not at all."""
        write_all({path: self.format()})

    def format(self) -> bytes:
        """The text of a Pharaoh file."""
        return _native.format(self._flat)

    def __len__(self) -> int:
        return len(self._flat)

    @overload
    def __getitem__(self, index: int) -> tuple[Link, ...]: ...
    @overload
    def __getitem__(self, index: slice) -> Self: ...
    def __getitem__(self, index: int | slice) -> tuple[Link, ...] | Self:
        if isinstance(index, slice):
            first, last, step = index.indices(len(self))
            if step != 1:
                raise ValueError("sentences are taken in order, one after the other")
            return type(self)(self._flat.slice(first, max(first, last)))
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError("no such sentence")
        return tuple(map(Link._make, self._flat.pairs(index)))

    def targets(self, sentence: int, position: int) -> tuple[int, ...]:
        """The target positions that a source position is linked to, in ascending order."""
        return self._flat.targets(sentence, position)

    def sources(self, sentence: int, position: int) -> tuple[int, ...]:
        """The source positions that a target position is linked to, in ascending order."""
        return self._flat.sources(sentence, position)

    def reversed(self) -> Self:
        """The same links from target to source."""
        return type(self)(self._flat.reversed())

    @property
    def offsets(self) -> npt.NDArray[np.int64]:
        """Where the links of each sentence start in `links`, and where the last ends: a view."""
        return self._flat.offsets

    @property
    def links(self) -> npt.NDArray[np.int32]:
        """The links of all sentences, a row of source and target position each: a view."""
        return self._flat.links

    @property
    def checksum(self) -> str:
        """Four hexadecimal digits that distinguish alignments in a signature."""
        return hashlib.sha256(self.format()).hexdigest()[:4]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Alignments):
            return NotImplemented
        return np.array_equal(self.offsets, other.offsets) and np.array_equal(self.links, other.links)

    def __hash__(self) -> int:
        return hash((len(self), self.links.shape[0], self.links[:16].tobytes()))

    def __repr__(self) -> str:
        return f"<Alignments: {len(self)} sentences, {self.links.shape[0]} links>"

    @property
    def native(self) -> _native.FlatAlignments:
        """The links as the native parts take them."""
        return self._flat

    @staticmethod
    def symmetrised(forward: Alignments, reverse: Alignments, method: str) -> Alignments:
        """What `symmetrise` gives; it lives here because only this class touches the native object."""
        return Alignments(_native.symmetrise(forward._flat, reverse._flat, method))


def _checked(
    path: Path | str, data: bytes, source_lengths: Sequence[int] | None, target_lengths: Sequence[int] | None
) -> _native.FlatAlignments:
    flat = _parse(path, data, source_lengths, target_lengths)
    for side, lengths in (("source", source_lengths), ("target", target_lengths)):
        if lengths is not None and len(lengths) != len(flat):
            raise LengthMismatch(path, len(flat), f"the {side} text", len(lengths))
    return flat


def _parse(
    path: Path | str,
    data: bytes,
    source_lengths: Sequence[int] | None,
    target_lengths: Sequence[int] | None,
) -> _native.FlatAlignments:
    try:
        return _native.parse(data, _array(source_lengths), _array(target_lengths))
    except _native.MalformedAlignment as error:
        line, problem = error.args
        raise BadAlignment(path, line, problem) from None


def _array(lengths: Sequence[int] | None) -> npt.NDArray[np.int32] | None:
    return None if lengths is None else np.ascontiguousarray(lengths, dtype=np.int32)
