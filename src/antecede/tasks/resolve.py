"""Find what each pronoun does and what it stands for, from Python."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Self

from antecede.coreference.foreign import guess_format, read
from antecede.coreference.json_format import JsonWriter
from antecede.coreference.reader import Reader
from antecede.errors import BadOption
from antecede.pairs import DEFAULT_SOURCE
from antecede.tasks._input import given_document
from antecede.text import Document, formats
from antecede.text.parallel import ParallelText

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from antecede.coreference import ResolvedDocument
    from antecede.coreference.resolvers import Method
    from antecede.tasks._input import Text

    Tokens = Sequence[Sequence[str]]

__all__ = ["JsonWriter", "Resolver", "resolve", "resolve_file"]


@dataclass(frozen=True, slots=True)
class Resolver:
    """Resolves the pronouns of documents. Threads may share one."""

    reader: Reader

    @classmethod
    def load(cls, language: str, *, method: Method | None = None, model: Path | str | None = None) -> Self:
        """A resolver for a language.

        Args:
            language: The text's language.
            method: `encoder` or `ranker`, all antecedents with probabilities, `sieve`, one chain, or `confirmed`, the
                nearest noun of the chain with the ranker's probability of it; by default `encoder`, if it is installed,
                else `ranker`.
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
        return given_document(text, self.reader.language)


def resolve(text: Text | Document, language: str = DEFAULT_SOURCE, *, method: Method | None = None) -> ResolvedDocument:
    """A document with its pronouns resolved: a `Resolver` for one text, kept for the next one.

    Examples:
        >>> document = resolve("The house is old. It has a red door.")
        >>> [(anaphor.text, anaphor.antecedents[0].text) for anaphor in document.anaphors]
        [('It', 'The house')]
    """
    return _opened(language, method)(text)


def resolve_file(  # noqa: PLR0913 - each is a choice of the user's, and all but the text have a default
    path: Path | str | None,
    language: str,
    *,
    method: Method | None = None,
    model: Path | str | None = None,
    antecedents: Path | str | None = None,
    antecedents_format: str | None = None,
    ids: Path | str | None = None,
    one_document: bool = False,
    tokenised: bool = False,
    processes: int = 1,
    progress: bool = False,
) -> Iterator[ResolvedDocument]:
    """The documents of a file one by one, with their pronouns resolved; `JsonWriter` writes them.

    Args:
        path: A file of any format; without it the text is that of `antecedents`.
        language: The text's language.
        method: As for `Resolver.load`.
        model: Weights of your own training, in place of those that ship.
        antecedents: A file of antecedents that somebody else found, to be taken instead of our own.
        antecedents_format: The format of that file, where its beginning does not show it.
        ids: A file with the document of each line, in the first tab-separated field. Without it a blank line begins a
            new document, and so do `file` and `group` of XLIFF; running text is one.
        one_document: Whether all is one document.
        tokenised: Whether blanks separate the tokens, and each line is a sentence.
        processes: How many processes read documents, each with a parser of its own; not those of `antecedents`.
        progress: Whether to show progress on the error stream.
    """
    documents: Sequence[Document | Tokens]
    if path is None:
        documents = _given(antecedents, language, antecedents_format)
        names = [document.id for document in documents]
    elif tokenised:
        text = ParallelText.read_documents(path, ids=ids, one_document=one_document, tokenised=True)
        documents = [list(text.tokens(text.source, language, document)) for document in text.documents]
        names = [document.id for document in text.documents]
    else:
        documents = formats.read(path, language, ids=ids, one_document=one_document, warn=True).documents
        names = [document.id for document in documents]
    reader = Reader.of(language, method=method, model=model, antecedents=antecedents, format=antecedents_format)
    return reader.stream(documents, names, progress=progress, only_needed=True, processes=processes)


def _given(path: Path | str | None, language: str, chosen: str | None) -> list[Document]:
    """The text that antecedents are about, where their file has it."""
    if path is None:
        raise BadOption("neither a text nor antecedents are given: name the file whose pronouns are resolved")
    chosen = chosen or guess_format(path)
    if chosen == "corzu":
        raise BadOption(f"{path}: CorZu's files have no text, so IN is needed")
    return [document.text(language) for document in read(path, language, format=chosen)]


@lru_cache(maxsize=1)
def _opened(language: str, method: Method | None) -> Resolver:
    return Resolver.load(language, method=method)
