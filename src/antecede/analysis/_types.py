"""What analysis adds to text: morphology and syntax of each token, as immutable values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.languages import Gender, Number


class Word(NamedTuple):
    """A token with its morphology and syntax. Labels are those of Universal Dependencies, whatever the parser."""

    text: str
    lemma: str
    pos: str
    """Universal part of speech: NOUN, PROPN, PRON, VERB ..."""
    gender: Gender | None
    number: Number | None
    person: int | None
    head: int
    """The token that governs this one, counted in the sentence; the root governs itself."""
    relation: str
    """The dependency: nsubj, obj, expl ..."""
    entity: str = ""
    """The class of the named entity it belongs to (PER, ORG, LOC, MISC ...), if any."""


class Chunk(NamedTuple):
    """A noun phrase: the tokens from `start` up to `end`, and the one that heads it."""

    start: int
    end: int
    head: int


@dataclass(frozen=True, slots=True)
class AnalysedSentence:
    """A sentence's words and noun phrases."""

    words: tuple[Word, ...]
    chunks: tuple[Chunk, ...] = ()

    @property
    def tokens(self) -> tuple[str, ...]:
        """The words' text."""
        return tuple(word.text for word in self.words)


@dataclass(frozen=True, slots=True)
class AnalysedDocument:
    """A document in one language, sentence by sentence."""

    language: str
    sentences: tuple[AnalysedSentence, ...]
    id: str = ""


def bare_analysis(sentences: Sequence[Sequence[str]], language: str, name: str = "") -> AnalysedDocument:
    """Tokens of which nothing is known."""
    return AnalysedDocument(
        language,
        tuple(
            AnalysedSentence(
                tuple(
                    Word(text, text.lower(), "X", None, None, None, place, "dep") for place, text in enumerate(tokens)
                )
            )
            for tokens in sentences
        ),
        name,
    )
