"""A MarianMT checkpoint (OPUS-MT) made into a folder that CTranslate2 translates with, without PyTorch.

The numbers are put into CTranslate2's own specification of a transformer, which quantises and writes them. MarianMT
is a transformer with normalisation after each part, fixed sinusoidal positions, one table of embeddings for both sides
and the output, and a bias on the output; its decoder starts from a zero embedding. The last token, `<pad>`, stands for
that start in the checkpoint. CTranslate2 has an option for it, so that the token is dropped and cannot be generated.
"""

from __future__ import annotations

import hashlib
import json
import math
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from antecede.engines._converted import new_folder
from antecede.engines._tensors import read_tensors
from antecede.errors import ResourceError
from antecede.extras import needing
from antecede.files import read_text
from antecede.resources import Preparer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    Tensor = NDArray[Any]

__all__ = ["CHECKSUMS", "PIECES", "PREPARER", "compare", "convert", "needs_ctranslate2"]

CHECKSUMS: Final = "checksums.sha256"
"""The checksum of every other file of a converted folder, as `sha256sum` writes and checks them."""
PIECES: Final = ("source.spm", "target.spm")
"""The SentencePiece models of the two sides."""
_WEIGHTS: Final = ("model.safetensors", "pytorch_model.bin")
_PAD: Final = "<pad>"
_END: Final = "</s>"
_UNKNOWN: Final = "<unk>"
_POSITIONS: Final = 1024
"""How many positions are kept: they follow from a formula, and those past a checkpoint's 512 spare long sentences."""
_ACTIVATIONS: Final = {"swish": "SWISH", "silu": "SWISH", "relu": "RELU", "gelu": "GELU"}
_LARGEST_VOCABULARY: Final = 1 << 26
_MOST_LAYERS: Final = 100
# OPUS-MT's models were trained with word alignments in the first head of the decoder's last layer.
_ALIGNMENT_LAYER: Final = -1
_ALIGNMENT_HEADS: Final = 1


def needs_ctranslate2() -> Any:  # noqa: ANN401 - a module without types
    """The package `ctranslate2`; an error says how to install it."""
    with needing("CTranslate2, which neural models run with,", "neural"):
        import ctranslate2
    return ctranslate2


def convert(checkpoint: Path, target: Path) -> None:
    """Make the folder `target`, of int8 numbers, from a checkpoint's; it appears whole or not at all."""
    needs_ctranslate2()
    said = _Config.read(checkpoint / "config.json")
    tokens = _vocabulary(checkpoint / "vocab.json", said)
    weights = next((checkpoint / name for name in _WEIGHTS if (checkpoint / name).is_file()), checkpoint / _WEIGHTS[-1])
    for name in PIECES:
        if not (checkpoint / name).is_file():
            raise ResourceError(f"{checkpoint / name}: no such file; a MarianMT checkpoint has {' and '.join(PIECES)}")
    specification = _specification(_Weights(weights, read_tensors(weights)), said, tokens)
    with new_folder(target) as fresh:
        specification.save(str(fresh))
        for name in PIECES:
            shutil.copyfile(checkpoint / name, fresh / name)
        made = sorted(path for path in fresh.iterdir())
        lines = [f"{_checksum(path)}  {path.name}\n" for path in made]
        (fresh / CHECKSUMS).write_text("".join(lines), encoding="utf-8", newline="\n")


def compare(folder: Path) -> None:
    """Compare a converted folder with its checksums, if it has any; raises `ResourceError` where a file differs."""
    if not (folder / CHECKSUMS).is_file():
        return
    for line in read_text(folder / CHECKSUMS, largest=1 << 16).splitlines():
        expected, _, name = line.partition("  ")
        path = folder / name
        if "/" in name or not path.is_file():
            raise ResourceError(f"{path}: is missing; convert or fetch the model again")
        if _checksum(path) != expected:
            raise ResourceError(f"{path}: is damaged (its checksum differs); convert or fetch the model again")


PREPARER: Final = Preparer(convert, needs_ctranslate2)


def _checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@dataclass(frozen=True, slots=True)
class _Config:
    """What a checkpoint's config.json says of its shape."""

    size: int
    vocabulary: int
    layers: tuple[int, int]
    heads: int
    inner: tuple[int, int]
    activation: str
    scaled: bool

    @classmethod
    def read(cls, path: Path) -> _Config:
        said = _json(path)
        if said.get("model_type") != "marian":
            raise ResourceError(
                f"{path}: is not that of a MarianMT model (model_type is {said.get('model_type')!r:.40})"
            )
        for name, wanted in (
            ("normalize_before", False),
            ("normalize_embedding", False),
            ("static_position_embeddings", True),
            ("share_encoder_decoder_embeddings", True),
        ):
            if said.get(name, wanted) is not wanted:
                raise ResourceError(f"{path}: {name} is {said[name]!r:.40}, a form of MarianMT that is not supported")
        activation = said.get("activation_function")
        if activation not in _ACTIVATIONS:
            known = ", ".join(_ACTIVATIONS)
            raise ResourceError(f"{path}: activation_function is {activation!r:.40}; supported are {known}")

        def number(name: str, largest: int) -> int:
            value = said.get(name)
            if type(value) is not int or not 0 < value <= largest:
                raise ResourceError(f"{path}: {name} is {value!r:.40}, not a number from 1 to {largest}")
            return value

        heads = number("encoder_attention_heads", 1024)
        if number("decoder_attention_heads", 1024) != heads:
            raise ResourceError(f"{path}: encoder and decoder have different numbers of attention heads")
        return cls(
            size=number("d_model", 1 << 16),
            vocabulary=number("vocab_size", 1 << 24),
            layers=(number("encoder_layers", _MOST_LAYERS), number("decoder_layers", _MOST_LAYERS)),
            heads=heads,
            inner=(number("encoder_ffn_dim", 1 << 20), number("decoder_ffn_dim", 1 << 20)),
            activation=activation,
            scaled=said.get("scale_embedding") is True,
        )


def _json(path: Path) -> Mapping[str, Any]:
    try:
        if path.stat().st_size > _LARGEST_VOCABULARY:
            raise ResourceError(f"{path}: is larger than such a file can be")
        content = json.loads(path.read_bytes())
    except FileNotFoundError:
        raise ResourceError(f"{path}: no such file; is {path.parent} a MarianMT checkpoint?") from None
    except OSError as error:
        raise ResourceError(f"{path}: cannot be read: {(error.strerror or 'unknown error').lower()}") from None
    except (ValueError, RecursionError):
        raise ResourceError(f"{path}: is not JSON; copy it again from where it came") from None
    if not isinstance(content, dict):
        raise ResourceError(f"{path}: is not a table; copy it again from where it came")
    return content


def _vocabulary(path: Path, said: _Config) -> list[str]:
    """The tokens in the order of their numbers, `<pad>`, the last, left out."""
    numbers = _json(path)
    tokens = sorted(numbers, key=lambda token: numbers[token] if type(numbers[token]) is int else -1)
    if [numbers[token] for token in tokens] != list(range(said.vocabulary)):
        raise ResourceError(
            f"{path}: does not fit config.json: it numbers {len(tokens)} tokens, and the model has {said.vocabulary}"
        )
    if tokens[-1] != _PAD or _END not in numbers:
        raise ResourceError(f"{path}: is not that of a MarianMT model: it lacks {_END}, or does not end in {_PAD}")
    return tokens[:-1]


@dataclass(frozen=True, slots=True)
class _Weights:
    """The tensors of a checkpoint, each compared with the shape that the model gives it."""

    path: Path
    tensors: Mapping[str, Tensor]

    def take(self, name: str, *shape: int) -> Tensor:
        tensor = self.tensors.get(name)
        if tensor is None:
            raise ResourceError(f"{self.path}: is not that of a MarianMT model: it has no tensor {name}")
        if tensor.shape != shape:
            raise ResourceError(f"{self.path}: {name} has the shape {tensor.shape}; config.json means {shape}")
        # A copy: numbers are quantised where they stand, and the file's must not be touched.
        return np.array(tensor, np.float32, order="C")

    def linear(self, specification: Any, name: str, outputs: int, inputs: int) -> None:  # noqa: ANN401 - as above
        self.joined(specification, [name], outputs, inputs)

    def joined(self, specification: Any, names: Sequence[str], outputs: int, inputs: int) -> None:  # noqa: ANN401
        """One layer made of several whose outputs follow each other."""
        specification.weight = np.concatenate([self.take(f"{name}.weight", outputs, inputs) for name in names])
        specification.bias = np.concatenate([self.take(f"{name}.bias", outputs) for name in names])

    def norm(self, specification: Any, name: str, size: int) -> None:  # noqa: ANN401 - as above
        specification.gamma = self.take(f"{name}.weight", size)
        specification.beta = self.take(f"{name}.bias", size)


def _specification(weights: _Weights, said: _Config, tokens: Sequence[str]) -> Any:  # noqa: ANN401 - as above
    from ctranslate2.specs import TransformerSpec
    from ctranslate2.specs.common_spec import Activation

    made = TransformerSpec.from_config(
        said.layers,
        said.heads,
        pre_norm=False,
        activation=Activation[_ACTIVATIONS[said.activation]],
        alignment_layer=_ALIGNMENT_LAYER,
        alignment_heads=_ALIGNMENT_HEADS,
    )
    shared = weights.take("model.shared.weight", said.vocabulary, said.size)[:-1]
    positions = _positions(_POSITIONS, said.size)
    for side, part, inner in (("encoder", made.encoder, said.inner[0]), ("decoder", made.decoder, said.inner[1])):
        _refuse_learnt_positions(weights, f"model.{side}.embed_positions.weight", positions)
        part.scale_embeddings = math.sqrt(said.size) if said.scaled else 1.0
        part.position_encodings.encodings = positions
        for index, layer in enumerate(part.layer):
            _layer(weights, layer, f"model.{side}.layers.{index}", said.size, inner)
    made.encoder.embeddings[0].weight = shared
    made.decoder.embeddings.weight = shared
    made.decoder.projection.weight = shared
    made.decoder.projection.bias = weights.take("final_logits_bias", 1, said.vocabulary)[0, :-1]
    made.decoder.start_from_zero_embedding = True
    made.config.eos_token = _END
    made.config.unk_token = _UNKNOWN
    # Any token would do: the decoder starts from a zero embedding.
    made.config.decoder_start_token = _END
    made.register_source_vocabulary(list(tokens))
    made.register_target_vocabulary(list(tokens))
    made.validate()
    made.optimize(quantization="int8")
    return made


def _layer(weights: _Weights, layer: Any, name: str, size: int, inner: int) -> None:  # noqa: ANN401 - as above
    own = [f"{name}.self_attn.{part}_proj" for part in "qkv"]
    weights.joined(layer.self_attention.linear[0], own, size, size)
    weights.linear(layer.self_attention.linear[1], f"{name}.self_attn.out_proj", size, size)
    weights.norm(layer.self_attention.layer_norm, f"{name}.self_attn_layer_norm", size)
    if hasattr(layer, "attention"):
        other = [f"{name}.encoder_attn.{part}_proj" for part in "qkv"]
        weights.joined(layer.attention.linear[0], other[:1], size, size)
        weights.joined(layer.attention.linear[1], other[1:], size, size)
        weights.linear(layer.attention.linear[2], f"{name}.encoder_attn.out_proj", size, size)
        weights.norm(layer.attention.layer_norm, f"{name}.encoder_attn_layer_norm", size)
    weights.linear(layer.ffn.linear_0, f"{name}.fc1", inner, size)
    weights.linear(layer.ffn.linear_1, f"{name}.fc2", size, inner)
    weights.norm(layer.ffn.layer_norm, f"{name}.final_layer_norm", size)


def _positions(count: int, size: int) -> NDArray[np.float32]:
    """Marian's positions: sines in the first half of a row and cosines in the second, at the same frequencies."""
    frequencies = 10_000.0 ** (-2.0 * np.arange((size + 1) // 2) / size)
    angles = np.arange(count)[:, None] * frequencies[None, :]
    return np.concatenate([np.sin(angles), np.cos(angles[:, : size // 2])], axis=1).astype(np.float32)


def _refuse_learnt_positions(weights: _Weights, name: str, positions: NDArray[np.float32]) -> None:
    """Some checkpoints repeat the positions, which must be those of the formula."""
    stored = weights.tensors.get(name)
    if stored is None:
        return
    common = min(len(stored), len(positions)) if stored.ndim == 2 else 0
    if (
        not common
        or stored.shape[1] != positions.shape[1]
        or not np.allclose(stored[:common], positions[:common], atol=1e-4)
    ):
        raise ResourceError(f"{weights.path}: {name} are other positions than MarianMT's")
