"""A language model of Llama's shape in a GGUF file made into a folder that CTranslate2 scores with.

The numbers are put into CTranslate2's own specification, which quantises and writes them: normalisation by the root of
the mean square, positions by rotation, a gated feed-forward part, fewer heads for keys and values than for queries, and
one table of embeddings for input and output. GGUF stores the rows of queries and keys in the order in which neighbours
are rotated together, which CTranslate2 calls interleaved. Beside the model lies what its tokenizer needs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from antecede.engines._converted import new_folder
from antecede.engines._gguf import read_gguf
from antecede.engines.marian import needs_ctranslate2
from antecede.errors import ResourceError
from antecede.resources import Preparer
from antecede.text.byte_pieces import MERGES

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from antecede.engines._gguf import Gguf

__all__ = ["PREPARER", "convert"]

_ARCHITECTURE: Final = "llama"
_PRE_TOKENISER: Final = "smollm"
"""How text is cut before pairs are merged: what `BytePieces` does."""
_MOST_LAYERS: Final = 200


def convert(source: Path, target: Path) -> None:
    """Make the folder `target`, of int8 numbers, from the one GGUF file in a folder; it appears whole or not at all."""
    needs_ctranslate2()
    files = sorted(source.glob("*.gguf"))
    if len(files) != 1:
        raise ResourceError(f"{source}: has {len(files)} GGUF files, where one is expected")
    model = _Model.of(read_gguf(files[0]))
    specification = model.specification()
    with new_folder(target) as fresh:
        specification.save(str(fresh))
        (fresh / MERGES).write_text("".join(f"{pair}\n" for pair in model.merges), encoding="utf-8", newline="\n")


PREPARER: Final = Preparer(convert, needs_ctranslate2)


@dataclass(frozen=True, slots=True)
class _Model:
    """What a file says of the model's shape and words, each number in its bounds."""

    file: Gguf
    layers: int
    size: int
    inner: int
    heads: int
    key_heads: int
    base: float
    epsilon: float
    tokens: list[str]
    merges: list[str]
    special: tuple[str, str, str]
    """The tokens that begin and end a text, and the one for what is unknown."""

    @classmethod
    def of(cls, file: Gguf) -> _Model:
        said = _Facts(file)
        said.expect("general.architecture", _ARCHITECTURE)
        said.expect("tokenizer.ggml.model", "gpt2")
        said.expect("tokenizer.ggml.pre", _PRE_TOKENISER)
        tokens, merges = said.texts("tokenizer.ggml.tokens"), said.texts("tokenizer.ggml.merges")
        if len(set(tokens)) != len(tokens) or any(len(pair.split(" ")) != 2 or "\n" in pair for pair in merges):
            raise ResourceError(f"{file.path}: its vocabulary has a token twice, or a merge that is not of two parts")
        size, heads = said.number("llama.embedding_length", 1 << 16), said.number("llama.attention.head_count", 1 << 10)
        key_heads = said.number("llama.attention.head_count_kv", heads, heads)
        if size % heads or heads % key_heads or size // heads % 2:
            raise ResourceError(f"{file.path}: {size} numbers cannot be shared out to {heads} and {key_heads} heads")
        if said.number("llama.rope.dimension_count", size, size // heads) != size // heads:
            raise ResourceError(f"{file.path}: rotates a part of each head, which is not supported")
        special = (said.number(f"tokenizer.ggml.{name}_token_id", len(tokens) - 1, 0, 0) for name in _SPECIAL)
        return cls(
            file=file,
            layers=said.number("llama.block_count", _MOST_LAYERS),
            size=size,
            inner=said.number("llama.feed_forward_length", 1 << 20),
            heads=heads,
            key_heads=key_heads,
            base=said.real("llama.rope.freq_base", 10_000.0, 1e9),
            epsilon=said.real("llama.attention.layer_norm_rms_epsilon", 1e-5, 1.0),
            tokens=tokens,
            merges=merges,
            special=(tokens[next(special)], tokens[next(special)], tokens[next(special)]),
        )

    def specification(self) -> Any:  # noqa: ANN401 - a module without types
        from ctranslate2.specs import TransformerDecoderModelSpec
        from ctranslate2.specs.common_spec import Activation

        made = TransformerDecoderModelSpec.from_config(
            self.layers,
            self.heads,
            activation=Activation.SWISH,
            pre_norm=True,
            ffn_glu=True,
            rms_norm=True,
            rotary_dim=0,
            rotary_interleave=True,
            rotary_base=self.base,
            num_heads_kv=self.key_heads if self.key_heads != self.heads else None,
        )
        decoder = made.decoder
        decoder.scale_embeddings = False
        decoder.embeddings.weight = self._take("token_embd.weight", len(self.tokens), self.size)
        own_output = "output.weight" in self.file.tensors
        decoder.projection.weight = (
            self._take("output.weight", len(self.tokens), self.size) if own_output else decoder.embeddings.weight
        )
        decoder.layer_norm.gamma = self._take("output_norm.weight", self.size)
        for index, layer in enumerate(decoder.layer):
            self._layer(layer, f"blk.{index}")
        made.config.bos_token, made.config.eos_token, made.config.unk_token = self.special
        made.config.layer_norm_epsilon = self.epsilon
        made.register_vocabulary(self.tokens)
        made.validate()
        made.optimize(quantization="int8")
        return made

    def _layer(self, layer: Any, name: str) -> None:  # noqa: ANN401 - as above
        keys = self.size // self.heads * self.key_heads
        attention, forward = layer.self_attention, layer.ffn
        attention.layer_norm.gamma = self._take(f"{name}.attn_norm.weight", self.size)
        attention.linear[0].weight = np.concatenate(
            [
                self._take(f"{name}.attn_{part}.weight", outputs, self.size)
                for part, outputs in (("q", self.size), ("k", keys), ("v", keys))
            ]
        )
        attention.linear[1].weight = self._take(f"{name}.attn_output.weight", self.size, self.size)
        forward.layer_norm.gamma = self._take(f"{name}.ffn_norm.weight", self.size)
        forward.linear_0.weight = self._take(f"{name}.ffn_gate.weight", self.inner, self.size)
        forward.linear_0_noact.weight = self._take(f"{name}.ffn_up.weight", self.inner, self.size)
        forward.linear_1.weight = self._take(f"{name}.ffn_down.weight", self.size, self.inner)

    def _take(self, name: str, *shape: int) -> NDArray[np.float32]:
        stored = self.file.tensors.get(name)
        if stored is not None and stored.shape != shape:
            raise ResourceError(f"{self.file.path}: {name} has the shape {stored.shape}; its header means {shape}")
        if (tensor := self.file.tensor(name)) is None:
            raise ResourceError(f"{self.file.path}: is not a model of Llama's shape: it has no tensor {name}")
        if not np.isfinite(tensor).all():
            raise ResourceError(f"{self.file.path}: {name} has numbers that are not finite")
        return tensor


_SPECIAL: Final = ("bos", "eos", "unknown")


@dataclass(frozen=True, slots=True)
class _Facts:
    file: Gguf

    def expect(self, name: str, wanted: str) -> None:
        if (said := self.file.facts.get(name)) != wanted:
            raise ResourceError(f"{self.file.path}: {name} is {said!r:.40}; supported is {wanted!r}")

    def texts(self, name: str) -> list[str]:
        said = self.file.facts.get(name)
        if not isinstance(said, list) or not said or not all(isinstance(each, str) for each in said):
            raise ResourceError(f"{self.file.path}: {name} is missing, or not a list of texts")
        return said

    def number(self, name: str, largest: int, default: int | None = None, least: int = 1) -> int:
        said = self.file.facts.get(name, default)
        if type(said) is not int or not least <= said <= largest:
            raise ResourceError(f"{self.file.path}: {name} is {said!r:.40}, not a number from {least} to {largest}")
        return said

    def real(self, name: str, default: float, largest: float) -> float:
        said = self.file.facts.get(name, default)
        if type(said) is not float or not 0.0 < said <= largest:
            raise ResourceError(f"{self.file.path}: {name} is {said!r:.40}, not a number up to {largest}")
        return said
