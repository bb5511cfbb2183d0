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

[checksums]                            # SHA-256; a file without one is not compared
"lm.bin" = "75097f0e..."

[weights]
LM0 = [0.5]
TranslationModel0 = [0.2, 0.2, 0.2, 0.2]

[decoder]                              # may be missing
pop_limit = 400

[pronouns]                             # what was tuned for the pronoun models; may be missing
coreference_weight = 0.8
"""

from __future__ import annotations

import hashlib
import tomllib
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from antecede import _native
from antecede.errors import ResourceError
from antecede.files import read_text
from antecede.files.packed import checksum
from antecede.models.toml import VERSION, write_model_toml

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["SETTINGS", "ModelFolder", "add_pronoun_model", "pronoun_settings"]

SETTINGS: Final = ("pop_limit", "stack_size", "table_limit", "distortion_limit", "beam", "lookahead")
"""What [decoder] may say; `native/decoder/models.hpp` tells what each does."""
CHECKED_INSIDE: Final = ("phrase_table", "language_model")
"""The large files: the native parts check the checksums inside them whenever they open one, several times as fast as
SHA-256 could be computed."""


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """What a folder's model.toml says; the files themselves are opened when they are asked for."""

    path: Path
    pair: str
    files: Mapping[str, str]
    weights: Mapping[str, list[float]]
    settings: Mapping[str, float]
    checksums: Mapping[str, str] = field(default_factory=dict)
    """The SHA-256 of files, by their names in the folder."""
    package: str = ""
    """The package that carries the folder, if one does."""
    _compared: set[str] = field(default_factory=set, repr=False, compare=False)

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
        package = f"antecede-model-{model['pair']}" if "release" in model else ""
        return cls(folder, model["pair"], files, weights, settings, _checksums(told, file), package)

    def file(self, name: str) -> Path | None:
        """The path of one of the files, if model.toml names it; what is missing or damaged is a `ResourceError`.

        A file is compared with its checksum when it is first asked for, unless it is checked whenever it is opened.
        """
        if name not in self.files:
            return None
        if name not in self._compared:
            self._compare(name, whole=name not in CHECKED_INSIDE)
            self._compared.add(name)
        return self.path / self.files[name]

    def verify(self) -> None:
        """Compare all files with their checksums; raises `ResourceError` where one is missing or differs."""
        for name in self.files:
            self._compare(name)

    def phrase_table(self) -> _native.PhraseTable:
        """The folder's phrase table; raises `ResourceError` where it is missing or damaged."""
        with self.refusing_damage():
            return _native.PhraseTable.open(self.engine_file("phrase_table"))

    def language_model(self) -> _native.LanguageModel:
        """The folder's language model; raises `ResourceError` where it is missing or damaged."""
        with self.refusing_damage():
            return _native.LanguageModel.open(self.engine_file("language_model"))

    def engine_file(self, name: Literal["phrase_table", "language_model"]) -> Path:
        """The path of a file that every folder has."""
        path = self.file(name)
        assert path is not None  # noqa: S101 - `read` saw to it
        return path

    @contextmanager
    def refusing_damage(self) -> Iterator[None]:
        """Turns what the native parts say of a damaged file into a `ResourceError` that tells how to get it again."""
        try:
            yield
        except (_native.DamagedFile, _native.FileError) as error:
            raise ResourceError(f"{error}; {self._remedy}") from None

    def _compare(self, name: str, *, whole: bool = True) -> None:
        path, expected = self.path / self.files[name], self.checksums.get(self.files[name])
        try:
            with path.open("rb") as file:
                if expected is None or not whole:
                    return
                found = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            problem = (error.strerror or "unknown error").lower()
            raise ResourceError(f"{path}: cannot be read: {problem}; {self._remedy}") from None
        if found != expected:
            raise ResourceError(
                f"{path}: is damaged, or not the file that model.toml describes (its checksum differs); {self._remedy}"
            )

    @property
    def _remedy(self) -> str:
        if self.package:
            return f"install the package {self.package} again"
        return "train the model again, or copy it again from where it came"


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


def _checksums(told: dict[str, Any], file: Path) -> dict[str, str]:
    checksums = told.get("checksums", {})
    if not isinstance(checksums, dict) or not all(isinstance(each, str) for each in checksums.values()):
        raise ResourceError(f"{file}: [checksums] is no table of checksums")
    return checksums
