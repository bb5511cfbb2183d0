"""Our own engine: a model folder, translated with by the native decoder.

`model.toml` says what is in the folder:

    [model]
    pair = "en-fr"
    version = 1

    [files]
    phrase_table = "phrases.bin"
    language_model = "lm.bin"
    truecaser_source = "truecase.en"   # may be missing, as the next

    [checksums]                        # SHA-256; a file without one is not compared
    "lm.bin" = "75097f0e..."

    [weights]
    LM0 = [0.5]
    TranslationModel0 = [0.2, 0.2, 0.2, 0.2]

    [decoder]                          # may be missing
    pop_limit = 400
"""

from __future__ import annotations

import hashlib
import tomllib
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from antecede import _native
from antecede.alignment import Link
from antecede.engines import Hypothesis, Phrase, Request
from antecede.errors import BadOption, ResourceError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

__all__ = ["SETTINGS", "BackoffTable", "Extras", "ModelFolder", "NativeEngine"]

VERSION: Final = 1
SETTINGS: Final = ("pop_limit", "stack_size", "table_limit", "distortion_limit", "beam", "lookahead")
"""What [decoder] may say; `native/models.hpp` tells what each does."""
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


@dataclass(frozen=True, slots=True)
class BackoffTable:
    """A second table, asked only for a single token that has no entry of its own in the first.

    As Moses's `[decoding-graph-backoff] 0 1`. Scores are natural logarithms, `scores` of them for each entry.
    """

    entries: Mapping[str, Sequence[tuple[Sequence[str], Sequence[float]]]]
    feature: str = "TranslationModel1"
    scores: int = 1


@dataclass(frozen=True, slots=True)
class Extras:
    """What is added to a model: a back-off table, features that only given options score, feature functions."""

    backoff: BackoffTable | None = None
    option_features: Mapping[str, int] = field(default_factory=dict)
    features: tuple[_native.Feature, ...] = ()


class NativeEngine:
    """Translates with a model folder, whose files are mapped and checked when it is opened. Threads may share one."""

    def __init__(
        self,
        models: _native.DecoderModels,
        weights: Mapping[str, Sequence[float]],
        settings: Mapping[str, float] | None = None,
        *,
        threads: int = 1,
    ) -> None:
        self._models = models
        self._weights = {name: [float(value) for value in values] for name, values in weights.items()}
        self._settings = dict(settings or {})
        self._threads = threads
        try:
            self._decoder = _native.Decoder(models, self._weights, **self._settings)  # type: ignore[arg-type]  # checked by the decoder
        except (_native.BadSettings, TypeError) as error:
            raise BadOption(f"the decoder cannot work so: {_first_line(error)}") from None

    @classmethod
    def open(
        cls,
        model: ModelFolder | Path | str,
        *,
        threads: int = 1,
        weights: Mapping[str, Sequence[float]] | None = None,
        extras: Extras | None = None,
        **settings: float,
    ) -> NativeEngine:
        """The engine of a folder; `weights` and settings given here replace the folder's, name by name."""
        folder = model if isinstance(model, ModelFolder) else ModelFolder.read(model)
        extras = extras or Extras()
        try:
            with folder.refusing_damage():
                models = _native.DecoderModels(
                    folder.engine_file("phrase_table"),
                    folder.engine_file("language_model"),
                    backoff=_backoff(extras.backoff),
                    option_features=list(extras.option_features.items()),
                    features=list(extras.features),
                )
        except _native.BadSettings as error:
            raise BadOption(str(error)) from None
        return cls(models, {**folder.weights, **(weights or {})}, {**folder.settings, **settings}, threads=threads)

    def with_weights(self, weights: Mapping[str, Sequence[float]]) -> NativeEngine:
        """The same models with other weights, name by name: what tuning needs. Costs nothing."""
        return NativeEngine(self._models, {**self._weights, **weights}, self._settings, threads=self._threads)

    @property
    def weights(self) -> dict[str, list[float]]:
        """The weights, by feature, of all features."""
        return {name: self._weights.get(name, [0.0] * size) for name, size in self._models.features}

    @property
    def decoder(self) -> _native.Decoder:
        """The decoder itself, whose results keep features as arrays: for those who tune or re-score."""
        return self._decoder

    def translate(
        self, sentences: Sequence[Sequence[str]], *, n_best: int = 1, distinct: bool = False
    ) -> list[list[Hypothesis]]:
        """For each sentence its best translations; with `distinct`, no two with the same tokens."""
        return self.translate_requests(
            [Request(tuple(tokens)) for tokens in sentences], n_best=n_best, distinct=distinct
        )

    def translate_requests(
        self, requests: Sequence[Request], *, n_best: int = 1, distinct: bool = False
    ) -> list[list[Hypothesis]]:
        """As `translate`, with options for parts of the sentences and notes for feature functions."""
        try:
            found = self._decoder.translate(
                [list(request.tokens) for request in requests],
                options=[_options(request) for request in requests],
                notes=[{name: list(values) for name, values in request.notes.items()} for request in requests],
                n_best=n_best,
                distinct=distinct,
                threads=self._threads,
            )
        except _native.BadSettings as error:
            raise BadOption(str(error)) from None
        except _native.DamagedFile as error:
            raise ResourceError(str(error)) from None
        return [self._hypotheses(translations) for translations in found]

    def _hypotheses(self, found: _native.Translations) -> list[Hypothesis]:
        slots: list[tuple[str, int, int]] = []
        offset = 0
        for name, size in self._models.features:
            slots.append((name, offset, offset + size))
            offset += size
        return [
            Hypothesis(
                tokens=tuple(found.tokens(number)),
                score=score,
                alignment=tuple(Link(*pair) for pair in found.alignment(number)),
                features={name: tuple(values[start:end]) for name, start, end in slots},
                segmentation=tuple(Phrase(*phrase) for phrase in found.segmentation(number)),
            )
            for number, (score, values) in enumerate(zip(found.scores.tolist(), found.features.tolist(), strict=True))
        ]


def _options(request: Request) -> list[tuple[Any, ...]]:
    return [
        (
            option.first,
            option.last,
            list(option.target),
            {name: list(values) for name, values in option.scores.items()},
            list(option.alignment),
            option.exclusive,
        )
        for option in request.options
    ]


def _backoff(table: BackoffTable | None) -> tuple[str, int, dict[str, list[Any]]] | None:
    if table is None:
        return None
    entries = {
        word: [(list(target), list(scores), [(0, at) for at in range(len(target))]) for target, scores in translations]
        for word, translations in table.entries.items()
    }
    return table.feature, table.scores, entries


def _table(told: dict[str, Any], name: str, file: Path) -> dict[str, Any]:
    table = told.get(name)
    if not isinstance(table, dict):
        raise ResourceError(f"{file}: has no [{name}]")
    return table


def _checksums(told: dict[str, Any], file: Path) -> dict[str, str]:
    checksums = told.get("checksums", {})
    if not isinstance(checksums, dict) or not all(isinstance(each, str) for each in checksums.values()):
        raise ResourceError(f"{file}: [checksums] is no table of checksums")
    return checksums


def _numbers(values: object, name: str, file: Path) -> list[float]:
    listed = values if isinstance(values, list) else [values]
    if not listed or not all(isinstance(value, int | float) and not isinstance(value, bool) for value in listed):
        raise ResourceError(f"{file}: [weights] {name} = {values!r} are no numbers")
    return [float(value) for value in listed if isinstance(value, int | float)]


def _first_line(error: Exception) -> str:
    """The line a user needs: a wrong argument's type makes the bindings write several."""
    return str(error).partition("\n")[0]
