"""The tiny translation model (experiments/tiny_translation_model.py) in the shapes that real ones have."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

import checkpoints

from antecede.engines._tensors import read_tensors
from antecede.engines.marian import CHECKSUMS, convert
from antecede.resources import folder_of, home, resource
from antecede.resources._store import _STAMP, _digest, _listing

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pytest

TINY: Final = Path(__file__).parents[1] / "engines" / "data" / "tiny-marian"
# It has tokens for the language tags of its training text, which other models call otherwise.
NLLB: Final = {"<tag0>": "eng_Latn", "<tag1>": "fra_Latn"}
M2M: Final = {"<tag0>": "__en__", "<tag1>": "__fr__"}
SEVERAL: Final = {"<tag2>": ">>fra<<"}


def opus_mt(folder: Path, *, safetensors: bool = False) -> Path:
    """A checkpoint as OPUS-MT's are."""
    shutil.copytree(TINY, folder)
    if safetensors:
        checkpoints.write_safetensors(folder / "model.safetensors", read_tensors(folder / "pytorch_model.bin"))
        (folder / "pytorch_model.bin").unlink()
    return folder


def converted(folder: Path, tokens: Mapping[str, str] | None = None) -> Path:
    """A folder for CTranslate2, with some tokens renamed."""
    convert(TINY, folder)
    if tokens:
        vocabulary = folder / "shared_vocabulary.json"
        listed = json.loads(vocabulary.read_text())
        vocabulary.write_text(json.dumps([tokens.get(token, token) for token in listed]))
        # Renamed, so that it is no damage.
        (folder / CHECKSUMS).unlink()
    return folder


def many_languages(folder: Path, tokens: Mapping[str, str]) -> Path:
    """A folder as NLLB's and M2M-100's are: tags for languages, and one SentencePiece model for all of them."""
    converted(folder, tokens)
    (folder / "source.spm").rename(folder / "sentencepiece.bpe.model")
    (folder / "target.spm").unlink()
    return folder


def without(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Resources as they are on this machine, in another folder, but for the neural model: nobody has fetched it."""
    there = home()
    folder.mkdir()
    for each in there.iterdir() if there.is_dir() else ():
        if not each.name.startswith((".", "opus-mt-")):
            (folder / each.name).symlink_to(each)
    monkeypatch.setenv("ANTECEDE_RESOURCES", str(folder))


def fetched(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same, with the tiny model as if it were the neural model of English to French, and had been fetched."""
    without(folder, monkeypatch)
    wanted = resource("opus-mt-en-fr")
    made = converted(folder_of(wanted))
    listing = _listing(made)
    (made / _STAMP).write_text("\n".join([f"{wanted.checksum} {_digest(listing)}", *listing, ""]))
