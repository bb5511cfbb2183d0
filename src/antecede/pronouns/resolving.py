"""Documents of a corpus with their pronouns resolved, and what is known of target words: what training asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antecede.analysis import AnalysedDocument, AnalysedSentence, Word
from antecede.pronouns.projection import TargetWords

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from antecede.coreference import ResolvedDocument, Resolver
    from antecede.pronouns.corpus import CorpusDocument, PronounCorpus
    from antecede.pronouns.training import TrainingJob

__all__ = ["bare_analysis", "resolved_documents", "resolved_with", "target_words"]


def resolved_documents(
    corpus: PronounCorpus, documents: Sequence[CorpusDocument], job: TrainingJob
) -> Iterator[tuple[CorpusDocument, ResolvedDocument]]:
    """The documents, analysed and resolved."""
    raise NotImplementedError


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
                tuple(Word(token, token, "X", None, None, None, place, "dep") for place, token in enumerate(s))
            )
            for s in sentences
        ),
        name,
    )


def target_words(code: str) -> TargetWords:
    """What is known of a target language's nouns and pronouns."""
    raise NotImplementedError
