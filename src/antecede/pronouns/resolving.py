"""Documents of a corpus with their pronouns resolved: what training asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antecede.analysis import AnalysedDocument, AnalysedSentence, AnalysisStore, Word, analyser
from antecede.coreference import resolver as resolver_of
from antecede.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from antecede.coreference import ResolvedDocument, Resolver
    from antecede.pronouns.corpus import CorpusDocument, PronounCorpus

__all__ = ["bare_analysis", "resolved_documents", "resolved_with"]


def resolved_documents(
    corpus: PronounCorpus, documents: Sequence[CorpusDocument], store: Path | None = None
) -> Iterator[tuple[CorpusDocument, ResolvedDocument]]:
    """The documents, analysed and resolved.

    A store that holds the analysis of the whole text saves parsing it again.
    """
    resolver = resolver_of(corpus.pair.source)
    for document, analysis in zip(documents, _analyses(corpus, documents, store), strict=True):
        yield document, resolver.resolve(analysis)


def _analyses(
    corpus: PronounCorpus, documents: Sequence[CorpusDocument], store: Path | None
) -> Iterator[AnalysedDocument]:
    if store is None:
        tokens = (corpus.source_tokens(document) for document in documents)
        yield from analyser(corpus.pair.source).analyse(tokens, (document.id for document in documents))
        return
    kept = AnalysisStore.open(store)
    if len(kept) != len(corpus.source):
        raise InputError(
            f"{store} holds {len(kept)} sentences, but the text has {len(corpus.source)}: is it of this text?"
        )
    sentences, at = kept.sentences(documents[0].start if documents else 0), documents[0].start if documents else 0
    for document in documents:
        for _ in range(document.start - at):
            next(sentences)
        at = document.end
        yield AnalysedDocument(
            corpus.pair.source, tuple(next(sentences) for _ in range(document.end - document.start)), document.id
        )


def resolved_with(
    resolver: Resolver, corpus: PronounCorpus, documents: Sequence[CorpusDocument]
) -> Iterator[tuple[CorpusDocument, ResolvedDocument]]:
    """The documents, resolved by a resolver that needs no analysis."""
    for document in documents:
        analysis = bare_analysis(corpus.source_tokens(document), corpus.pair.source, document.id)
        yield document, resolver.resolve(analysis)


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
