"""Documents read in one go: analysed, and their pronouns resolved."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sized
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Final, Generic, Protocol, Self, TypeVar

from antecede.analysis import AnalysedDocument, bare_analysis, in_order
from antecede.coreference.candidates import WINDOW, needed_for
from antecede.coreference.encoder.windows import MOST_BEFORE
from antecede.coreference.resolvers import Unresolved, method_of, reference_of, resolver, resolver_key
from antecede.errors import BadOption
from antecede.files.packed import checksum
from antecede.progress import showing
from antecede.text import Document

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from antecede.analysis import AnalysisStore
    from antecede.coreference._types import ResolvedDocument, Resolver
    from antecede.coreference.resolvers import Method

    Tokens = Sequence[Sequence[str]]
    _Batch = list[tuple[Document | Tokens, str]]

__all__ = ["Reader", "with_functions"]

# Sentences that another process is sent at a time, at least.
_TOGETHER: Final = 256
_Thing = TypeVar("_Thing")


class _Parser(Protocol):
    """What a reader asks of an analyser."""

    @property
    def name(self) -> str: ...
    def document(self, document: Document | Tokens) -> AnalysedDocument: ...
    def analyse(
        self,
        documents: Iterable[Document | Tokens],
        ids: Iterable[str] | None = None,
        *,
        needed: Callable[[Tokens], Sequence[bool]] | None = None,
    ) -> Iterator[AnalysedDocument]: ...


@dataclass(frozen=True, slots=True)
class Reader:
    """Text in, documents with their pronouns resolved out: an analyser and a resolver in one.

    A reader may be shared between threads: its parser is loaded once, and nothing is remembered between documents.
    """

    language: str
    resolver: Resolver
    """What resolves documents that are analysed already."""
    _parser: Callable[[], _Parser]
    _resolver_key: Callable[[], str]
    needed: Callable[[Tokens], list[bool]] | None = None
    """Which sentences of a document its pronouns' answers depend on; none where that may be any of them."""
    _recipe: _Recipe | None = None
    """How another process makes the same reader; none where answers are given in the order of the documents."""

    @classmethod
    def of(
        cls,
        language: str,
        pronouns: Iterable[str] | None = None,
        *,
        method: Method | None = None,
        functions: Method | None = None,
        model: Path | str | None = None,
        antecedents: Path | str | None = None,
        format: str | None = None,  # noqa: A002 - what users say
        learning: bool = False,
    ) -> Self:
        """A reader with a language's parser, which is loaded when the first text comes, or by `load`.

        Args:
            language: The text's language.
            pronouns: The forms to resolve, a pair's `resolved`; without them those that the language itself names.
            method: `encoder` or `ranker`, all antecedents with probabilities, `sieve`, one chain, or `confirmed`, the
                nearest noun of the sieve's chain with the ranker's probability of the chain; without it `encoder`, if
                it is installed, else `ranker`.
            functions: The method that says what pronouns do, where it is another one: the printed rules of post-editing
                take their antecedents from the `sieve` and functions from the `ranker`.
            model: Weights of the ranker, in place of those that ship.
            antecedents: A file of antecedents that somebody else found, to be taken instead of our own.
            format: The format of that file; if it is not given, what the file's beginning shows.
            learning: Whether texts are read to learn from them, as `resolver` says.
        """
        wanted = None if pronouns is None else frozenset(pronouns)
        method = method_of(language, method, model, learning=learning)
        recipe = _Recipe(language, wanted, method, functions, model, learning=learning) if antecedents is None else None
        chosen = resolver(language, wanted, method=method, model=model, learning=learning)
        if functions is not None and functions != method:
            chosen = _TwoResolvers(chosen, resolver(language, wanted, method=functions, model=model, learning=learning))
        if antecedents is not None:
            from antecede.coreference.foreign import given_resolver

            chosen = given_resolver(antecedents, chosen, language, format=format)

        def key() -> str:
            parts = [resolver_key(language, wanted, method=method, model=model, learning=learning)]
            if functions is not None:
                parts.append(resolver_key(language, wanted, method=functions, model=model, learning=learning))
            return "|".join([*parts, *([] if antecedents is None else [checksum(Path(antecedents))])])

        # These look no further back than their windows; a chain of the sieve may, and so may other people's.
        window = {"ranker": WINDOW, "encoder": MOST_BEFORE, "lm": MOST_BEFORE}.get(method)
        needed = None
        if window is not None and functions in {None, method} and antecedents is None:
            reference = reference_of(language)
            forms = reference.resolved | reference.resolved_subjects if wanted is None else wanted
            needed = partial(needed_for, pronouns=forms, window=window)
        return cls(language, chosen, _Once(partial(_analyser, language)), key, needed, recipe)

    @classmethod
    def without_parser(cls, language: str, pronouns: Iterable[str] = ()) -> Self:
        """A reader that finds these pronouns and knows nothing else: enough for an engine alone.

        >>> document = Reader.without_parser("en", {"it"}).read([["It", "rains"]])
        >>> [(anaphor.text, anaphor.antecedents) for anaphor in document.anaphors]
        [('It', ())]
        """
        wanted = frozenset(pronouns)
        bare = _Bare(language)
        return cls(language, Unresolved(wanted), lambda: bare, lambda: f"unresolved|{','.join(sorted(wanted))}")

    def load(self) -> Self:
        """Load the parser now, so that what is missing is reported before any text is read; returns the reader."""
        self._parser()
        return self

    @property
    def key(self) -> str:
        """What decides the answers: pipeline, weights, pronouns and method; part of what names every kept result."""
        return self.key_with(self.pipeline)

    @property
    def pipeline(self) -> str:
        """The name of the parser's pipeline, which is loaded for it."""
        return self._parser().name

    def key_with(self, pipeline: str) -> str:
        """The key where analyses come from a store that this pipeline made; no parser is loaded for it."""
        return f"{pipeline}|{self._resolver_key()}"

    def read(self, document: Document | Tokens) -> ResolvedDocument:
        """One document."""
        return self.resolver.resolve(self._parser().document(document))

    def stream(
        self,
        documents: Iterable[Document | Tokens],
        ids: Iterable[str] = (),
        *,
        progress: bool = False,
        only_needed: bool = False,
        processes: int = 1,
    ) -> Iterator[ResolvedDocument]:
        """Many documents, parsed together where they are short; `ids` name those that are only tokens.

        With `progress` a bar shows how many are done, if their number is known. With `only_needed` sentences that no
        pronoun's answer depends on are not parsed: the answers are the same, and of those only tokens are known.
        With several `processes`, each has a parser of its own and takes some documents at a time; the answers and their
        order are the same. Antecedents that were given are read in one.
        """
        total = len(documents) if isinstance(documents, Sized) else 0
        with showing("resolving pronouns", enabled=progress and total > 0) as show:
            found = self._found(documents, ids, only_needed=only_needed, processes=processes)
            for done, document in enumerate(found, start=1):
                yield document
                show(done / max(total, 1))

    def _found(
        self, documents: Iterable[Document | Tokens], ids: Iterable[str], *, only_needed: bool, processes: int
    ) -> Iterator[ResolvedDocument]:
        if processes < 1:
            raise BadOption(f"{processes} processes (--threads): 1 or more are needed")
        if processes == 1 or self._recipe is None:
            options = {"needed": self.needed} if only_needed and self.needed is not None else {}
            yield from map(self.resolver.resolve, self._parser().analyse(documents, ids, **options))
            return
        named = zip(documents, chain(ids, repeat("")), strict=False)
        load = _InWorker(self._recipe, only_needed=only_needed)
        yield from chain.from_iterable(in_order(_batches(named), load, processes=processes))

    def stored(self, store: AnalysisStore, documents: Iterable[tuple[str, int, int]]) -> Iterator[ResolvedDocument]:
        """Documents whose analysis is in a store: each an id, the place of its first sentence, and of the one after.

        Documents that follow each other are read in one go. No parser is loaded.
        """
        reading, position = store.sentences(), 0
        for name, start, end in documents:
            if start != position:
                reading = store.sentences(start)
            sentences = tuple(islice(reading, end - start))
            position = end
            yield self.resolver.resolve(AnalysedDocument(self.language, sentences, name))


def with_functions(document: ResolvedDocument, other: ResolvedDocument) -> ResolvedDocument:
    """A document with the antecedents that one resolver found, and the functions that another did."""
    functions = {(anaphor.sentence, anaphor.token): anaphor.function for anaphor in other.anaphors}
    return replace(
        document,
        anaphors=tuple(
            replace(anaphor, function=functions.get((anaphor.sentence, anaphor.token), anaphor.function))
            for anaphor in document.anaphors
        ),
    )


@dataclass(frozen=True, slots=True)
class _TwoResolvers:
    """Antecedents of one resolver, functions of another."""

    antecedents: Resolver
    functions: Resolver

    def resolve(self, document: AnalysedDocument) -> ResolvedDocument:
        return with_functions(self.antecedents.resolve(document), self.functions.resolve(document))


@dataclass(frozen=True, slots=True)
class _Bare:
    """Tokens as analyses of which nothing is known."""

    language: str
    name: str = "tokens"

    def document(self, document: Document | Tokens, name: str = "") -> AnalysedDocument:
        return bare_analysis(document, self.language, name)

    def analyse(
        self,
        documents: Iterable[Document | Tokens],
        ids: Iterable[str] | None = None,
        *,
        needed: Callable[[Tokens], Sequence[bool]] | None = None,  # noqa: ARG002 - nothing is parsed
    ) -> Iterator[AnalysedDocument]:
        return (self.document(*both) for both in zip(documents, chain(ids or (), repeat("")), strict=False))


@dataclass(frozen=True, slots=True)
class _Recipe:
    """The options of a reader, which go to another process where its parser cannot."""

    language: str
    pronouns: frozenset[str] | None
    method: Method
    functions: Method | None
    model: Path | str | None
    learning: bool = field(kw_only=True)

    def reader(self) -> Reader:
        """The same reader again."""
        return Reader.of(
            self.language,
            self.pronouns,
            method=self.method,
            functions=self.functions,
            model=self.model,
            learning=self.learning,
        )


@dataclass(frozen=True, slots=True)
class _InWorker:
    """What a worker process does; the reader is made where it runs."""

    recipe: _Recipe
    only_needed: bool = field(kw_only=True)

    def __call__(self) -> Callable[[_Batch], list[ResolvedDocument]]:
        reader = self.recipe.reader().load()

        def run(batch: _Batch) -> list[ResolvedDocument]:
            documents, ids = zip(*batch, strict=True)
            return list(reader.stream(documents, ids, only_needed=self.only_needed))

        return run


def _batches(named: Iterable[tuple[Document | Tokens, str]]) -> Iterator[_Batch]:
    """Documents that go to a process together: one, or so many that sending them costs little."""
    batch: _Batch = []
    sentences = 0
    for document, name in named:
        batch.append((document, name))
        sentences += len(document.sentences if isinstance(document, Document) else document)
        if sentences >= _TOGETHER:
            yield batch
            batch, sentences = [], 0
    if batch:
        yield batch


class _Once(Generic[_Thing]):
    """A value that is made on first use, and only once, even if several threads ask for it."""

    def __init__(self, make: Callable[[], _Thing]) -> None:
        self._make = make
        self._made: _Thing | None = None
        self._lock = threading.Lock()

    def __call__(self) -> _Thing:
        with self._lock:
            if self._made is None:
                self._made = self._make()
            return self._made


def _analyser(language: str) -> _Parser:
    from antecede import analysis

    return analysis.analyser(language)
