"""Train the combined system's choice model from parallel text with documents."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from antecede.engines import Hypothesis
from antecede.errors import ResourceError
from antecede.pairs import pair
from antecede.progress import showing
from antecede.pronouns.choice.examples import Examples, examples_of
from antecede.pronouns.choice.fitting import Fitting, fit, measure
from antecede.pronouns.target.classes import TargetClasses
from antecede.pronouns.target.lexicon import agreeing_words
from antecede.pronouns.training.corpus import PronounCorpus
from antecede.pronouns.training.resolved import analysis_store, learning_reader, resolved_documents
from antecede.stages import Stages, alone

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from antecede.coreference import ResolvedDocument
    from antecede.pronouns.choice.examples import Example
    from antecede.pronouns.target.projection import WordMorphology
    from antecede.pronouns.training.job import TrainingJob
    from antecede.text.parallel import Span

__all__ = ["FILE", "train_part"]

FILE: Final = "choice.bin"
# Lines whose pronouns are observed before the next record of what is done.
_SHARD: Final = 20_000
# Changes with the features, so that examples which were kept by another version are made again.
_VERSION: Final = 5
# One document in so many is kept for measuring.
_HELD: Final = 25


def train_part(job: TrainingJob) -> Mapping[str, Any]:
    """Train the choice model of a model folder; figures on documents that it did not see."""
    described = pair(job.folder.pair)
    classes = TargetClasses.of(described)
    with alone(job.work):
        corpus = PronounCorpus.read(job.files, described, lines=job.lines, progress=job.progress)
        parts = _observed(job, corpus, classes)
        examples = Examples.joined(parts)
        if not len(examples):
            raise ResourceError("the text has no pronoun to learn from; is it in the model's source language?")
        held = examples.held
        model = fit(examples.where(~held), classes, Fitting(), {"lines": corpus.lines, "pronouns": len(examples)})
        model.write(job.folder.path / FILE)
        job.folder.updated(files={"choice": FILE})
    figures: dict[str, Any] = {"pronouns": len(examples), "features": len(model.numbers)}
    if held.any():
        measured = measure(model, examples.where(held))
        figures |= {
            "held out": measured.examples,
            "accuracy": f"{measured.accuracy:.3f}",
            "majority": f"{measured.majority:.3f}",
        }
    return figures


def _observed(job: TrainingJob, corpus: PronounCorpus, classes: TargetClasses) -> list[Examples]:
    words = agreeing_words(corpus.pair)
    store = analysis_store(corpus, job)
    reader = learning_reader(corpus.pair)
    stages = Stages(job.work)
    inputs = {
        "corpus": job.files.checksums,
        "weights": list(job.files.weights),
        "lines": job.lines,
        "version": _VERSION,
        "analysis": store.key,
        "reader": reader.key_with(store.pipeline),
    }
    parts = []
    with showing("resolving and observing pronouns", enabled=job.progress) as show:
        for shard, documents in enumerate(_shards(corpus.documents)):
            output = job.work / f"choice{shard}.npz"

            def work(documents: Sequence[Span] = documents, output: Path = output) -> dict[str, Any]:
                examples = Examples.of(
                    _examples(corpus, resolved_documents(reader, corpus, store, documents), classes, words)
                )
                examples.write(output)
                return {"pronouns": len(examples)}

            stages.run(f"choice{shard}", {**inputs, "start": documents[0].start}, [output], work)
            parts.append(Examples.read(output))
            show(documents[-1].end / corpus.documents[-1].end)
    return parts


def _examples(
    corpus: PronounCorpus,
    documents: Iterable[tuple[Span, ResolvedDocument]],
    classes: TargetClasses,
    words: WordMorphology | None,
) -> Iterator[Example]:
    repeated = _repeated(corpus)
    for index, (document, resolved) in enumerate(documents):
        if document.start in repeated:
            continue
        alone = document.end - document.start == 1
        weight = document.weight * (corpus.pair.lone_sentences if alone else 1.0)
        references = [
            Hypothesis(tuple(tokens), alignment=tuple(corpus.alignments[document.start + at]))
            for at, tokens in enumerate(corpus.target_tokens(document))
        ]
        held = index % _HELD == _HELD - 1
        for example in examples_of(resolved, references, classes, words):
            yield example._replace(weight=0.0 if held else weight)


def _repeated(corpus: PronounCorpus) -> frozenset[int]:
    """The lone sentences that stood there before, by their lines.

    Collections of sentences list every translation that somebody thought of, *elles* beside *ils*; the first is the
    one that comes to mind.
    """
    seen: set[str] = set()
    repeated = set()
    for document in corpus.documents:
        if document.end - document.start == 1:
            text = corpus.source[document.start].lower()
            if text in seen:
                repeated.add(document.start)
            seen.add(text)
    return frozenset(repeated)


def _shards(documents: Sequence[Span]) -> Iterator[list[Span]]:
    left = iter(documents)
    while shard := list(_some(left)):
        yield shard


def _some(documents: Iterator[Span]) -> Iterator[Span]:
    lines = 0
    for document in islice(documents, _SHARD):
        yield document
        lines += document.end - document.start
        if lines >= _SHARD:
            return
