"""Documents of a corpus with their pronouns resolved: what training asks for."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from antecede.analysis import AnalysisStore, Settings, analyse_text, bare_analysis
from antecede.coreference.reader import Reader
from antecede.errors import InputError, ResourceError
from antecede.progress import showing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from antecede.coreference import ResolvedDocument, Resolver
    from antecede.pairs import Pair
    from antecede.pronouns.training.corpus import PronounCorpus
    from antecede.pronouns.training.job import TrainingJob
    from antecede.text.parallel import Span

__all__ = ["analysis_store", "learning_reader", "resolved_documents", "resolved_with"]


def learning_reader(pair: Pair) -> Reader:
    """What resolves the source of a corpus that a pair's models learn from."""
    return Reader.of(pair.source, pair.resolved, learning=True)


def resolved_documents(
    reader: Reader, corpus: PronounCorpus, store: AnalysisStore, documents: Sequence[Span]
) -> Iterator[tuple[Span, ResolvedDocument]]:
    """Documents that follow each other, resolved; their analysis is in the store."""
    places = _places(corpus, store)
    spans = [(each.id, places[each.start], places[each.start] + each.end - each.start) for each in documents]
    return zip(documents, reader.stored(store, spans), strict=True)


def analysis_store(corpus: PronounCorpus, job: TrainingJob) -> AnalysisStore:
    """The analysis of the corpus's source: found where the job says, or made there, which can be resumed.

    A store of the whole text serves as well as one of the documents that are learnt from.
    """
    folder = job.store or job.work / f"analysis-{corpus.lines}"
    try:
        store = AnalysisStore.open(folder)
    except ResourceError:
        lines = [line for document in corpus for line in corpus.source[document.start : document.end]]
        ids = [document.id for document in corpus for _ in range(document.end - document.start)]
        settings = Settings(corpus.pair.source)
        with showing("analysing the source", enabled=job.progress) as show:
            store = analyse_text(lines, folder, settings, ids=ids, tokenised=True, processes=job.threads, progress=show)
    if len(store) not in {len(corpus.source), corpus.lines}:
        raise InputError(f"{folder}: holds the analysis of {len(store)} lines, but the text has {len(corpus.source)}")
    return store


def _places(corpus: PronounCorpus, store: AnalysisStore) -> dict[int, int]:
    """Where each document starts in the store."""
    if len(store) == len(corpus.source):
        return {document.start: document.start for document in corpus}
    starts = accumulate((document.end - document.start for document in corpus), initial=0)
    return {document.start: place for document, place in zip(corpus, starts, strict=False)}


def resolved_with(
    resolver: Resolver, corpus: PronounCorpus, documents: Sequence[Span]
) -> Iterator[tuple[Span, ResolvedDocument]]:
    """The documents, resolved by a resolver that needs no analysis."""
    for document in documents:
        analysis = bare_analysis(corpus.source_tokens(document), corpus.pair.source, document.id)
        yield document, resolver.resolve(analysis)
