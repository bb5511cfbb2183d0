"""Engines that translate sentences: our own, neural models, a user's Moses, services, or files that a system wrote.

All of them offer one method, `translate`; what runs on top of an engine needs no more, or says which `Ability` it
needs. A kind of engine is a module of this folder that defines `ENGINE`, or one of another package:

    [project.entry-points."antecede.engines"]
    mine = "my_package.engine"          # a module that defines ENGINE, an EngineKind
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, cast

from antecede.errors import BadOption, ResourceError
from antecede.registry import Registry
from antecede.scoring import Segment

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from antecede.alignment import Link
    from antecede.models import ModelFolder

__all__ = [
    "ENGINES",
    "MOST_CONTEXT",
    "Ability",
    "CompletingEngine",
    "ConstrainedEngine",
    "Engine",
    "EngineKind",
    "Hypothesis",
    "Opening",
    "Option",
    "Phrase",
    "Request",
    "Segment",
    "TextEngine",
    "constrained",
    "open_engine",
    "translate_segments",
]


MOST_CONTEXT: Final = 20
"""Sentences before that an engine may be given as context."""


class Ability(StrEnum):
    """What an engine can do besides translating a text sentence by sentence."""

    N_BEST = "n-best lists"
    """Several translations of any sentence, in any order of asking."""
    OPTIONS = "translations given for parts of a sentence"
    PREFIX = "translations that start with given words"
    SCORES = "scores of given translations"
    CONTEXT = "the sentences before as context"
    TEXT = "text as it is written"
    """It takes text, and cuts it into pieces of its own; other engines take our tokens."""


class Phrase(NamedTuple):
    """A phrase of a translation: source tokens `first` to `last`, target tokens `target_first` up to `target_end`."""

    first: int
    last: int
    target_first: int
    target_end: int


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One translation of a sentence, with all that the engine said about it."""

    tokens: tuple[str, ...]
    score: float = 0.0
    alignment: tuple[Link, ...] = ()
    features: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    segmentation: tuple[Phrase, ...] = ()
    text: str = ""
    """What an engine that takes text wrote, to the last space. Tokens may have been changed since: `TextSteps` puts
    such changes into it."""


class Engine(Protocol):
    """Something that translates tokenised sentences."""

    @property
    def abilities(self) -> frozenset[Ability]:
        """What else it can do."""
        ...

    def translate(
        self, sentences: Sequence[Sequence[str]], *, n_best: int = 1, distinct: bool = False
    ) -> Sequence[Sequence[Hypothesis]]:
        """For each sentence its translations, the best first: at least one, at most `n_best`.

        With `distinct`, no two of them have the same tokens.
        """
        ...

    def close(self) -> None:
        """End what the engine keeps running, when all is translated."""
        ...


@dataclass(frozen=True, slots=True)
class Option:
    """A translation of source tokens `first` to `last`, given for one sentence, with its own scores.

    It competes with the engine's own translations, unless it is `exclusive`. `alignment` counts from the first token
    of either side of the phrase. An empty target drops the tokens.
    """

    first: int
    last: int
    target: tuple[str, ...]
    scores: Mapping[str, Sequence[float]] = field(default_factory=dict)
    alignment: tuple[tuple[int, int], ...] = ()
    exclusive: bool = False


@dataclass(frozen=True, slots=True)
class Request:
    """A sentence with what is known about it: translations of parts of it, and numbers that features read."""

    tokens: tuple[str, ...]
    options: tuple[Option, ...] = ()
    notes: Mapping[str, Sequence[float]] = field(default_factory=dict)


class ConstrainedEngine(Engine, Protocol):
    """An engine that accepts given translations for parts of a sentence."""

    def translate_requests(
        self, requests: Sequence[Request], *, n_best: int = 1, distinct: bool = False
    ) -> Sequence[Sequence[Hypothesis]]:
        """As `translate`, with each sentence's options and notes."""
        ...


class TextEngine(Engine, Protocol):
    """An engine that takes text as it is written, and writes text."""

    def translate_segments(
        self, segments: Sequence[Segment], *, n_best: int = 1, distinct: bool = False
    ) -> Sequence[Sequence[Hypothesis]]:
        """As `translate`, from text; the tokens and links of a hypothesis are ours."""
        ...


class CompletingEngine(TextEngine, Protocol):
    """An engine that finishes translations whose first words are given."""

    def complete(
        self, segments: Sequence[Segment], prefixes: Sequence[str], *, n_best: int = 1, distinct: bool = False
    ) -> Sequence[Sequence[Hypothesis]]:
        """As `translate_segments`, each translation starting with its prefix."""
        ...


def translate_segments(
    engine: Engine, segments: Sequence[Segment], *, n_best: int = 1, distinct: bool = False
) -> Sequence[Sequence[Hypothesis]]:
    """What an engine translates: the text of the segments if it takes text, else their tokens."""
    if Ability.TEXT in engine.abilities:
        return cast("TextEngine", engine).translate_segments(segments, n_best=n_best, distinct=distinct)
    return engine.translate([segment.tokens or () for segment in segments], n_best=n_best, distinct=distinct)


def constrained(engine: Engine) -> ConstrainedEngine:
    """The engine, if it accepts given translations for parts of a sentence; a `BadOption` if not."""
    if Ability.OPTIONS not in engine.abilities:
        raise BadOption(f"this engine cannot be given {Ability.OPTIONS}; our own can")
    return cast("ConstrainedEngine", engine)


@dataclass(frozen=True, slots=True)
class Opening:
    """What an engine is opened with."""

    options: Mapping[str, Any]
    """What [engine] of a model.toml says, or an address."""
    base: Path
    """Where paths in the options start."""
    folder: ModelFolder | None = None
    """The model folder, if it is one that is opened."""
    threads: int = 1
    settings: Mapping[str, float] = field(default_factory=dict)
    pair: str = ""
    """What it is to translate: a model folder's pair, or the one that the caller names."""

    def path(self, name: str) -> Path | None:
        """The path that an option names, if it is given."""
        return self.base / str(self.options[name]) if name in self.options else None


class EngineKind(NamedTuple):
    """A kind of engine: the `ENGINE` of its module."""

    open: Callable[[Opening], Engine]
    abilities: frozenset[Ability]
    """What its engines can do."""
    options: tuple[str, ...]
    """What an address says, in this order: `kind:first,second`, or by name, `kind:second=...`; and [engine]."""
    settings: tuple[str, ...] = ()
    """The settings of its search."""
    alone: bool = False
    """Whether its name alone is an address."""


def _unknown(name: str, known: tuple[str, ...]) -> BadOption:
    return BadOption(f"unknown kind of engine '{name}': the kinds are {', '.join(sorted(known))}")


ENGINES: Final = Registry(__name__, "ENGINE", EngineKind, _unknown, ("services",))


def open_engine(model: ModelFolder | str, *, pair: str = "", threads: int = 1, **settings: float) -> Engine:
    """The engine of a model folder, whose [engine] says of which kind it is; or that of an address, `kind:where`.

    Some addresses leave open what is translated: `pair` says it then.
    """
    if isinstance(model, str):
        name, colon, rest = model.partition(":")
        if not colon and not (name in ENGINES and ENGINES[name].alone):
            raise BadOption(f"'{model}' is not an engine: engines are named kind:where, such as moses:moses.ini")
        kind = ENGINES[name]
        opening = Opening(_address(name, kind, rest) if colon else {}, Path(), None, threads, settings, pair)
    else:
        name, kind = model.kind, ENGINES[model.kind]
        for option in model.engine:
            if option not in kind.options:
                known = ", ".join(kind.options)
                raise ResourceError(
                    f"{model.path / 'model.toml'}: [engine] {option} is not an option of a {name} engine,"
                    f" which has {known}"
                )
        opening = Opening(model.engine, model.path, model, threads, settings, model.pair)
    for setting in settings:
        if setting not in kind.settings:
            known = ", ".join(kind.settings) or "none"
            raise BadOption(f"the engine '{name}' has no setting {setting}; its settings are {known}")
    return kind.open(opening)


def _address(name: str, kind: EngineKind, text: str) -> dict[str, str]:
    said: dict[str, str] = {}
    if kind.alone and not text:
        return said
    # The last option keeps its commas: most addresses are one path.
    for place, part in enumerate(text.split(",", len(kind.options) - 1)):
        option, equals, value = part.partition("=")
        if equals and option in kind.options:
            said[option] = value
        else:
            said[kind.options[place]] = part
    if not all(said.values()):
        raise BadOption(f"'{name}:{text}' is incomplete: a {name} engine is {name}:{','.join(kind.options).upper()}")
    return said
