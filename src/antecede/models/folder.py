"""A model is a folder: `model.toml`, and the files that it names.

[model]
pair = "en-fr"
version = 1

[files]
phrase_table = "phrases.bin"
language_model = "lm.bin"
truecaser_source = "truecase.en"       # may be missing, as the next ones
coreference = "coreference.tsv"        # the coreference model
pronoun_lm = "pronoun_lm.bin"          # the pronoun language model
choice = "choice.bin"                  # the combined system's model

[weights]
LM0 = [0.5]
TranslationModel0 = [0.2, 0.2, 0.2, 0.2]

[decoder]                              # may be missing
pop_limit = 400

[pronouns]                             # what was tuned for the pronoun models; may be missing
coreference_weight = 0.8
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from antecede.errors import ResourceError
from antecede.files import read_text
from antecede.models.toml import VERSION, write_model_toml

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["SETTINGS", "ModelFolder", "add_pronoun_model", "pronoun_settings"]

SETTINGS: Final = ("pop_limit", "stack_size", "table_limit", "distortion_limit", "beam", "lookahead")
"""What [decoder] may say; `native/decoder/models.hpp` tells what each does."""


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """What a folder's model.toml says; the files themselves are not opened."""

    path: Path
    pair: str
    files: Mapping[str, str]
    weights: Mapping[str, list[float]]
    settings: Mapping[str, float]

    @classmethod
    def read(cls, path: Path | str) -> ModelFolder:
        """Reads model.toml; raises `ResourceError` where it does not say what it must."""
        folder = Path(path)
        file = folder / "model.toml"
        try:
            told = tomllib.loads(file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise ResourceError(
                f"{folder}: is no model folder, it has no model.toml; `antecede train` makes one"
            ) from None
        except OSError as error:
            raise ResourceError(f"{file}: {(error.strerror or 'cannot be read').lower()}") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise ResourceError(f"{file}: is damaged: {error}") from None
        model, files = _table(told, "model", file), _table(told, "files", file)
        if model.get("version", VERSION) != VERSION:
            raise ResourceError(f"{file}: is of version {model['version']!r}, but version {VERSION} is read here")
        if not isinstance(model.get("pair"), str):
            raise ResourceError(f"{file}: [model] has no pair")
        for name in ("phrase_table", "language_model"):
            if not isinstance(files.get(name), str):
                raise ResourceError(f"{file}: [files] has no {name}")
        weights = {name: _numbers(values, name, file) for name, values in _table(told, "weights", file).items()}
        settings = told.get("decoder", {})
        for name, value in settings.items():
            if name not in SETTINGS or isinstance(value, bool) or not isinstance(value, int | float):
                known = ", ".join(SETTINGS)
                raise ResourceError(f"{file}: [decoder] {name} = {value!r} is no setting; the settings are {known}")
        return cls(folder, model["pair"], files, weights, settings)

    def file(self, name: str) -> Path | None:
        """The path of one of the files, if there is such a file."""
        return self.path / self.files[name] if name in self.files else None


def _table(told: dict[str, Any], name: str, file: Path) -> dict[str, Any]:
    table = told.get(name)
    if not isinstance(table, dict):
        raise ResourceError(f"{file}: has no [{name}]")
    return table


def _numbers(values: object, name: str, file: Path) -> list[float]:
    listed = values if isinstance(values, list) else [values]
    if not listed or not all(isinstance(value, int | float) and not isinstance(value, bool) for value in listed):
        raise ResourceError(f"{file}: [weights] {name} = {values!r} are no numbers")
    return [float(value) for value in listed if isinstance(value, int | float)]


def add_pronoun_model(folder: Path, files: Mapping[str, str], settings: Mapping[str, Any] | None = None) -> None:
    """Name these files in the folder's `model.toml`, and keep these numbers there; all else stays.

    Files and numbers of the same name are replaced. The files are written by whoever calls this, before.
    """
    ModelFolder.read(folder)
    tables = _tables(folder)
    tables["files"] = {**tables["files"], **files}
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
