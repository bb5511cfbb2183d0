"""What analysis adds to text: morphology and syntax of each token, as immutable values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from antecede.text import Document, Place
from antecede.text.places import line_places

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
    place: Place = Place()

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


def bare_sentence(tokens: Sequence[str], place: Place = Place()) -> AnalysedSentence:
    """A sentence of whose tokens nothing is known but where they stand."""
    words = (Word(text, text.lower(), "X", None, None, None, at, "dep") for at, text in enumerate(tokens))
    return AnalysedSentence(tuple(words), place=place)


def bare_analysis(sentences: Document | Sequence[Sequence[str]], language: str, name: str = "") -> AnalysedDocument:
    """Tokens of which nothing is known but where they stand."""
    stated = sentences.id if isinstance(sentences, Document) else ""
    return AnalysedDocument(language, tuple(map(bare_sentence, *tokens_and_places(sentences))), stated or name)


def tokens_and_places(document: Document | Sequence[Sequence[str]]) -> tuple[Sequence[Sequence[str]], list[Place]]:
    """The tokens of a document's sentences, and where these stand; of mere tokens, empty ones are blank lines."""
    if isinstance(document, Document):
        return [sentence.words for sentence in document.sentences], [one.place for one in document.sentences]
    return document, line_places(bool(tokens) for tokens in document)
