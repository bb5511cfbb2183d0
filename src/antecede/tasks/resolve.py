"""Find what each pronoun does and what it stands for, from Python."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Self

from antecede.coreference.reader import Reader
from antecede.pairs import DEFAULT_SOURCE
from antecede.tasks._input import given_lines, given_text
from antecede.text import Document

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from antecede.coreference import ResolvedDocument
    from antecede.coreference.resolvers import Method
    from antecede.tasks._input import Text

__all__ = ["Resolver", "resolve"]


@dataclass(frozen=True, slots=True)
class Resolver:
    """Resolves the pronouns of documents. Threads may share one."""

    reader: Reader

    @classmethod
    def load(cls, language: str, *, method: Method = "ranker", model: Path | str | None = None) -> Self:
        """A resolver for a language.

        Args:
            language: The text's language.
            method: `ranker`, all antecedents with probabilities, or `sieve`, one chain.
            model: Weights of your own training, in place of those that ship.
        """
        return cls(Reader.of(language, method=method, model=model).load())

    def __call__(self, text: Text | Document) -> ResolvedDocument:
        """One document: running text, a list of its sentences, or a document that is divided already."""
        return self.reader.read(self._document(text))

    def stream(self, documents: Iterable[Text | Document]) -> Iterator[ResolvedDocument]:
        """Many documents, in order; short ones are parsed together."""
        return self.reader.stream(map(self._document, documents))

    def _document(self, text: Text | Document) -> Document:
        if isinstance(text, Document):
            return text
        if isinstance(text, str):
            return Document.from_text(given_text(text, "text"), self.reader.language)
        return Document.from_lines(given_lines(text, "text"), self.reader.language)


def resolve(text: Text | Document, language: str = DEFAULT_SOURCE, *, method: Method = "ranker") -> ResolvedDocument:
    """A document with its pronouns resolved: a `Resolver` for one text, kept for the next one.

    Examples:
        >>> document = resolve("The house is old. It has a red door.")
        >>> [(anaphor.text, anaphor.antecedents[0].text) for anaphor in document.anaphors]
        [('It', 'The house')]
    """
    return _opened(language, method)(text)


@lru_cache(maxsize=1)
def _opened(language: str, method: Method) -> Resolver:
    return Resolver.load(language, method=method)
