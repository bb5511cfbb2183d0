"""MarianMT checkpoints become folders for CTranslate2, without PyTorch; what is not one is refused in one line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import checkpoints
import neural_models
import numpy as np
import pytest

from antecede.engines import Segment, open_engine
from antecede.engines._tensors import read_tensors
from antecede.engines.ctranslate2 import CTranslate2Engine
from antecede.engines.marian import _positions, compare, convert
from antecede.errors import ResourceError

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.neural
DATA = Path(__file__).parent / "data"


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_both_forms_of_a_checkpoint_become_the_same_folder(tmp_path: Path) -> None:
    convert(neural_models.opus_mt(tmp_path / "bin"), tmp_path / "one")
    convert(neural_models.opus_mt(tmp_path / "safe", safetensors=True), tmp_path / "two")
    assert files_in(tmp_path / "one") == files_in(tmp_path / "two")
    assert sorted(files_in(tmp_path / "one")) == [
        "checksums.sha256",
        "config.json",
        "model.bin",
        "shared_vocabulary.json",
        "source.spm",
        "target.spm",
    ]
    assert sum(map(len, files_in(tmp_path / "one").values())) < 1_000_000


def test_the_pad_token_is_dropped(tmp_path: Path) -> None:
    folder = neural_models.converted(tmp_path / "model")
    numbers = json.loads((neural_models.TINY / "vocab.json").read_text())
    tokens = json.loads((folder / "shared_vocabulary.json").read_text())
    assert tokens == sorted(numbers, key=lambda token: numbers[token])[:-1]
    assert "<pad>" not in tokens


def test_positions_are_those_of_the_formula() -> None:
    # Row 3 of a model of size 4: sines and cosines of 3 / 10000^(2i/4) for i = 0, 1, that is of 3 and of 0.03.
    expected = [np.sin(3.0), np.sin(0.03), np.cos(3.0), np.cos(0.03)]
    np.testing.assert_allclose(_positions(5, 4)[3], expected, rtol=1e-6)


def test_nothing_of_pytorch_is_imported(tmp_path: Path) -> None:
    script = (
        "import sys, pathlib; from antecede.engines.marian import convert;"
        f"convert(pathlib.Path({str(neural_models.TINY)!r}), pathlib.Path({str(tmp_path / 'model')!r}));"
        "sys.exit(any(name in sys.modules for name in ('torch', 'transformers', 'pickle5')))"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_translations_are_those_of_the_official_converter(opus_mt: Path) -> None:
    """The fixture is what CTranslate2's own converter, with PyTorch and transformers, made of the same checkpoint."""
    lines = (DATA / "opus-mt-en-fr.tsv").read_text(encoding="utf-8").splitlines()
    pairs = [line.split("\t") for line in lines]
    assert len(pairs) == 50
    engine = open_engine(f"ctranslate2:{opus_mt}", pair="en-fr")
    assert isinstance(engine, CTranslate2Engine)
    made = engine.translate_segments([Segment(source) for source, _ in pairs])
    assert [listed[0].text for listed in made] == [target for _, target in pairs]


def config(**changes: object) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        said = json.loads((folder / "config.json").read_text())
        (folder / "config.json").write_text(json.dumps(said | changes))

    return change


def vocabulary(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        numbers = json.loads((folder / "vocab.json").read_text())
        (folder / "vocab.json").write_text(json.dumps(change(numbers)))

    return apply


def tensors(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        checkpoints.write_torch(folder / "pytorch_model.bin", change(read_tensors(folder / "pytorch_model.bin")))

    return apply


def written(name: str, content: bytes) -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        (folder / name).write_bytes(content)

    return write


def removed(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).unlink()


def without(name: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda entries: {key: value for key, value in entries.items() if key != name}


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (removed("config.json"), "config.json: no such file; is"),
        (removed("vocab.json"), "vocab.json: no such file"),
        (removed("source.spm"), "source.spm: no such file; a MarianMT checkpoint has source.spm and target.spm"),
        (removed("pytorch_model.bin"), "pytorch_model.bin: cannot be read: no such file"),
        (written("config.json", b"{"), "config.json: is not JSON"),
        (written("config.json", b"[1]"), "config.json: is not a table"),
        (config(model_type="bart"), "config.json: is not that of a MarianMT model (model_type is 'bart')"),
        (config(activation_function="tanh"), "activation_function is 'tanh'; supported are swish"),
        (config(normalize_before=True), "normalize_before is True, a form of MarianMT that is not supported"),
        (config(share_encoder_decoder_embeddings=False), "share_encoder_decoder_embeddings is False"),
        (config(encoder_layers=10**9), "encoder_layers is 1000000000, not a number from 1 to 100"),
        (config(d_model="32"), "d_model is '32', not a number"),
        (config(d_model=64), "has the shape (106, 32); config.json means (106, 64)"),
        (config(encoder_layers=3), "it has no tensor model.encoder.layers.2.self_attn.q_proj.weight"),
        (config(decoder_attention_heads=2), "encoder and decoder have different numbers of attention heads"),
        (config(vocab_size=107), "vocab.json: does not fit config.json: it numbers 106 tokens, and the model has 107"),
        (vocabulary(without("<pad>")), "vocab.json: does not fit config.json: it numbers 105 tokens"),
        (vocabulary(lambda numbers: numbers | {"<unk>": 0}), "vocab.json: does not fit config.json"),
        (vocabulary(lambda numbers: numbers | {"<unk>": "1"}), "vocab.json: does not fit config.json"),
        (
            vocabulary(lambda numbers: {{"<pad>": "end"}.get(key, key): value for key, value in numbers.items()}),
            "it lacks </s>, or does not end in <pad>",
        ),
        (tensors(without("final_logits_bias")), "it has no tensor final_logits_bias"),
        (
            tensors(lambda all_: all_ | {"model.encoder.embed_positions.weight": np.zeros((8, 32), np.float32)}),
            "model.encoder.embed_positions.weight are other positions than MarianMT's",
        ),
        (written("pytorch_model.bin", b"<html>"), "is not a checkpoint of tensors"),
    ],
)
def test_a_damaged_or_foreign_checkpoint_is_told_in_one_line(
    tmp_path: Path, damage: Callable[[Path], None], message: str
) -> None:
    folder = neural_models.opus_mt(tmp_path / "checkpoint")
    damage(folder)
    with pytest.raises(ResourceError) as refused:
        convert(folder, tmp_path / "model")
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)
    assert [path.name for path in tmp_path.iterdir() if path.name not in {"cache", "checkpoint"}] == []


@pytest.mark.parametrize("name", ["model.bin", "source.spm", "shared_vocabulary.json", "config.json"])
def test_a_converted_folder_is_compared_with_its_checksums(tmp_path: Path, name: str) -> None:
    folder = neural_models.converted(tmp_path / "model")
    compare(folder)
    data = bytearray((folder / name).read_bytes())
    data[len(data) // 2] ^= 1
    (folder / name).write_bytes(data)
    with pytest.raises(ResourceError, match=rf"{name}: is damaged \(its checksum differs\)"):
        compare(folder)
    (folder / name).unlink()
    with pytest.raises(ResourceError, match=rf"{name}: is missing"):
        compare(folder)
