"""Tensors of a checkpoint by name, read as data: nothing in the file is run, whoever made it.

A `.safetensors` file is a header in JSON and raw numbers. A `.bin` of PyTorch is a zip of raw numbers whose index is
pickled; before version 1.6 it was a row of pickles, the index among them, with the numbers behind. Unpickling can run
any command, so it is never done: the index is read opcode by opcode, and only the few opcodes and names that a
dictionary of tensors is written with are known here.
"""

from __future__ import annotations

import io
import json
import math
import pickletools
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeGuard

import numpy as np

from antecede.errors import ResourceError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

    Tensor = NDArray[Any]

__all__ = ["read_tensors"]

LARGEST_INDEX: Final = 1 << 24
"""Bytes of a header or pickled index: that of a model with 600 tensors has some 100,000."""
_NO_TENSORS: Final = "is not a checkpoint of tensors"
_DAMAGED: Final = "its index is damaged"
_BRAIN_FLOAT: Final = "BF16"
_SAFETENSORS: Final[dict[str, np.dtype[Any]]] = {
    "F64": np.dtype("<f8"),
    "F32": np.dtype("<f4"),
    "F16": np.dtype("<f2"),
    _BRAIN_FLOAT: np.dtype("<u2"),
    "I64": np.dtype("<i8"),
    "I32": np.dtype("<i4"),
    "I16": np.dtype("<i2"),
    "I8": np.dtype("i1"),
    "U8": np.dtype("u1"),
    "BOOL": np.dtype("?"),
}
_STORAGES: Final = {
    "torch DoubleStorage": "F64",
    "torch FloatStorage": "F32",
    "torch HalfStorage": "F16",
    "torch BFloat16Storage": _BRAIN_FLOAT,
    "torch LongStorage": "I64",
    "torch IntStorage": "I32",
    "torch ShortStorage": "I16",
    "torch CharStorage": "I8",
    "torch ByteStorage": "U8",
    "torch BoolStorage": "BOOL",
}
_REBUILD: Final = "torch._utils _rebuild_tensor_v2"
_DICTIONARY: Final = "collections OrderedDict"
# What a file of before version 1.6 begins with: these two, then what the machine was that wrote it.
_OLD: Final = (0x1950A86A20F9469CFC6C, 1001)


class _Refused(Exception):
    """What is wrong with a file, without its name."""


def read_tensors(path: Path) -> dict[str, Tensor]:
    """The tensors of a checkpoint by name, `.safetensors` or PyTorch's; a `ResourceError` says what is wrong."""
    try:
        if path.suffix == ".safetensors":
            return _read_safetensors(path)
        return _read_torch(path)
    except _Refused as problem:
        raise ResourceError(f"{path}: {problem}; copy it again from where it came") from None
    except OSError as error:
        raise ResourceError(f"{path}: cannot be read: {(error.strerror or 'unknown error').lower()}") from None


def _read_safetensors(path: Path) -> dict[str, Tensor]:
    size = path.stat().st_size
    with path.open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        if size < 8 or length > min(LARGEST_INDEX, size - 8):
            raise _Refused(f"{_NO_TENSORS}: its header is longer than the file, or too long")
        try:
            header = json.loads(file.read(length))
        except (ValueError, RecursionError):
            raise _Refused(f"{_NO_TENSORS}: its header is not JSON") from None
    if not isinstance(header, dict):
        raise _Refused(f"{_NO_TENSORS}: its header is not a table")
    numbers = np.memmap(path, np.uint8, "r", 8 + length) if size > 8 + length else np.zeros(0, np.uint8)
    return {name: _stated(name, entry, numbers) for name, entry in header.items() if name != "__metadata__"}


def _stated(name: str, entry: object, numbers: NDArray[np.uint8]) -> Tensor:
    stated = entry if isinstance(entry, dict) else {}
    code, shape, place = stated.get("dtype"), stated.get("shape"), stated.get("data_offsets")
    if not (isinstance(code, str) and code in _SAFETENSORS and _counts(shape) and _counts(place) and len(place) == 2):
        raise _Refused(f"the tensor {_shown(name)} is not described as tensors are")
    start, end = place
    if not start <= end <= len(numbers) or end - start != math.prod(shape) * _SAFETENSORS[code].itemsize:
        raise _Refused(f"the tensor {_shown(name)} has another size than its header says")
    return _numbers(numbers[start:end], code).reshape(shape)


def _read_torch(path: Path) -> dict[str, Tensor]:
    with path.open("rb") as file:
        start = file.read(LARGEST_INDEX)
    if start[:1] == b"\x80":
        return _read_old_torch(path, io.BytesIO(start))
    try:
        with zipfile.ZipFile(path) as archive:
            return _Checkpoint.of(archive).tensors()
    except (_Refused, OSError):
        raise
    except Exception as error:  # noqa: BLE001 - garbled archives make zipfile raise a dozen kinds
        problem = " ".join(str(error).split())[:200]
        raise _Refused(f"{_NO_TENSORS} of PyTorch ({problem})") from None


def _read_old_torch(path: Path, start: io.BytesIO) -> dict[str, Tensor]:
    """The tensors of a row of pickles: two marks, the machine, the index, the order of the numbers that follow."""
    if (_unpickled(start), _unpickled(start)) != _OLD:
        raise _Refused(f"{_NO_TENSORS} of PyTorch")
    machine = _unpickled(start)
    if not isinstance(machine, dict) or machine.get("little_endian") is not True:
        raise _Refused("its numbers are big-endian, which is not supported")
    claims = _claims(_unpickled(start))
    order = _unpickled(start)
    storages = {claim.storage.key: claim.storage for claim in claims.values()}
    if not isinstance(order, list) or not all(isinstance(key, str) for key in order):
        raise _Refused(_DAMAGED)
    if any(storages[claim.storage.key] != claim.storage for claim in claims.values()) or set(order) != set(storages):
        raise _Refused(_DAMAGED)
    data = np.memmap(path, np.uint8, "r")
    read, place = {}, start.tell()
    for key in order:
        storage = storages[key]
        length, place = int.from_bytes(data[place : place + 8].tobytes(), "little"), place + 8
        end = place + storage.length * _SAFETENSORS[storage.code].itemsize
        if length != storage.length or end > len(data):
            raise _Refused(f"the numbers {_shown(key)} have another size than the index says")
        read[storage], place = _numbers(data[place:end], storage.code), end
    return {name: _view(name, claim, read[claim.storage]) for name, claim in claims.items()}


class _Storage(NamedTuple):
    """Numbers that lie in a member of the zip, for one tensor or several."""

    code: str
    key: str
    length: int


class _Claim(NamedTuple):
    """A tensor as the index describes it; nothing of it has been compared with the numbers yet."""

    storage: _Storage
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Checkpoint:
    archive: zipfile.ZipFile
    folder: str

    @classmethod
    def of(cls, archive: zipfile.ZipFile) -> _Checkpoint:
        indexes = [name for name in archive.namelist() if name.count("/") == 1 and name.endswith("/data.pkl")]
        if len(indexes) != 1:
            raise _Refused(f"{_NO_TENSORS}: the zip has no index")
        return cls(archive, indexes[0].removesuffix("data.pkl"))

    def tensors(self) -> dict[str, Tensor]:
        if f"{self.folder}byteorder" in self.archive.namelist() and self._member("byteorder", 16) != b"little":
            raise _Refused("its numbers are big-endian, which is not supported")
        claims = _claims(_unpickled(io.BytesIO(self._member("data.pkl", LARGEST_INDEX))))
        # Tensors may share their numbers: each storage is read once.
        read = {storage: self._numbers(storage) for storage in {claim.storage for claim in claims.values()}}
        return {name: _view(name, claim, read[claim.storage]) for name, claim in claims.items()}

    def _numbers(self, storage: _Storage) -> Tensor:
        size = storage.length * _SAFETENSORS[storage.code].itemsize
        data = self._member(f"data/{storage.key}", size)
        if len(data) != size:
            raise _Refused(f"the numbers data/{_shown(storage.key)} have another size than the index says")
        return _numbers(np.frombuffer(data, np.uint8), storage.code)

    def _member(self, name: str, largest: int) -> bytes:
        try:
            member = self.archive.getinfo(self.folder + name)
        except KeyError:
            raise _Refused(f"{_shown(name)} is missing in it") from None
        # PyTorch compresses nothing: what is compressed could unpack to more than the file holds.
        if member.compress_type != zipfile.ZIP_STORED or member.file_size != member.compress_size:
            raise _Refused(f"{_shown(name)} in it is compressed")
        if member.file_size > largest:
            raise _Refused(f"{_shown(name)} in it has {member.file_size} bytes, more than expected")
        return self.archive.read(member)


def _view(name: str, claim: _Claim, numbers: Tensor) -> Tensor:
    sizes = math.prod(claim.shape)
    last = claim.offset + sum((size - 1) * stride for size, stride in zip(claim.shape, claim.strides, strict=True))
    if sizes == 0:
        return np.zeros(claim.shape, numbers.dtype)
    # A stride of zero repeats numbers: a tensor of a few bytes could be of any size.
    if last >= len(numbers) or sizes > len(numbers):
        raise _Refused(f"the tensor {_shown(name)} reaches past its numbers")
    steps = [stride * numbers.itemsize for stride in claim.strides]
    return np.lib.stride_tricks.as_strided(numbers[claim.offset :], claim.shape, steps, writeable=False)


def _numbers(data: NDArray[np.uint8], code: str) -> Tensor:
    if code != _BRAIN_FLOAT:
        return data.view(_SAFETENSORS[code])
    # A brain float is the upper half of a float.
    return (data.view("<u2").astype(np.uint32) << 16).view(np.float32)


def _unpickled(stream: io.BytesIO) -> Any:  # noqa: ANN401 - checked by those who ask
    """What the next pickle of a stream describes, if it needs no more than a dictionary of tensors does."""
    machine = _Machine([], [], {})
    try:
        for opcode, argument, _ in pickletools.genops(stream):
            known = _OPCODES.get(opcode.name)
            if known is None:
                raise _Refused(f"its index has the opcode {opcode.name}, which no dictionary of tensors needs")
            known(machine, argument)
    except (ValueError, IndexError, KeyError, TypeError):
        raise _Refused(_DAMAGED) from None
    if len(machine.stack) != 1:
        raise _Refused(_DAMAGED)
    return machine.stack[0]


def _claims(index: object) -> dict[str, _Claim]:
    """The tensors that an index describes; refuses an index that says anything else."""
    if not isinstance(index, dict) or not all(isinstance(claim, _Claim) for claim in index.values()):
        raise _Refused("its index is not a dictionary of tensors")
    return index


@dataclass(frozen=True, slots=True)
class _Machine:
    """What reading an index needs of the machine that unpickles: a stack, its marks, and a memory."""

    stack: list[Any]
    marks: list[int]
    memory: dict[int, Any]

    def pop(self) -> Any:  # noqa: ANN401 - a stack of anything
        if self.marks and self.marks[-1] >= len(self.stack):
            raise IndexError
        return self.stack.pop()

    def since_mark(self) -> list[Any]:
        start = self.marks.pop()
        taken = self.stack[start:]
        del self.stack[start:]
        return taken

    def set_items(self, items: list[Any]) -> None:
        target = self.stack[-1]
        if not isinstance(target, dict) or len(items) % 2:
            raise ValueError
        for name, value in zip(items[::2], items[1::2], strict=True):
            if not isinstance(name, str):
                raise TypeError
            target[name] = value


class _Name(NamedTuple):
    """A name of PyTorch's or Python's, which is never looked up."""

    text: str


def _global(machine: _Machine, argument: str) -> None:
    if argument not in {_REBUILD, _DICTIONARY, *_STORAGES}:
        raise _Refused(f"its index asks for {_shown(argument.replace(' ', '.'))}, which no dictionary of tensors needs")
    machine.stack.append(_Name(argument))


def _reduce(machine: _Machine, _argument: object) -> None:
    arguments, called = machine.pop(), machine.pop()
    if called == _Name(_DICTIONARY) and arguments == ():
        machine.stack.append({})
        return
    if called != _Name(_REBUILD) or not isinstance(arguments, tuple) or len(arguments) != 6:
        raise ValueError
    storage, offset, shape, strides, *_ = arguments
    if not (isinstance(storage, _Storage) and _counts((offset,)) and _counts(shape) and _counts(strides)):
        raise ValueError
    if len(shape) != len(strides):
        raise ValueError
    machine.stack.append(_Claim(storage, offset, tuple(shape), tuple(strides)))


def _persistent(machine: _Machine, _argument: object) -> None:
    # Before version 1.6 also a view, which is always none in a dictionary of whole tensors.
    what, kind, key, _, length, *view = machine.pop()
    if view not in ([], [None]):
        raise ValueError
    if what != "storage" or not isinstance(kind, _Name) or not isinstance(key, str) or not _counts((length,)):
        raise ValueError
    machine.stack.append(_Storage(_STORAGES[kind.text], key, length))


def _build(machine: _Machine, _argument: object) -> None:
    # The versions of a model's modules, which an OrderedDict carries as an attribute: not needed.
    if not isinstance(machine.pop(), dict) or not isinstance(machine.stack[-1], dict):
        raise ValueError  # noqa: TRY004 - as everywhere here: the index is damaged


def _extend(machine: _Machine, items: list[Any]) -> None:
    if not isinstance(machine.stack[-1], list):
        raise ValueError  # noqa: TRY004 - as above
    machine.stack[-1].extend(items)


def _push(machine: _Machine, argument: object) -> None:
    machine.stack.append(argument)


def _put(machine: _Machine, argument: int) -> None:
    machine.memory[argument] = machine.stack[-1]


def _tuple(size: int) -> Callable[[_Machine, Any], None]:
    def make(machine: _Machine, _argument: object) -> None:
        taken = [machine.pop() for _ in range(size)]
        machine.stack.append(tuple(reversed(taken)))

    return make


_OPCODES: Final[dict[str, Callable[[_Machine, Any], None]]] = {
    "PROTO": lambda _machine, _argument: None,
    "STOP": lambda _machine, _argument: None,
    "GLOBAL": _global,
    "REDUCE": _reduce,
    "BUILD": _build,
    "BINPERSID": _persistent,
    "MARK": lambda machine, _: machine.marks.append(len(machine.stack)),
    "EMPTY_TUPLE": lambda machine, _: machine.stack.append(()),
    "EMPTY_DICT": lambda machine, _: machine.stack.append({}),
    "EMPTY_LIST": lambda machine, _: machine.stack.append([]),
    "APPEND": lambda machine, _: _extend(machine, [machine.pop()]),
    "APPENDS": lambda machine, _: _extend(machine, machine.since_mark()),
    "NONE": lambda machine, _: machine.stack.append(None),
    "NEWTRUE": lambda machine, _: machine.stack.append(True),
    "NEWFALSE": lambda machine, _: machine.stack.append(False),
    "TUPLE": lambda machine, _: machine.stack.append(tuple(machine.since_mark())),
    "TUPLE1": _tuple(1),
    "TUPLE2": _tuple(2),
    "TUPLE3": _tuple(3),
    "SETITEM": lambda machine, _: machine.set_items([machine.pop(), machine.pop()][::-1]),
    "SETITEMS": lambda machine, _: machine.set_items(machine.since_mark()),
    "BINPUT": _put,
    "LONG_BINPUT": _put,
    "BINGET": lambda machine, at: machine.stack.append(machine.memory[at]),
    "LONG_BINGET": lambda machine, at: machine.stack.append(machine.memory[at]),
    "BINUNICODE": _push,
    "BININT": _push,
    "BININT1": _push,
    "BININT2": _push,
    "LONG1": _push,
}


def _counts(values: object) -> TypeGuard[tuple[int, ...] | list[int]]:
    """Whether these are sizes that a tensor in a file can have."""
    return (
        isinstance(values, tuple | list)
        and len(values) <= 8
        and all(type(value) is int and 0 <= value < 1 << 48 for value in values)
    )


def _shown(name: str) -> str:
    return repr(name[:60])
