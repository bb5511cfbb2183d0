"""Text as immutable values: documents of sentences of tokens, with exact text and offsets."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import repeat
from typing import TYPE_CHECKING

from antecede.text.places import Place, line_places, text_places
from antecede.text.tokens import Token, tokenise

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as it stands in the document: `document.text[start:end] == text`."""

    text: str
    start: int
    tokens: tuple[Token, ...]
    place: Place = Place()

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def words(self) -> tuple[str, ...]:
        """The tokens' text."""
        return tuple(token.text for token in self.tokens)


@dataclass(frozen=True, slots=True)
class Document:
    """A text in one language, in sentences; whatever stands between the sentences is kept in `text`."""

    text: str
    language: str
    sentences: tuple[Sentence, ...]
    id: str = ""

    @classmethod
    def from_text(cls, text: str, language: str, *, id: str = "") -> Document:  # noqa: A002 - the field's own name
        r"""Running text, split into sentences; a blank line separates paragraphs.

        Examples:
            >>> document = Document.from_text("The cat sat down. It was tired.\n\nMorning came.", "en")
            >>> [(sentence.text, sentence.place.paragraph) for sentence in document.sentences]
            [('The cat sat down.', 0), ('It was tired.', 0), ('Morning came.', 1)]
        """
        from antecede.text.segmentation import split_sentences

        spans = split_sentences(text, language)
        return cls.from_spans(text, language, spans, id=id, places=text_places(text, spans))

    @classmethod
    def from_lines(
        cls,
        lines: Iterable[str],
        language: str,
        *,
        id: str = "",  # noqa: A002 - as above
        places: Iterable[Place] | None = None,
    ) -> Document:
        """One sentence a line; blank lines are sentences without tokens, and separate paragraphs unless `places` do.

        Examples:
            >>> Document.from_lines(["It's late."], "en").sentences[0].words
            ('It', "'s", 'late', '.')
        """
        lines = list(lines)
        spans, start = [], 0
        for line in lines:
            spans.append((start, start + len(line)))
            start += len(line) + 1
        if places is None:
            places = line_places(bool(line.strip()) for line in lines)
        return cls.from_spans("\n".join(lines), language, spans, id=id, places=places)

    @classmethod
    def from_tokens(cls, lines: Iterable[str], language: str, *, id: str = "") -> Document:  # noqa: A002 - as above
        """One sentence a line, whose tokens are already separated by white space.

        Examples:
            >>> Document.from_tokens(["It 's late ."], "en").sentences[0].words
            ('It', "'s", 'late', '.')
        """
        lines = list(lines)
        sentences, start = [], 0
        for line, place in zip(lines, line_places(bool(line.strip()) for line in lines), strict=True):
            tokens = tuple(Token(m[0], start + m.start(), start + m.end()) for m in re.finditer(r"\S+", line))
            sentences.append(Sentence(line, start, tokens, place))
            start += len(line) + 1
        return cls("\n".join(lines), language, tuple(sentences), id)

    @classmethod
    def from_spans(
        cls,
        text: str,
        language: str,
        spans: Iterable[tuple[int, int]],
        *,
        id: str = "",  # noqa: A002 - as above
        places: Iterable[Place] | None = None,
    ) -> Document:
        """Text whose sentences start and end at these spans; without `places` all are one paragraph."""
        sentences = []
        given = zip(spans, repeat(Place()), strict=False) if places is None else zip(spans, places, strict=True)
        for (start, end), place in given:
            part = text[start:end]
            tokens = tuple(Token(t.text, t.start + start, t.end + start) for t in tokenise(part, language))
            sentences.append(Sentence(part, start, tokens, place))
        return cls(text, language, tuple(sentences), id)
