"""GGUF files, good and hostile, and a tiny language model: written and computed here on their own."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

KINDS: Final = {"F32": 0, "F16": 1, "Q4_0": 2, "Q4_1": 3, "Q8_0": 8}
HEADS: Final = 4
KEY_HEADS: Final = 2
LAYERS: Final = 2
SIZE: Final = 32
INNER: Final = 64
BASE: Final = 100.0
EPSILON: Final = 1e-5
MERGES: Final = ["t h", "Ġ th", "Ġth e"]


def text(value: str) -> bytes:
    """A text as GGUF has it: its length, and its bytes."""
    return struct.pack("<Q", len(value.encode())) + value.encode()


def fact(name: str, value: object) -> bytes:
    """A named fact."""
    return text(name) + _value(value)


def _value(value: object) -> bytes:
    if isinstance(value, bool):
        return struct.pack("<I?", 7, value)
    if isinstance(value, str):
        return struct.pack("<I", 8) + text(value)
    if isinstance(value, int):
        return struct.pack("<II", 4, value)
    if isinstance(value, float):
        return struct.pack("<If", 6, value)
    assert isinstance(value, list)
    return struct.pack("<IIQ", 9, 8, len(value)) + b"".join(map(text, value))


def entry(name: str, shape: Sequence[int], kind: int, place: int) -> bytes:
    """A line of the table of tensors; `shape` is written as given, the innermost dimension first."""
    return text(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, kind, place)


def start(tensors: int, facts: int, *, magic: bytes = b"GGUF", version: int = 3) -> bytes:
    """The first bytes of a file."""
    return magic + struct.pack("<IQQ", version, tensors, facts)


def gguf(facts: Mapping[str, object], tensors: Mapping[str, tuple[str, tuple[int, ...], bytes]]) -> bytes:
    """A file: tensors are a type, a shape as numpy has it, and the bytes of the numbers."""
    table, numbers = b"", b""
    for name, (kind, shape, data) in tensors.items():
        table += entry(name, shape[::-1], KINDS[kind], len(numbers))
        numbers += data + bytes(-len(data) % 32)
    head = start(len(tensors), len(facts)) + b"".join(fact(*each) for each in facts.items()) + table
    return head + bytes(-len(head) % 32) + numbers


def bytes_shown() -> list[str]:
    """The 256 characters that show bytes, in the bytes' order, as GPT-2's authors chose them."""
    others = iter(range(256, 512))
    printed = {*range(33, 127), *range(161, 173), *range(174, 256)}
    return [chr(byte) if byte in printed else chr(next(others)) for byte in range(256)]


def tiny_facts() -> dict[str, Any]:
    """What the header of the tiny model says."""
    return {
        "general.architecture": "llama",
        "llama.block_count": LAYERS,
        "llama.embedding_length": SIZE,
        "llama.feed_forward_length": INNER,
        "llama.attention.head_count": HEADS,
        "llama.attention.head_count_kv": KEY_HEADS,
        "llama.rope.freq_base": BASE,
        "llama.rope.dimension_count": SIZE // HEADS,
        "llama.attention.layer_norm_rms_epsilon": EPSILON,
        "tokenizer.ggml.model": "gpt2",
        "tokenizer.ggml.pre": "smollm",
        "tokenizer.ggml.tokens": ["<end>", "<start>", *bytes_shown(), "th", "Ġth", "Ġthe"],
        "tokenizer.ggml.merges": MERGES,
        "tokenizer.ggml.bos_token_id": 1,
        "tokenizer.ggml.eos_token_id": 0,
        "tokenizer.ggml.unknown_token_id": 0,
    }


def tiny_weights() -> dict[str, NDArray[np.float32]]:
    """The tiny model's numbers: random, and always the same."""
    random = np.random.default_rng(7)
    keys = SIZE // HEADS * KEY_HEADS
    shapes = {"token_embd.weight": (261, SIZE), "output_norm.weight": (SIZE,)}
    for layer in range(LAYERS):
        parts = {
            "attn_norm": (SIZE,),
            "attn_q": (SIZE, SIZE),
            "attn_k": (keys, SIZE),
            "attn_v": (keys, SIZE),
            "attn_output": (SIZE, SIZE),
            "ffn_norm": (SIZE,),
            "ffn_gate": (INNER, SIZE),
            "ffn_up": (INNER, SIZE),
            "ffn_down": (SIZE, INNER),
        }
        shapes |= {f"blk.{layer}.{name}.weight": shape for name, shape in parts.items()}
    return {
        name: (random.normal(1.0, 0.1, shape) if len(shape) == 1 else random.normal(0.0, 0.3, shape)).astype(np.float32)
        for name, shape in shapes.items()
    }


def write_tiny(folder: Path, changed: Mapping[str, object] | None = None, *, without: str = "") -> Path:
    """A folder with the tiny model in a GGUF file, some facts of its header changed, or a tensor left out."""
    folder.mkdir(parents=True)
    tensors = {name: ("F32", value.shape, value.tobytes()) for name, value in tiny_weights().items() if name != without}
    (folder / "tiny.gguf").write_bytes(gguf(tiny_facts() | dict(changed or {}), tensors))
    return folder


def tiny_log_probabilities(numbers: Sequence[int]) -> list[float]:
    """What the tiny model gives each token but the first, computed step by step."""
    weights = {name: value.astype(np.float64) for name, value in tiny_weights().items()}
    states = weights["token_embd.weight"][list(numbers)]
    for layer in range(LAYERS):
        own = {name.split(".")[2]: value for name, value in weights.items() if name.startswith(f"blk.{layer}.")}
        states = states + _attention(_normed(states, own["attn_norm"]), own)
        inside = _normed(states, own["ffn_norm"])
        gate = inside @ own["ffn_gate"].T
        states = states + (gate / (1 + np.exp(-gate)) * (inside @ own["ffn_up"].T)) @ own["ffn_down"].T
    logits = _normed(states, weights["output_norm.weight"]) @ weights["token_embd.weight"].T
    logs = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
    return [float(logs[place, number]) for place, number in enumerate(numbers[1:])]


def _normed(states: Floats, gains: Floats) -> Floats:
    scale: Floats = np.sqrt((states**2).mean(axis=1, keepdims=True) + EPSILON)
    return states / scale * gains


def _rotated(states: Floats) -> Floats:
    """Neighbours as one complex number, turned by an angle that grows with the place."""
    width = states.shape[1]
    angles = np.arange(len(states))[:, None] / BASE ** (np.arange(0, width, 2) / width)[None, :]
    turned = (states[:, ::2] + 1j * states[:, 1::2]) * np.exp(1j * angles)
    return np.stack([turned.real, turned.imag], axis=2).reshape(states.shape)


def _attention(states: Floats, own: Mapping[str, Floats]) -> Floats:
    width = SIZE // HEADS
    outputs = []
    for head in range(HEADS):
        shared = head // (HEADS // KEY_HEADS)
        query = _rotated(states @ own["attn_q"][head * width : (head + 1) * width].T)
        key = _rotated(states @ own["attn_k"][shared * width : (shared + 1) * width].T)
        value = states @ own["attn_v"][shared * width : (shared + 1) * width].T
        weights = np.exp(query @ key.T / np.sqrt(width)) * np.tri(len(states))
        outputs.append(weights / weights.sum(axis=1, keepdims=True) @ value)
    return np.concatenate(outputs, axis=1) @ own["attn_output"].T
