"""Documents of a corpus with their pronouns resolved: what training asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antecede.analysis import AnalysedDocument, AnalysedSentence, Word, analyser
from antecede.coreference import resolver as resolver_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from antecede.coreference import ResolvedDocument, Resolver
    from antecede.pronouns.corpus import CorpusDocument, PronounCorpus

__all__ = ["bare_analysis", "resolved_documents", "resolved_with"]


def resolved_documents(
    corpus: PronounCorpus, documents: Sequence[CorpusDocument]
) -> Iterator[tuple[CorpusDocument, ResolvedDocument]]:
    """The documents, analysed and resolved."""
    resolver = resolver_of(corpus.pair.source)
    tokens = (corpus.source_tokens(document) for document in documents)
    analysed = analyser(corpus.pair.source).analyse(tokens, (document.id for document in documents))
    for document, analysis in zip(documents, analysed, strict=True):
        yield document, resolver.resolve(analysis)


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
