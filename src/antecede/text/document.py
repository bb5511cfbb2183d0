"""Text as immutable values: documents of sentences of tokens, with exact text and offsets."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from antecede.text.tokens import Token, tokenise

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as it stands in the document: `document.text[start:end] == text`."""

    text: str
    start: int
    tokens: tuple[Token, ...]

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
        """Running text, split into sentences.

        Examples:
            >>> document = Document.from_text("The cat sat down. It was tired.", "en")
            >>> [sentence.text for sentence in document.sentences]
            ['The cat sat down.', 'It was tired.']
        """
        from antecede.text.segmentation import split_sentences

        return cls.from_spans(text, language, split_sentences(text, language), id=id)

    @classmethod
    def from_lines(cls, lines: Iterable[str], language: str, *, id: str = "") -> Document:  # noqa: A002 - as above
        """One sentence a line; blank lines are sentences without tokens.

        Examples:
            >>> Document.from_lines(["It's late."], "en").sentences[0].words
            ('It', "'s", 'late', '.')
        """
        lines = list(lines)
        spans, start = [], 0
        for line in lines:
            spans.append((start, start + len(line)))
            start += len(line) + 1
        return cls.from_spans("\n".join(lines), language, spans, id=id)

    @classmethod
    def from_tokens(cls, lines: Iterable[str], language: str, *, id: str = "") -> Document:  # noqa: A002 - as above
        """One sentence a line, whose tokens are already separated by white space.

        Examples:
            >>> Document.from_tokens(["It 's late ."], "en").sentences[0].words
            ('It', "'s", 'late', '.')
        """
        lines = list(lines)
        sentences, start = [], 0
        for line in lines:
            tokens = tuple(Token(m[0], start + m.start(), start + m.end()) for m in re.finditer(r"\S+", line))
            sentences.append(Sentence(line, start, tokens))
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
    ) -> Document:
        """Text whose sentences start and end at known places."""
        sentences = []
        for start, end in spans:
            part = text[start:end]
            tokens = tuple(Token(t.text, t.start + start, t.end + start) for t in tokenise(part, language))
            sentences.append(Sentence(part, start, tokens))
        return cls(text, language, tuple(sentences), id)
