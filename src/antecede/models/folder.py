"""A model is a folder: `model.toml`, and the files that it names.

[model]
pair = "en-fr"
version = 1

[engine]                               # may be missing: our own decoder translates
kind = "native"

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
from typing import TYPE_CHECKING, Any, Final, Literal, NoReturn

from antecede import _native
from antecede.errors import BadOption, ResourceError
from antecede.files import read_text, write_text
from antecede.files.packed import checksum
from antecede.models.installed import installed_models, known_models
from antecede.models.toml import VERSION, with_entries
from antecede.text.truecase import Truecaser

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

__all__ = ["DEFAULT_KIND", "ModelFolder"]

DEFAULT_KIND: Final = "native"
"""The engine of a folder whose model.toml has no [engine]."""
CHECKED_INSIDE: Final = ("phrase_table", "language_model")
"""The large files: the native parts check the checksums inside them whenever they open one, several times as fast as
SHA-256 could be computed."""
_BY_TRAIN: Final = ("phrase_table", "language_model", "truecaser_source", "truecaser_target")
"""The files that `antecede train` makes; all others are `antecede train-pronouns`'s."""


@dataclass(slots=True)
class _Opened:
    """What was read of a folder's files, so that nothing is read twice."""

    compared: set[str] = field(default_factory=set)
    truecasers: dict[str, Truecaser] = field(default_factory=dict)
    phrase_table: _native.PhraseTable | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFolder:
    """What a folder's model.toml says; the files themselves are opened when they are asked for, each of them once."""

    path: Path
    pair: str
    kind: str = DEFAULT_KIND
    """The kind of engine that translates with it: a module of `antecede.engines`, or somebody else's."""
    engine: Mapping[str, Any] = field(default_factory=dict)
    """What else [engine] says, for that kind to read."""
    files: Mapping[str, str] = field(default_factory=dict)
    weights: Mapping[str, list[float]] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    """[decoder] as it stands there, for the engine to check."""
    pronouns: Mapping[str, Any] = field(default_factory=dict)
    """What was tuned for the pronoun models."""
    checksums: Mapping[str, str] = field(default_factory=dict)
    """The SHA-256 of files, by their names in the folder."""
    package: str = ""
    """The package that carries the folder, if one does."""
    _opened: _Opened = field(default_factory=_Opened, repr=False, compare=False)

    @classmethod
    def find(cls, name: str | Path | None = None, *, pair: str | None = None) -> ModelFolder:
        """The model of a path or of an installed name; without either, the installed one of a pair.

        With both, a model of another pair is a `BadOption`.
        """
        if name is None and pair is None:
            raise BadOption(f"no model is named; {known_models()}")
        folder = cls.read(_path(name if name is not None else str(pair)))
        if pair is not None and folder.pair != pair:
            raise BadOption(f"{folder.path}: is a model for {folder.pair}, not for {pair}")
        return folder

    @classmethod
    def of_engine(cls, pair: str) -> ModelFolder:
        """A placeholder without a path, for an engine that does not come from a model folder."""
        return cls(path=Path(), pair=pair)

    @classmethod
    def read(cls, path: Path | str) -> ModelFolder:
        """Reads model.toml; raises `ResourceError` where it does not say what it must."""
        folder = Path(path)
        file = folder / "model.toml"
        try:
            content = tomllib.loads(file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise ResourceError(
                f"{folder}: is not a model folder: it has no model.toml; `antecede train` makes one"
            ) from None
        except OSError as error:
            raise ResourceError(f"{file}: {(error.strerror or 'cannot be read').lower()}") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise ResourceError(f"{file}: is damaged: {error}") from None
        model = _table(content, "model", file)
        if model is None:
            raise ResourceError(f"{file}: has no [model]")
        if model.get("version", VERSION) != VERSION:
            raise ResourceError(f"{file}: has version {model['version']!r}, but only version {VERSION} is supported")
        if not isinstance(model.get("pair"), str):
            raise ResourceError(f"{file}: [model] has no pair")
        engine = _table(content, "engine", file) or {}
        weights = _table(content, "weights", file) or {}
        return cls(
            path=folder,
            pair=model["pair"],
            kind=_text(engine.get("kind", DEFAULT_KIND), "[engine] kind", file),
            engine={name: value for name, value in engine.items() if name != "kind"},
            files=_texts(content, "files", "file names", file),
            weights={name: _numbers(values, name, file) for name, values in weights.items()},
            settings=_table(content, "decoder", file) or {},
            pronouns=_table(content, "pronouns", file) or {},
            checksums=_texts(content, "checksums", "checksums", file),
            package=f"antecede-model-{model['pair']}" if "release" in model else "",
        )

    def has(self, name: str) -> bool:
        """Whether model.toml names a file: `choice`, `truecaser_source`."""
        return name in self.files

    def file(self, name: str) -> Path:
        """The path of one of the files; a `ResourceError` says what is missing or damaged, and what makes it.

        A file is compared with its checksum when it is first asked for, unless it is checked whenever it is opened.
        """
        if name not in self.files:
            self._refuse(name)
        if name not in self._opened.compared:
            self._compare(name, whole=name not in CHECKED_INSIDE)
            self._opened.compared.add(name)
        return self.path / self.files[name]

    def truecaser(self, side: Literal["source", "target"]) -> Truecaser | None:
        """The truecaser of one side; none where the model keeps the case of its text."""
        name = f"truecaser_{side}"
        if not self.has(name):
            return None
        if name not in self._opened.truecasers:
            self._opened.truecasers[name] = Truecaser.read(self.file(name))
        return self._opened.truecasers[name]

    def updated(
        self,
        *,
        files: Mapping[str, str] | None = None,
        weights: Mapping[str, Sequence[float]] | None = None,
        pronouns: Mapping[str, Any] | None = None,
    ) -> ModelFolder:
        """The folder with these entries in its model.toml, which is written whole; all else in it stays.

        Files are named as they are called in the folder and are there already; their checksums are taken now. Other
        files keep the checksums that they were made with: one that was damaged since must not pass for intact.
        """
        toml = self.path / "model.toml"
        named = dict(files or {})
        tables: dict[str, Mapping[str, Any]] = {
            "files": named,
            "checksums": {file: checksum(self.path / file) for file in named.values()},
            "weights": {name: [float(value) for value in values] for name, values in (weights or {}).items()},
            "pronouns": pronouns or {},
        }
        # From the file, not from what was read of it once: another part may have been added since.
        write_text(toml, with_entries(read_text(toml), tables, toml))
        return ModelFolder.read(self.path)

    def verify(self) -> None:
        """Compare all files with their checksums; raises `ResourceError` where one is missing or differs."""
        for name in self.files:
            self._compare(name)

    def phrase_table(self) -> _native.PhraseTable:
        """The folder's phrase table; raises `ResourceError` where it is missing or damaged."""
        if self._opened.phrase_table is None:
            with self.refusing_damage():
                self._opened.phrase_table = _native.PhraseTable.open(self.file("phrase_table"))
        return self._opened.phrase_table

    def language_model(self) -> _native.LanguageModel:
        """The folder's language model; raises `ResourceError` where it is missing or damaged."""
        with self.refusing_damage():
            return _native.LanguageModel.open(self.file("language_model"))

    @contextmanager
    def refusing_damage(self) -> Iterator[None]:
        """Turns what the native parts say of a damaged file into a `ResourceError` that says how to get it again."""
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
                checksum = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            problem = (error.strerror or "unknown error").lower()
            raise ResourceError(f"{path}: cannot be read: {problem}; {self._remedy}") from None
        if checksum != expected:
            raise ResourceError(
                f"{path}: is damaged, or not the file that model.toml describes (its checksum differs); {self._remedy}"
            )

    @property
    def _remedy(self) -> str:
        if self.package:
            return f"install the package {self.package} again"
        return "train the model again, or copy it again from where it came"

    def _refuse(self, name: str) -> NoReturn:
        if self == ModelFolder.of_engine(self.pair):
            raise ResourceError(f"a {name} model is needed, and no model folder is named: give --model")
        if name in _BY_TRAIN:
            raise ResourceError(f"{self.path / 'model.toml'}: [files] has no {name}; `antecede train` makes one")
        raise ResourceError(
            f"{self.path}: has no {name} model; `antecede train-pronouns --model {self.path}` makes one"
        )


def _path(name: str | Path) -> Path:
    """The folder that a path or an installed name means; a model folder comes before an installed name."""
    path = Path(name)
    if (path / "model.toml").is_file():
        return path
    models = installed_models()
    if str(name) in models:
        return models[str(name)]
    if path.exists():
        return path
    raise ResourceError(
        f"{name}: is neither a model folder nor the name of an installed model; {known_models(str(name))}"
    )


def _table(content: dict[str, Any], name: str, file: Path) -> dict[str, Any] | None:
    table = content.get(name)
    if table is not None and not isinstance(table, dict):
        raise ResourceError(f"{file}: [{name}] is not a table")
    return table


def _texts(content: dict[str, Any], name: str, what: str, file: Path) -> dict[str, str]:
    table = content.get(name, {})
    if not isinstance(table, dict) or not all(isinstance(each, str) for each in table.values()):
        raise ResourceError(f"{file}: [{name}] is not a table of {what}")
    return table


def _text(value: object, name: str, file: Path) -> str:
    if not isinstance(value, str):
        raise ResourceError(f"{file}: {name} = {value!r} is not text")
    return value


def _numbers(values: object, name: str, file: Path) -> list[float]:
    listed = values if isinstance(values, list) else [values]
    if not listed or not all(isinstance(value, int | float) and not isinstance(value, bool) for value in listed):
        raise ResourceError(f"{file}: [weights] {name} = {values!r} are not numbers")
    return [float(value) for value in listed if isinstance(value, int | float)]
