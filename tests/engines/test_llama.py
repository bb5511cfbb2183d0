"""GGUF files become folders for CTranslate2; what is not one, or damaged, is refused in one line."""

from __future__ import annotations

import struct
import tempfile
from pathlib import Path

import gguf_files
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from antecede.engines._gguf import read_gguf
from antecede.engines.llama import convert
from antecede.errors import ResourceError


def halves(*values: float) -> bytes:
    return struct.pack(f"<{len(values)}e", *values)


# Of a byte 0x21 the lower half, 1, is a number of the block's first half, and the upper one, 2, of its second.
@pytest.mark.parametrize(
    ("kind", "block", "expected"),
    [
        ("F32", struct.pack("<32f", *range(32)), list(range(32))),
        ("F16", halves(*range(32)), list(range(32))),
        ("Q4_0", halves(0.5) + b"\x21" * 16, [-3.5] * 16 + [-3.0] * 16),
        ("Q4_1", halves(0.5, 10.0) + b"\x21" * 16, [10.5] * 16 + [11.0] * 16),
        ("Q8_0", halves(0.25) + struct.pack("32b", *range(-16, 16)), [n / 4 for n in range(-16, 16)]),
    ],
)
def test_every_packing_gives_the_numbers_that_were_packed(
    tmp_path: Path, kind: str, block: bytes, expected: list[float]
) -> None:
    path = tmp_path / "one.gguf"
    path.write_bytes(gguf_files.gguf({}, {"rows": (kind, (3, 32), block * 3), "row": (kind, (32,), block)}))
    file = read_gguf(path)
    rows = file.tensor("rows")
    assert rows is not None
    assert rows.shape == (3, 32)
    np.testing.assert_array_equal(rows, [expected] * 3)
    np.testing.assert_array_equal(file.tensor("row"), expected)
    assert file.tensor("none") is None


def test_the_header_says_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "facts.gguf"
    facts = {"a": "text", "b": 7, "c": 0.5, "d": True, "e": ["x", "yé"]}
    path.write_bytes(gguf_files.gguf(facts, {}))
    assert read_gguf(path).facts == facts


ROW = struct.pack("<32f", *range(32))
NO_FACTS = gguf_files.start(1, 0)


def one(shape: tuple[int, ...], kind: int = 0, place: int = 0) -> bytes:
    head = NO_FACTS + gguf_files.entry("t", shape, kind, place)
    return head + bytes(-len(head) % 32) + ROW


def two(second: int) -> bytes:
    head = gguf_files.start(2, 0) + gguf_files.entry("t", (32,), 0, 0) + gguf_files.entry("u", (32,), 0, second)
    return head + bytes(-len(head) % 32) + ROW * 2


HOSTILE = {
    "nothing": (b"", "is not a GGUF file"),
    "another magic": (gguf_files.start(0, 0, magic=b"GGML"), "is not a GGUF file"),
    "big-endian": (b"GGUF" + struct.pack(">I", 3) + bytes(16), "GGUF's version 50331648"),
    "version 1": (gguf_files.start(0, 0, version=1), "GGUF's version 1"),
    "no counts": (gguf_files.start(0, 0)[:12], "cut off"),
    "tensors without end": (gguf_files.start(1 << 60, 0), "number of tensors"),
    "facts without end": (gguf_files.start(0, 1 << 40), "number of facts"),
    "more facts than bytes": (gguf_files.start(0, 9000), "cut off"),
    "a name of 2^63 bytes": (gguf_files.start(0, 1) + struct.pack("<Q", 1 << 63), "length of a text"),
    "a text past the end": (gguf_files.start(0, 1) + gguf_files.fact("a", "b" * 50)[:-9], "cut off"),
    "a text that is none": (gguf_files.start(0, 1) + struct.pack("<Q", 2) + b"\xff\xfe", "not UTF-8"),
    "a list without end": (
        gguf_files.start(0, 1) + gguf_files.text("a") + struct.pack("<IIQ", 9, 0, 1 << 50),
        "length of a list",
    ),
    "a list of lists": (
        gguf_files.start(0, 1) + gguf_files.text("a") + struct.pack("<IIQ", 9, 9, 1) + bytes(40),
        "unknown type 9",
    ),
    "an unknown type": (gguf_files.start(0, 1) + gguf_files.text("a") + struct.pack("<I", 99), "unknown type 99"),
    "a fact twice": (gguf_files.start(0, 2) + gguf_files.fact("a", 1) * 2, "twice"),
    "alignment 0": (gguf_files.start(0, 1) + gguf_files.fact("general.alignment", 0), "alignment is 0"),
    "a tensor twice": (gguf_files.start(2, 0) + gguf_files.entry("t", (32,), 0, 0) * 2, "twice"),
    "no dimension": (one(()), "0 dimensions"),
    "nine dimensions": (one((1,) * 9), "9 dimensions"),
    "an empty tensor": (one((0, 32)), "shape"),
    "a size below zero": (one((2**64 - 32,)), "tensor's size"),
    "a product past all bounds": (one((1 << 20, 1 << 20, 1 << 20)), "shape"),
    "an unknown packing": (one((32,), kind=77), "of the type 77"),
    "half a block": (one((16,), kind=3), "not one of Q4_1"),
    "numbers past the end": (one((33,)), "past the end"),
    "a place past the end": (one((32,), place=1 << 40), "past the end"),
    "a place below zero": (one((32,), place=2**64 - 32), "tensor's place"),
    "overlapping tensors": (two(96), "overlaps"),
    "the same place twice": (two(0), "overlaps"),
    "a crooked place": (two(132), "overlaps another, or begins between"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused_in_one_line(tmp_path: Path, name: str) -> None:
    content, said = HOSTILE[name]
    path = tmp_path / "hostile.gguf"
    path.write_bytes(content)
    with pytest.raises(ResourceError) as refused:
        read_gguf(path)
    assert said in str(refused.value)
    assert str(refused.value).startswith(f"{path}: ")
    assert "\n" not in str(refused.value)


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match="cannot be read: no such file"):
        read_gguf(tmp_path / "none.gguf")


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_whatever_is_cut_or_changed_is_read_or_refused(data: st.DataObject) -> None:
    whole = gguf_files.gguf(
        {"general.alignment": 32, "a": ["b", "c"]},
        {"t": ("Q4_1", (2, 32), bytes(40)), "u": ("F32", (8,), bytes(32))},
    )
    garbled = bytearray(whole[: data.draw(st.integers(0, len(whole)))])
    for _ in range(data.draw(st.integers(0, 3))):
        if garbled:
            garbled[data.draw(st.integers(0, len(garbled) - 1))] = data.draw(st.integers(0, 255))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "garbled.gguf")
        path.write_bytes(garbled)
        try:
            file = read_gguf(path)
        except ResourceError as refused:
            assert "\n" not in str(refused)  # noqa: PT017 - both ends are right
        else:
            for name in file.tensors:
                with np.errstate(all="ignore"):
                    assert file.tensor(name) is not None


@pytest.mark.neural
def test_a_model_becomes_a_folder_with_its_words(tmp_path: Path) -> None:
    convert(gguf_files.write_tiny(tmp_path / "source"), tmp_path / "model")
    names = ["config.json", "merges.txt", "model.bin", "vocabulary.json"]
    assert sorted(path.name for path in (tmp_path / "model").iterdir()) == names
    assert (tmp_path / "model" / "merges.txt").read_text().splitlines() == gguf_files.MERGES
    assert sorted(path.name for path in tmp_path.iterdir()) == ["model", "source"]


@pytest.mark.neural
@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"general.architecture": "mamba"}, "general.architecture is 'mamba'; supported is 'llama'"),
        ({"tokenizer.ggml.pre": "default"}, "tokenizer.ggml.pre is 'default'"),
        ({"llama.block_count": 0}, "llama.block_count is 0"),
        ({"llama.block_count": 3}, "it has no tensor blk.2.attn_norm.weight"),
        ({"llama.embedding_length": 64, "llama.rope.dimension_count": 16}, "token_embd.weight has the shape (261, 32)"),
        ({"llama.attention.head_count_kv": 3}, "cannot be shared out to 4 and 3 heads"),
        ({"llama.attention.head_count": 0}, "llama.attention.head_count is 0"),
        ({"llama.rope.dimension_count": 4}, "rotates a part of each head"),
        ({"llama.rope.freq_base": "high"}, "llama.rope.freq_base is 'high'"),
        ({"tokenizer.ggml.tokens": ["a", "a"]}, "a token twice"),
        ({"tokenizer.ggml.tokens": []}, "not a list of texts"),
        ({"tokenizer.ggml.merges": ["a b c"]}, "not of two parts"),
        ({"tokenizer.ggml.bos_token_id": 261}, "tokenizer.ggml.bos_token_id is 261"),
    ],
)
def test_models_of_another_shape_are_refused_in_one_line(tmp_path: Path, changed: dict[str, object], said: str) -> None:
    source = gguf_files.write_tiny(tmp_path / "source", changed)
    with pytest.raises(ResourceError) as refused:
        convert(source, tmp_path / "model")
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
    assert not (tmp_path / "model").exists()


@pytest.mark.neural
def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match="has 0 GGUF files"):
        convert(tmp_path, tmp_path / "model")
