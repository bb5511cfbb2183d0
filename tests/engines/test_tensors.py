"""Checkpoints are read as data: what is not a dictionary of tensors is refused, and nothing in it runs."""

from __future__ import annotations

import os
import pickle
import tempfile
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import checkpoints
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from antecede.engines._tensors import read_tensors
from antecede.errors import ResourceError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

FLOATS = np.arange(6, dtype=np.float32).reshape(2, 3)
TENSORS: dict[str, NDArray[Any]] = {
    "a.weight": FLOATS,
    "b.half": np.array([0.5, -2.0], np.float16),
    "c.long": np.array([[7]], np.int64),
    "d.none": np.zeros((0, 4), np.float32),
}


@pytest.mark.parametrize(
    ("file", "write"),
    [
        ("model.safetensors", checkpoints.write_safetensors),
        ("pytorch_model.bin", checkpoints.write_torch),
        ("pytorch_model.bin", checkpoints.write_old_torch),
    ],
)
def test_tensors_come_back_as_they_were_written(tmp_path: Path, file: str, write: Callable[..., None]) -> None:
    write(tmp_path / file, TENSORS)
    read = read_tensors(tmp_path / file)
    assert list(read) == list(TENSORS)
    for name, tensor in TENSORS.items():
        assert read[name].dtype == tensor.dtype
        np.testing.assert_array_equal(read[name], tensor)


def test_views_of_shared_numbers_have_their_shapes_and_strides(tmp_path: Path) -> None:
    entries = {
        "whole": checkpoints.tensor("0", "FloatStorage", 6, (2, 3), (3, 1)),
        "transposed": checkpoints.tensor("0", "FloatStorage", 6, (3, 2), (1, 3)),
        "second row": checkpoints.tensor("0", "FloatStorage", 6, (3,), (1,), offset=3),
        "number": checkpoints.tensor("0", "FloatStorage", 6, (), (), offset=4),
    }
    (tmp_path / "m.bin").write_bytes(checkpoints.torch_zip(checkpoints.index(entries), {"0": FLOATS.tobytes()}))
    read = read_tensors(tmp_path / "m.bin")
    np.testing.assert_array_equal(read["whole"], FLOATS)
    np.testing.assert_array_equal(read["transposed"], FLOATS.T)
    np.testing.assert_array_equal(read["second row"], [3.0, 4.0, 5.0])
    assert read["number"] == 4.0


@pytest.mark.parametrize("form", ["safetensors", "torch"])
def test_brain_floats_are_the_upper_halves_of_floats(tmp_path: Path, form: str) -> None:
    # 1.0 is 0x3F800000 and -2.5 is 0xC0200000.
    halves = np.array([0x3F80, 0xC020], np.uint16).tobytes()
    path = tmp_path / "m.safetensors"
    if form == "safetensors":
        path.write_bytes(
            checkpoints.safetensors({"x": {"dtype": "BF16", "shape": [2], "data_offsets": [0, 4]}}, halves)
        )
    else:
        path = tmp_path / "m.bin"
        entry = checkpoints.tensor("0", "BFloat16Storage", 2, (2,), (1,))
        path.write_bytes(checkpoints.torch_zip(checkpoints.index({"x": entry}), {"0": halves}))
    assert read_tensors(path)["x"].tolist() == [1.0, -2.5]


class Command:
    """Runs a command wherever it is unpickled."""

    def __init__(self, command: str) -> None:
        self.command = command

    def __reduce__(self) -> tuple[Callable[[str], int], tuple[str]]:
        return os.system, (self.command,)


def test_a_hostile_pickle_runs_nothing(tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        pickled = pickle.dumps({"a.weight": Command(f"touch {proof}")}, protocol)
        for content in (checkpoints.torch_zip(pickled, {}), checkpoints.old_start() + pickled, pickled):
            (tmp_path / "m.bin").write_bytes(content)
            with pytest.raises(ResourceError) as refused:
                read_tensors(tmp_path / "m.bin")
            assert "which no dictionary of tensors needs" in str(refused.value) or protocol < 2
            assert "\n" not in str(refused.value)
            assert not proof.exists()
    # The same bytes are hostile indeed.
    pickle.loads(pickled)  # noqa: S301 - it is ours
    assert proof.exists()


FLOAT = "FloatStorage"
NUMBERS = {"0": FLOATS.tobytes()}


def with_index(pickled: bytes, numbers: dict[str, bytes] | None = None, **how: int) -> bytes:
    return checkpoints.torch_zip(pickled, NUMBERS if numbers is None else numbers, **how)


def with_tensor(opcodes: bytes, numbers: dict[str, bytes] | None = None, **how: int) -> bytes:
    return with_index(checkpoints.index({"x": opcodes}), numbers, **how)


GOOD = checkpoints.tensor("0", FLOAT, 6, (2, 3), (3, 1))
OLD = checkpoints.old_start() + checkpoints.index({"x": GOOD})
OLD_NUMBERS = (6).to_bytes(8, "little") + FLOATS.tobytes()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is not a checkpoint of tensors"),
        (b"<html>Not found</html>", "is not a checkpoint of tensors of PyTorch (File is not a zip file)"),
        (b"\x80\x02K\x01.\x80\x02K\x02.", "is not a checkpoint of tensors of PyTorch"),
        (checkpoints.old_start()[:-10], "its index is damaged"),
        (checkpoints.old_start(little_endian=False), "big-endian"),
        (OLD + checkpoints.keys("0") + OLD_NUMBERS[:-1], "another size than the index says"),
        (OLD + checkpoints.keys("0") + b"\7" + OLD_NUMBERS[1:], "another size than the index says"),
        (OLD + checkpoints.keys("1") + OLD_NUMBERS, "its index is damaged"),
        (OLD + b"\x80\x02)." + OLD_NUMBERS, "its index is damaged"),
        (OLD + b"\x80\x02](K\x01e." + OLD_NUMBERS, "its index is damaged"),
        (OLD, "its index is damaged"),
        (with_tensor(GOOD)[:-40], "is not a checkpoint of tensors"),
        (with_index(b""), "its index is damaged"),
        (with_index(checkpoints.index({"x": GOOD})[:-30]), "its index is damaged"),
        (with_index(b"\x80\x02)."), "its index is not a dictionary of tensors"),
        (with_index(checkpoints.index({"x": checkpoints.counts(1)})), "its index is not a dictionary of tensors"),
        (with_index(checkpoints.index({"x": b"}"})), "its index is not a dictionary of tensors"),
        (with_index(b"\x80\x02}K\x01" + GOOD + b"s."), "its index is damaged"),
        (with_index(checkpoints.index({"x": b"h\x07"})), "its index is damaged"),
        (with_index(checkpoints.index({"x": b"0"})), "the opcode POP"),
        (with_tensor(checkpoints.name("torch", "nn")), "asks for 'torch.nn'"),
        (with_tensor(checkpoints.name("builtins", "eval") + b"(tR"), "asks for 'builtins.eval'"),
        (with_tensor(checkpoints.tensor("0", FLOAT, 7, (2, 3), (3, 1))), "another size than the index says"),
        (with_tensor(checkpoints.tensor("0", FLOAT, 5, (2, 2), (2, 1))), "more than expected"),
        (with_tensor(checkpoints.tensor("1", FLOAT, 6, (2, 3), (3, 1))), "'data/1' is missing in it"),
        (with_tensor(checkpoints.tensor("../data.pkl", FLOAT, 6, (2, 3), (3, 1))), "is missing in it"),
        (with_tensor(checkpoints.tensor("0", FLOAT, 6, (3, 3), (3, 1))), "reaches past its numbers"),
        (with_tensor(checkpoints.tensor("0", FLOAT, 6, (1 << 40, 3), (0, 1))), "reaches past its numbers"),
        (with_tensor(checkpoints.tensor("0", FLOAT, 6, (2, 3), (3, 1), 1)), "reaches past its numbers"),
        (with_tensor(checkpoints.tensor("0", FLOAT, 6, (2, 3), (-3, 1), 3)), "its index is damaged"),
        (with_tensor(checkpoints.tensor("0", FLOAT, 6, (2, 3), (1,))), "its index is damaged"),
        (with_tensor(checkpoints.tensor("0", FLOAT, 1 << 62, (2, 3), (3, 1))), "its index is damaged"),
        (with_tensor(GOOD, compression=zipfile.ZIP_DEFLATED), "is compressed"),
    ],
)
def test_a_damaged_or_foreign_checkpoint_is_refused_in_one_line(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "m.bin"
    path.write_bytes(content)
    with pytest.raises(ResourceError) as refused:
        read_tensors(path)
    assert message in str(refused.value)
    assert str(refused.value).startswith(f"{path}: ")
    assert "\n" not in str(refused.value)


def entry(dtype: object, shape: object, *place: object) -> bytes:
    return checkpoints.safetensors({"x": {"dtype": dtype, "shape": shape, "data_offsets": place}}, bytes(8))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "its header is longer than the file"),
        (b"\x02\0\0\0\0\0\0\0{", "its header is longer than the file"),
        ((1 << 60).to_bytes(8, "little") + b"{}", "its header is longer than the file"),
        (checkpoints.safetensors(b"{"), "its header is not JSON"),
        (checkpoints.safetensors(b"[" * 100_000), "its header is not JSON"),
        (checkpoints.safetensors([]), "its header is not a table"),
        (checkpoints.safetensors({"x": 1}), "is not described as tensors are"),
        (entry("F8", [2], 0, 8), "is not described as tensors are"),
        (entry("F32", [-2], 0, 8), "is not described as tensors are"),
        (entry("F32", [2], 0, 8, 9), "is not described as tensors are"),
        (entry("F32", ["2"], 0, 8), "is not described as tensors are"),
        (entry("F32", [3], 0, 8), "another size than its header says"),
        (entry("F32", [2], 8, 0), "another size than its header says"),
        (entry("F32", [2], 4, 12), "another size than its header says"),
        (entry("F32", [1 << 40, 1 << 40], 0, 8), "another size than its header says"),
    ],
)
def test_a_damaged_safetensors_file_is_refused_in_one_line(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "m.safetensors"
    path.write_bytes(content)
    with pytest.raises(ResourceError) as refused:
        read_tensors(path)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_missing_checkpoint_is_told(tmp_path: Path) -> None:
    for file in ("m.bin", "m.safetensors"):
        with pytest.raises(ResourceError, match="cannot be read: no such file or directory"):
            read_tensors(tmp_path / file)


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_any_garbled_checkpoint_is_read_or_refused(data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder:
        write, file = data.draw(
            st.sampled_from(
                [
                    (checkpoints.write_torch, "m.bin"),
                    (checkpoints.write_old_torch, "m.bin"),
                    (checkpoints.write_safetensors, "m.safetensors"),
                ]
            )
        )
        path = Path(folder, file)
        write(path, TENSORS)
        content = bytearray(path.read_bytes())
        for _ in range(data.draw(st.integers(1, 4))):
            content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
        path.write_bytes(content)
        with suppress(ResourceError):
            for tensor in read_tensors(path).values():
                tensor.sum()


@given(st.binary(max_size=60))
@settings(max_examples=300, deadline=None)
def test_any_bytes_in_place_of_an_index_name_no_tensor(pickled: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder, suppress(ResourceError):
        path = Path(folder, "m.bin")
        path.write_bytes(with_index(b"\x80\x02" + pickled + b"."))
        assert read_tensors(path) == {}
