"""Write a tuned encoder as a folder that ships: the network as 8-bit ONNX, the rest as plain arrays.

    python experiments/export_encoder.py work/averaged.safetensors --out models/en/antecede_model_en

Wants PyTorch, onnx and onnxruntime. What the folder answers is compared with the network in 32 bits. `model.toml` is
kept but for the checksums.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from train_encoder import HEADS, WIDTH, Resolver, read

from antecede.coreference.encoder.model import FILES
from antecede.files.packed import checksum

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from torch import nn


class Graph:
    """An ONNX graph that grows node by node."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.weights: list[Any] = []

    def constant(self, values: NDArray[Any] | np.generic) -> str:
        """A weight."""
        name = f"w{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def node(self, kind: str, *inputs: str, **how: float | list[int]) -> str:
        """An operation, and the name of what comes out."""
        name = f"n{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **how))
        return name

    def linear(self, states: str, layer: nn.Linear) -> str:
        """A matrix and its bias."""
        product = self.node("MatMul", states, self.constant(layer.weight.detach().numpy().T))
        return self.node("Add", product, self.constant(layer.bias.detach().numpy()))

    def norm(self, states: str, layer: nn.LayerNorm) -> str:
        """A layer's normalisation."""
        weight, bias = (self.constant(each.detach().numpy()) for each in (layer.weight, layer.bias))
        return self.node("LayerNormalization", states, weight, bias, axis=-1, epsilon=layer.eps)


def exported(model: Resolver) -> onnx.ModelProto:
    """The encoder as a graph: one window of pieces in, so that no mask is needed, and their vectors out."""
    encoder, graph = model.encoder, Graph()
    words = graph.node("Gather", graph.constant(encoder.word.weight.detach().numpy()), "pieces")
    length = graph.node("Slice", graph.node("Shape", "pieces"), *(graph.constant(np.array([n])) for n in (1, 2)))
    positions = graph.node(
        "Slice",
        graph.constant((encoder.position.weight + encoder.kind.weight[0]).detach().numpy()),
        graph.constant(np.array([0])),
        length,
        graph.constant(np.array([0])),
    )
    states = graph.norm(graph.node("Add", words, positions), encoder.norm)
    heads = graph.constant(np.array([0, 0, HEADS, WIDTH // HEADS]))
    whole = graph.constant(np.array([0, 0, WIDTH]))
    scale = graph.constant(np.float32((WIDTH // HEADS) ** -0.5))
    for layer in encoder.layers:
        query, value = (
            graph.node("Transpose", graph.node("Reshape", graph.linear(states, each), heads), perm=[0, 2, 1, 3])
            for each in (layer.query, layer.value)
        )
        key = graph.node("Transpose", graph.node("Reshape", graph.linear(states, layer.key), heads), perm=[0, 2, 3, 1])
        weights = graph.node("Softmax", graph.node("Mul", graph.node("MatMul", query, key), scale), axis=-1)
        seen = graph.node("Transpose", graph.node("MatMul", weights, value), perm=[0, 2, 1, 3])
        attended = graph.linear(graph.node("Reshape", seen, whole), layer.joined)
        states = graph.norm(graph.node("Add", states, attended), layer.attended)
        wide = graph.linear(states, layer.wide)
        error = graph.node("Erf", graph.node("Div", wide, graph.constant(np.float32(np.sqrt(2)))))
        bent = graph.node(
            "Mul",
            graph.node("Mul", wide, graph.node("Add", error, graph.constant(np.float32(1)))),
            graph.constant(np.float32(0.5)),
        )
        states = graph.norm(graph.node("Add", states, graph.linear(bent, layer.narrow)), layer.norm)
    graph.nodes.append(helper.make_node("Identity", [states], ["vectors"]))
    made = helper.make_graph(
        graph.nodes,
        "encoder",
        [helper.make_tensor_value_info("pieces", TensorProto.INT64, [1, "length"])],
        [helper.make_tensor_value_info("vectors", TensorProto.FLOAT, [1, "length", WIDTH])],
        graph.weights,
    )
    whole_model = helper.make_model(made, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(whole_model)
    return whole_model


def compare(model: Resolver, path: Path, words: int) -> None:
    """Print how far the written network is from the original on random pieces."""
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    pieces = np.random.default_rng(1).integers(1000, words, (1, 60))
    model.eval()
    with torch.no_grad():
        wanted = model.encoder(torch.tensor(pieces), torch.ones(1, 60, dtype=torch.bool)).numpy()
    (found,) = session.run(None, {"pieces": pieces})
    print(f"{path.name}: {path.stat().st_size / 1e6:.1f} MB, mean difference {np.abs(found - wanted).mean():.5f}")


def write_heads(path: Path, model: Resolver, names: Sequence[Any]) -> None:
    """Everything that is not the encoder."""
    state = {
        name: each.numpy().astype(np.float16)
        for name, each in model.state_dict().items()
        if not name.startswith("encoder.")
    }
    listed = {
        f"{part}_names": np.array(list(each.numbers))
        for part, each in zip(("ranking", "function", "clause"), names, strict=True)
    }
    np.savez_compressed(path, allow_pickle=False, **state, **listed)


def main() -> None:
    """Read the arguments."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    model, names, vocabulary = read(options.model)
    with TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.onnx"
        onnx.save(exported(model), plain)
        compare(model, plain, len(vocabulary))
        quantize_dynamic(plain, options.out / "encoder.onnx", weight_type=QuantType.QInt8, per_channel=True)
    compare(model, options.out / "encoder.onnx", len(vocabulary))
    write_heads(options.out / "heads.npz", model, names)
    (options.out / "pieces.txt").write_text("\n".join(vocabulary) + "\n", encoding="utf-8")
    told = options.out / "model.toml"
    text = told.read_text(encoding="utf-8") if told.exists() else "[encoder]\nformat = 1\ntemperature = 1.0\n"
    text = re.sub(r"\n*\[checksums\].*", "", text, flags=re.DOTALL)
    sums = "".join(f'"{name}" = "{checksum(options.out / name)}"\n' for name in FILES)
    told.write_text(f"{text.rstrip()}\n\n[checksums]\n{sums}", encoding="utf-8")


if __name__ == "__main__":
    main()
