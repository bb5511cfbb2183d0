"""Models: folders with a `model.toml`, found by pair, path or name, read and written."""

from __future__ import annotations

from antecede.models.folder import DEFAULT_KIND, ModelFolder
from antecede.models.installed import installed_models, installed_versions, model_to
from antecede.models.toml import VERSION, write_model_toml

__all__ = [
    "DEFAULT_KIND",
    "VERSION",
    "ModelFolder",
    "installed_models",
    "installed_versions",
    "model_to",
    "write_model_toml",
]
