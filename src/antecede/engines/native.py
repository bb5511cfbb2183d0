"""Our own engine: a model folder, translated with by the native decoder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, overload

from antecede import _native
from antecede.alignment import Link
from antecede.engines import Ability, EngineKind, Hypothesis, Phrase, Request
from antecede.errors import BadOption, ResourceError
from antecede.models import ModelFolder

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from antecede.engines import Opening

__all__ = ["ENGINE", "SETTINGS", "BackoffTable", "DecodedList", "Extras", "NativeEngine", "decoder_settings"]

SETTINGS: Final = ("pop_limit", "stack_size", "table_limit", "distortion_limit", "beam", "lookahead")
"""What [decoder] of a model.toml may say; `native/decoder/models.hpp` says what each does."""
ABILITIES: Final = frozenset([Ability.N_BEST, Ability.OPTIONS])


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


class DecodedList(Sequence[Hypothesis]):
    """A sentence's translations as the decoder keeps them: each becomes a `Hypothesis` when it is asked for.

    It is a `CompactList` of `antecede.engines.nbest`: a thousand hypotheses as Python's objects take more time than to
    find them.
    """

    def __init__(self, translations: _native.Translations, slots: Sequence[tuple[str, int, int]]) -> None:
        self._translations = translations
        self._slots = slots

    def __len__(self) -> int:
        return len(self._translations)

    @overload
    def __getitem__(self, index: int) -> Hypothesis: ...

    @overload
    def __getitem__(self, index: slice) -> list[Hypothesis]: ...

    def __getitem__(self, index: int | slice) -> Hypothesis | list[Hypothesis]:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        number = range(len(self))[index]
        told = self._translations
        score, values = told.values(number)
        return Hypothesis(
            tokens=tuple(told.tokens(number)),
            score=score,
            alignment=tuple(Link(*pair) for pair in told.alignment(number)),
            features={name: tuple(values[start:end]) for name, start, end in self._slots},
            segmentation=tuple(Phrase(*phrase) for phrase in told.segmentation(number)),
        )

    def moses_lines(self, sentence: int) -> bytes:
        """The list in Moses's format."""
        return self._translations.moses_lines(sentence)

    def differing(self, places: Sequence[int], others: Sequence[int]) -> list[int]:
        """The numbers of the hypotheses that may differ at places of the source."""
        return self._translations.differing(list(places), list(others))


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
            raise BadOption(f"the decoder rejects these settings: {_first_line(error)}") from None

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
        folder = model if isinstance(model, ModelFolder) else ModelFolder.find(model)
        if not folder.weights:
            raise ResourceError(f"{folder.path / 'model.toml'}: has no [weights]")
        extras = extras or Extras()
        try:
            with folder.refusing_damage():
                models = _native.DecoderModels(
                    folder.phrase_table(),
                    folder.file("language_model"),
                    backoff=_backoff(extras.backoff),
                    option_features=list(extras.option_features.items()),
                    features=list(extras.features),
                )
        except _native.BadSettings as error:
            raise BadOption(str(error)) from None
        how = {**decoder_settings(folder), **settings}
        return cls(models, {**folder.weights, **(weights or {})}, how, threads=threads)

    @property
    def abilities(self) -> frozenset[Ability]:
        """What the decoder can do."""
        return ABILITIES

    def close(self) -> None:
        """Nothing runs that has to be ended."""

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
    ) -> list[DecodedList]:
        """For each sentence its best translations; with `distinct`, no two with the same tokens."""
        return self.translate_requests(
            [Request(tuple(tokens)) for tokens in sentences], n_best=n_best, distinct=distinct
        )

    def translate_requests(
        self, requests: Sequence[Request], *, n_best: int = 1, distinct: bool = False
    ) -> list[DecodedList]:
        """As `translate`, with options for parts of the sentences and notes for feature functions."""
        try:
            results = self._decoder.translate(
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
        return [DecodedList(translations, self._slots) for translations in results]

    @property
    def _slots(self) -> list[tuple[str, int, int]]:
        """Where each feature's values stand."""
        slots: list[tuple[str, int, int]] = []
        offset = 0
        for name, size in self._models.features:
            slots.append((name, offset, offset + size))
            offset += size
        return slots


def decoder_settings(folder: ModelFolder) -> dict[str, float]:
    """What a folder says of the decoder's settings; raises `ResourceError` for anything else."""
    for name, value in folder.settings.items():
        if name not in SETTINGS or isinstance(value, bool) or not isinstance(value, int | float):
            known = ", ".join(SETTINGS)
            raise ResourceError(
                f"{folder.path / 'model.toml'}: [decoder] {name} = {value!r} is not a setting; the settings are {known}"
            )
    return dict(folder.settings)


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


def _first_line(error: Exception) -> str:
    """The line a user needs: a wrong argument's type makes the bindings write several."""
    return str(error).partition("\n")[0]


def _open(opening: Opening) -> NativeEngine:
    folder = opening.folder or ModelFolder.find(str(opening.options["model"]))
    settings: dict[str, Any] = dict(opening.settings)
    return NativeEngine.open(folder, threads=opening.threads, **settings)


ENGINE: Final = EngineKind(_open, ABILITIES, ("model",), SETTINGS)
