"""Where a model folder keeps its pronoun models: files named in `model.toml`, and the numbers that go with them.

[files]
coreference = "coreference.tsv"        # the coreference model
pronoun_lm = "pronoun_lm.bin"          # the pronoun language model
choice = "choice.bin"                  # the combined system's model

[pronouns]                             # what was tuned for them
coreference_weight = 0.8
"""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

from antecede.engines.native import ModelFolder
from antecede.errors import ResourceError
from antecede.files import read_text
from antecede.smt.corpus import checksum
from antecede.smt.model_folder import write_model_toml

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["add_pronoun_model", "pronoun_settings"]


def add_pronoun_model(folder: Path, files: Mapping[str, str], settings: Mapping[str, Any] | None = None) -> None:
    """Name these files and their checksums in the folder's `model.toml`, and keep these numbers there; all else stays.

    Files and numbers of the same name are replaced. The files are written by whoever calls this, before.
    """
    ModelFolder.read(folder)
    tables = _tables(folder)
    tables["files"] = {**tables["files"], **files}
    if files:
        # Other files keep the checksums that they were made with: one that was damaged since must not pass for whole.
        fresh = {file: checksum(folder / file) for file in files.values()}
        tables["checksums"] = {**tables.get("checksums", {}), **fresh}
    if settings:
        tables["pronouns"] = {**tables.get("pronouns", {}), **settings}
    write_model_toml(folder, tables)


def pronoun_settings(folder: Path) -> Mapping[str, Any]:
    """What `model.toml` says in [pronouns]; nothing if there is no such table."""
    found = _tables(folder).get("pronouns", {})
    if not isinstance(found, dict):
        raise ResourceError(f"{folder / 'model.toml'}: [pronouns] is no table")
    return found


def _tables(folder: Path) -> dict[str, Any]:
    file = folder / "model.toml"
    try:
        return tomllib.loads(read_text(file))
    except tomllib.TOMLDecodeError as error:
        raise ResourceError(f"{file}: is damaged: {error}") from None
