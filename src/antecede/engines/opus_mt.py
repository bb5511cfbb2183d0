"""A MarianMT checkpoint as an engine: converted once, and kept in the cache."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from antecede.engines import EngineKind
from antecede.engines.ctranslate2 import OPTIONS, SETTINGS, CTranslate2Engine, open_folder
from antecede.engines.marian import convert, needs_ctranslate2
from antecede.errors import BadOption, ResourceError
from antecede.files.packed import checksum
from antecede.resources import cache_home

if TYPE_CHECKING:
    from pathlib import Path

    from antecede.engines import Opening

__all__ = ["ENGINE", "converted"]

_FORM: Final = "1"
"""Changes when the same checkpoint is converted to something else."""


def converted(checkpoint: Path) -> Path:
    """The folder that a checkpoint was converted to, or is now: one for each content."""
    needs_ctranslate2()
    if not (checkpoint / "config.json").is_file():
        raise ResourceError(f"{checkpoint}: is not a MarianMT checkpoint: it has no config.json")
    files = sorted(path for path in checkpoint.iterdir() if path.suffix in {".json", ".spm", ".bin", ".safetensors"})
    said = "".join(f"{checksum(path)} {path.name}\n" for path in files)
    folder = cache_home() / "converted" / hashlib.sha256(f"{_FORM}\n{said}".encode()).hexdigest()[:32]
    if not folder.is_dir():
        convert(checkpoint, folder)
    return folder


def _open(opening: Opening) -> CTranslate2Engine:
    path = opening.path("path")
    if path is None:
        raise BadOption("an opus-mt engine needs its checkpoint: opus-mt:PATH, or path = in [engine] of a model.toml")
    return open_folder(converted(path), opening)


ENGINE: Final = EngineKind(_open, CTranslate2Engine.abilities, OPTIONS, SETTINGS)
