"""What a GGUF file says of a model, and its tensors, read as data: every length is compared with the file's.

GGUF is llama.cpp's form of a language model in one file: a header of named facts, the vocabulary among them, a table of
tensors, and their numbers, most of them quantised in blocks.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from antecede.errors import ResourceError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

__all__ = ["Gguf", "read_gguf"]

LARGEST_HEADER: Final = 1 << 26
"""Bytes before the numbers: those of a vocabulary of 50,000 are 2 MB."""
_LARGEST_TENSOR: Final = 1 << 31
"""Numbers of a tensor, which need four bytes each when they are unpacked."""
_MOST: Final = 1 << 14
"""Facts, and tensors: a model of 30 layers has 33 and 272."""
_LONGEST_NAME: Final = 1 << 10
_LONGEST_TEXT: Final = 1 << 20
_MAGIC: Final = b"GGUF"
_VERSIONS: Final = (2, 3)
_ALIGNMENT: Final = 32
_NUMBERS: Final[dict[int, np.dtype[Any]]] = {
    0: np.dtype("u1"),
    1: np.dtype("i1"),
    2: np.dtype("<u2"),
    3: np.dtype("<i2"),
    4: np.dtype("<u4"),
    5: np.dtype("<i4"),
    6: np.dtype("<f4"),
    7: np.dtype("?"),
    10: np.dtype("<u8"),
    11: np.dtype("<i8"),
    12: np.dtype("<f8"),
}
_TEXT: Final = 8
_LIST: Final = 9


class _Refused(Exception):
    """What is wrong with a file, without its name."""


class _Packing(NamedTuple):
    """How a type of tensor packs its numbers: so many in a block of so many bytes."""

    name: str
    numbers: int
    size: int
    unpack: Callable[[NDArray[np.uint8]], Floats]
    """From rows, one a block, to the numbers of each."""


@dataclass(frozen=True, slots=True)
class _Tensor:
    """Where a tensor is in the file."""

    shape: tuple[int, ...]
    packing: _Packing
    start: int
    size: int


@dataclass(frozen=True, slots=True)
class Gguf:
    """A file whose header was read; a tensor is unpacked when it is asked for."""

    path: Path
    facts: Mapping[str, Any]
    """What is said of the model, by name: numbers, texts, and lists of them."""
    tensors: Mapping[str, _Tensor]

    def tensor(self, name: str) -> Floats | None:
        """A tensor's numbers as floats, the outermost dimension first; None if there is no tensor of that name."""
        found = self.tensors.get(name)
        if found is None:
            return None
        blocks = np.fromfile(self.path, np.uint8, found.size, offset=found.start)
        if len(blocks) != found.size:
            raise ResourceError(f"{self.path}: became shorter while it was read")
        return found.packing.unpack(blocks.reshape(-1, found.packing.size)).reshape(found.shape)


def read_gguf(path: Path) -> Gguf:
    """What a GGUF file holds; a `ResourceError` says what is wrong with it."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            header = _Header(file.read(LARGEST_HEADER))
        facts, tensors = _read(header, size)
    except _Refused as problem:
        raise ResourceError(f"{path}: {problem}; copy it again from where it came") from None
    except OSError as error:
        raise ResourceError(f"{path}: cannot be read: {(error.strerror or 'unknown error').lower()}") from None
    return Gguf(path, facts, tensors)


class _Header:
    """Reads one thing after the other, and never past the end."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.place = 0

    @property
    def left(self) -> int:
        return len(self._data) - self.place

    def take(self, size: int) -> bytes:
        if size > self.left:
            raise _Refused("its header is cut off, or longer than that of a language model")
        self.place += size
        return self._data[self.place - size : self.place]

    def small(self) -> int:
        return int.from_bytes(self.take(4), "little")

    def count(self, largest: int, what: str) -> int:
        value = int.from_bytes(self.take(8), "little")
        if value > largest:
            raise _Refused(f"it states {value} as {what}, more than there can be")
        return value

    def text(self, longest: int) -> str:
        try:
            return self.take(self.count(longest, "the length of a text")).decode()
        except UnicodeDecodeError:
            raise _Refused("a text in its header is not UTF-8") from None

    def value(self, kind: int) -> Any:  # noqa: ANN401 - of the kind that the file says
        if kind == _TEXT:
            return self.text(_LONGEST_TEXT)
        if kind == _LIST:
            return self._list()
        return self._numbers(kind, 1)[0]

    def _list(self) -> list[Any]:
        kind = self.small()
        # The least that an element takes: a text is at least its length.
        width = _NUMBERS[kind].itemsize if kind in _NUMBERS else 8
        length = self.count(self.left // width, "the length of a list")
        return [self.text(_LONGEST_TEXT) for _ in range(length)] if kind == _TEXT else self._numbers(kind, length)

    def _numbers(self, kind: int, length: int) -> list[Any]:
        if kind not in _NUMBERS:
            raise _Refused(f"its header has a fact of the unknown type {kind}")
        taken: list[Any] = np.frombuffer(self.take(length * _NUMBERS[kind].itemsize), _NUMBERS[kind]).tolist()
        return taken


def _read(header: _Header, size: int) -> tuple[dict[str, Any], dict[str, _Tensor]]:
    if header.take(min(4, header.left)) != _MAGIC:
        raise _Refused("is not a GGUF file")
    if (version := header.small()) not in _VERSIONS:
        raise _Refused(f"is of GGUF's version {version}; known are {' and '.join(map(str, _VERSIONS))}")
    tensors, facts = header.count(_MOST, "the number of tensors"), header.count(_MOST, "the number of facts")
    said: dict[str, Any] = {}
    for _ in range(facts):
        name = header.text(_LONGEST_NAME)
        if name in said:
            raise _Refused(f"it says {_shown(name)} twice")
        said[name] = header.value(header.small())
    listed: dict[str, _Tensor] = {}
    for _ in range(tensors):
        name = header.text(_LONGEST_NAME)
        if name in listed:
            raise _Refused(f"it has the tensor {_shown(name)} twice")
        listed[name] = _tensor(header, name)
    alignment = said.get("general.alignment", _ALIGNMENT)
    if type(alignment) is not int or not 0 < alignment <= 1 << 16 or alignment % 8:
        raise _Refused(f"its alignment is {alignment!r:.40}")
    return said, _placed(listed, -(-header.place // alignment) * alignment, alignment, size)


def _tensor(header: _Header, name: str) -> _Tensor:
    """A tensor as the table describes it; its place counts from where the numbers begin."""
    if not 0 < (dimensions := header.small()) <= 4:
        raise _Refused(f"the tensor {_shown(name)} has {dimensions} dimensions")
    shape = tuple(header.count(_LARGEST_TENSOR, "a tensor's size") for _ in range(dimensions))
    kind, start = header.small(), header.count(1 << 62, "a tensor's place")
    if kind not in _PACKINGS:
        known = ", ".join(packing.name for packing in _PACKINGS.values())
        raise _Refused(f"the tensor {_shown(name)} is of the type {kind}; supported are {known}")
    packing, numbers = _PACKINGS[kind], math.prod(shape)
    if not 0 < numbers <= _LARGEST_TENSOR or shape[0] % packing.numbers:
        raise _Refused(f"the tensor {_shown(name)} has the shape {shape}, which is not one of {packing.name}")
    return _Tensor(shape[::-1], packing, start, numbers // packing.numbers * packing.size)


def _placed(listed: Mapping[str, _Tensor], base: int, alignment: int, size: int) -> dict[str, _Tensor]:
    """The tensors with their places in the file, each inside of it, and none inside of another."""
    placed = {}
    end = 0
    for name, tensor in sorted(listed.items(), key=lambda item: item[1].start):
        if tensor.start < end or tensor.start % alignment:
            raise _Refused(f"the tensor {_shown(name)} overlaps another, or begins between two places")
        end = tensor.start + tensor.size
        if base + end > size:
            raise _Refused(f"the tensor {_shown(name)} reaches past the end of the file")
        placed[name] = _Tensor(tensor.shape, tensor.packing, base + tensor.start, tensor.size)
    return placed


def _halves(rows: NDArray[np.uint8]) -> Floats:
    """Two bytes a row as one float of 16 bits."""
    return np.ascontiguousarray(rows).view("<f2").astype(np.float32)


def _nibbles(rows: NDArray[np.uint8]) -> Floats:
    """The lower halves of all bytes, then the upper ones."""
    return np.concatenate([rows & 15, rows >> 4], axis=1).astype(np.float32)


def _q4_0(rows: NDArray[np.uint8]) -> Floats:
    return (_nibbles(rows[:, 2:]) - 8) * _halves(rows[:, :2])


def _q4_1(rows: NDArray[np.uint8]) -> Floats:
    return _nibbles(rows[:, 4:]) * _halves(rows[:, :2]) + _halves(rows[:, 2:4])


def _q8_0(rows: NDArray[np.uint8]) -> Floats:
    return np.ascontiguousarray(rows[:, 2:]).view(np.int8).astype(np.float32) * _halves(rows[:, :2])


def _f16(rows: NDArray[np.uint8]) -> Floats:
    return rows.view("<f2").astype(np.float32)


def _f32(rows: NDArray[np.uint8]) -> Floats:
    return rows.view("<f4").astype(np.float32)


_PACKINGS: Final = {
    0: _Packing("F32", 1, 4, _f32),
    1: _Packing("F16", 1, 2, _f16),
    2: _Packing("Q4_0", 32, 18, _q4_0),
    3: _Packing("Q4_1", 32, 20, _q4_1),
    8: _Packing("Q8_0", 32, 34, _q8_0),
}
"""By llama.cpp's numbers for them."""


def _shown(name: str) -> str:
    return repr(name[:60])
