"""Engines that translate sentences: our own, a user's Moses, or files that some system wrote.

All of them offer one method, `translate`; what runs on top of an engine needs no more.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from antecede.alignment import Link

__all__ = ["ConstrainedEngine", "Engine", "Hypothesis", "Option", "Phrase", "Request"]


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


class Engine(Protocol):
    """Something that translates tokenised sentences."""

    def translate(self, sentences: Sequence[Sequence[str]], *, n_best: int = 1) -> list[list[Hypothesis]]:
        """For each sentence its translations, the best first: at least one, at most `n_best`."""
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
    """An engine that can be told how to translate parts of a sentence."""

    def translate_requests(self, requests: Sequence[Request], *, n_best: int = 1) -> list[list[Hypothesis]]:
        """As `translate`, with each sentence's options and notes."""
        ...
