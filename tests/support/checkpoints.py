"""Checkpoints written byte by byte, as PyTorch and safetensors write them, so that neither is needed."""

from __future__ import annotations

import io
import json
import struct
import zipfile
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    Tensors = Mapping[str, NDArray[Any]]

STORAGES: Final = {"float32": "FloatStorage", "float16": "HalfStorage", "int64": "LongStorage"}
CODES: Final = {"float32": "F32", "float16": "F16", "int64": "I64"}


def text(value: str) -> bytes:
    """A string, in opcodes."""
    data = value.encode()
    return b"X" + struct.pack("<I", len(data)) + data


def name(module: str, attribute: str) -> bytes:
    """A name that unpickling would import, in opcodes."""
    return f"c{module}\n{attribute}\n".encode()


def counts(*values: int) -> bytes:
    """A tuple of integers, in opcodes."""
    return b"(" + b"".join(b"\x8a\x08" + struct.pack("<q", value) for value in values) + b"t"


def tensor(
    key: str, kind: str, length: int, shape: tuple[int, ...], strides: tuple[int, ...], offset: int = 0
) -> bytes:
    """A tensor of the index, in opcodes."""
    storage = b"(" + text("storage") + name("torch", kind) + text(key) + text("cpu") + counts(length)[1:-1] + b"tQ"
    no_hooks = name("collections", "OrderedDict") + b")R"
    arguments = storage + counts(offset)[1:-1] + counts(*shape) + counts(*strides) + b"\x89" + no_hooks
    return name("torch._utils", "_rebuild_tensor_v2") + b"(" + arguments + b"tR"


def index(entries: Mapping[str, bytes]) -> bytes:
    """A dictionary whose values are given in opcodes."""
    return b"\x80\x02}(" + b"".join(text(key) + value for key, value in entries.items()) + b"u."


def torch_zip(pickled: bytes, numbers: Mapping[str, bytes], *, compression: int = zipfile.ZIP_STORED) -> bytes:
    """A zip as `torch.save` makes it."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as archive:
        archive.writestr("archive/data.pkl", pickled)
        archive.writestr("archive/byteorder", "little")
        for key, data in numbers.items():
            archive.writestr(f"archive/data/{key}", data)
        archive.writestr("archive/version", "3\n")
    return file.getvalue()


def write_old_torch(path: Path, tensors: Tensors) -> None:
    """A `.bin` as PyTorch wrote it before version 1.6: a row of pickles, then the numbers."""
    entries, numbers = {}, b""
    for place, (key, value) in enumerate(tensors.items()):
        whole = np.ascontiguousarray(value)
        strides = tuple(step // whole.itemsize for step in whole.strides)
        opcodes = tensor(str(place), STORAGES[str(whole.dtype)], whole.size, whole.shape, strides)
        entries[key] = opcodes.replace(b"tQ", b"NtQ")
        numbers += struct.pack("<q", whole.size) + whole.tobytes()
    path.write_bytes(old_start() + index(entries) + keys(*map(str, range(len(entries)))) + numbers)


def old_start(*, little_endian: bool = True) -> bytes:
    """What such a file begins with: a number, a version, and what the machine was."""
    magic = b"\x80\x02\x8a\x0a" + (0x1950A86A20F9469CFC6C).to_bytes(10, "little") + b"."
    machine = b"\x80\x02}(" + text("little_endian") + (b"\x88" if little_endian else b"\x89") + b"u."
    return magic + b"\x80\x02M" + struct.pack("<H", 1001) + b"." + machine


def keys(*names: str) -> bytes:
    """A pickled list of strings."""
    return b"\x80\x02](" + b"".join(map(text, names)) + b"e."


def write_torch(path: Path, tensors: Tensors) -> None:
    """A `.bin` with these tensors."""
    entries, numbers = {}, {}
    for place, (key, value) in enumerate(tensors.items()):
        whole = np.ascontiguousarray(value)
        strides = tuple(step // whole.itemsize for step in whole.strides)
        entries[key] = tensor(str(place), STORAGES[str(whole.dtype)], whole.size, whole.shape, strides)
        numbers[str(place)] = whole.tobytes()
    path.write_bytes(torch_zip(index(entries), numbers))


def safetensors(header: object, numbers: bytes = b"") -> bytes:
    """A `.safetensors` with this header, true or not."""
    head = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(head)) + head + numbers


def write_safetensors(path: Path, tensors: Tensors) -> None:
    """A `.safetensors` with these tensors."""
    header: dict[str, object] = {"__metadata__": {"format": "pt"}}
    numbers = b""
    for key, value in tensors.items():
        data = np.ascontiguousarray(value).tobytes()
        place = [len(numbers), len(numbers) + len(data)]
        header[key] = {"dtype": CODES[str(value.dtype)], "shape": list(value.shape), "data_offsets": place}
        numbers += data
    path.write_bytes(safetensors(header, numbers))
