"""Models: folders with a `model.toml`, found by pair, path or name, read and written."""

from __future__ import annotations

from antecede.models.folder import SETTINGS, ModelFolder, add_pronoun_model, pronoun_settings
from antecede.models.installed import find_model, installed_models, installed_versions, model_to
from antecede.models.toml import VERSION, write_model_toml, write_weights

__all__ = [
    "SETTINGS",
    "VERSION",
    "ModelFolder",
    "add_pronoun_model",
    "find_model",
    "installed_models",
    "installed_versions",
    "model_to",
    "pronoun_settings",
    "write_model_toml",
    "write_weights",
]
