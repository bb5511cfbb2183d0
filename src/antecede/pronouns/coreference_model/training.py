"""Learn the coreference model from parallel text with documents: resolve the source, see what translators wrote."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from antecede.alignment.pronouns import AsAligned, Occurrence, PronounForms, Repaired, Side
from antecede.errors import ResourceError
from antecede.files import read_lines, write_text
from antecede.pairs import pair
from antecede.progress import showing
from antecede.pronouns.coreference_model.classes import mixture_classes, paper_classes
from antecede.pronouns.coreference_model.model import (
    CoreferenceModel,
    Observation,
    estimate_mixture,
    estimate_shares,
)
from antecede.pronouns.coreference_model.reading import reader_of
from antecede.pronouns.target.classes import TargetClasses
from antecede.pronouns.target.projection import project
from antecede.pronouns.training.corpus import PronounCorpus
from antecede.stages import Stages, alone
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from antecede.coreference import Antecedent, ResolvedDocument
    from antecede.coreference.reader import Reader
    from antecede.pronouns.coreference_model.model import Table
    from antecede.pronouns.target.projection import Projected, WordMorphology
    from antecede.pronouns.training.job import TrainingJob
    from antecede.text.parallel import Span

__all__ = ["FILE", "Observed", "estimate", "observe", "train_paper_table", "train_part"]

FILE: Final = "coreference.tsv"
# Lines whose pronouns are observed before the next record of what is done.
_SHARD: Final = 20_000


class Observed(NamedTuple):
    """A pronoun of the corpus as both tables see it."""

    aligned: str
    """The words aligned to it, as they are; empty if there are none."""
    choice: str
    """The name of the target class that it became; empty for none of them."""
    paper: tuple[tuple[str, float], ...]
    mixture: tuple[tuple[str, str, float], ...]


def train_part(job: TrainingJob) -> Mapping[str, Any]:
    """Train the coreference model of a model folder."""
    from antecede.pronouns.training.resolved import learning_reader

    observed = _observed(job, learning_reader(pair(job.folder.pair)))
    model = estimate(observed)
    _keep(job, model)
    return {"pronouns": len(observed), "triples": len(model.paper), "classes": len(model.best.shares)}


def train_paper_table(job: TrainingJob) -> Mapping[str, Any]:
    """Train the papers' table alone, and keep the other one of the model folder: for a table from other texts."""
    kept = CoreferenceModel.read(job.folder.file("coreference"))
    observed = _observed(job)
    table = _paper_table(observed)
    if not table.shares:
        raise ResourceError("the text has no pronoun with a sure antecedent; is it in the model's source language?")
    _keep(job, CoreferenceModel(table, kept.best))
    return {"pronouns": len(observed), "triples": len(table)}


def _keep(job: TrainingJob, model: CoreferenceModel) -> None:
    model.write(job.folder.path / FILE)
    job.folder.updated(files={"coreference": FILE})


def _observed(job: TrainingJob, learning: Reader | None = None) -> list[Observed]:
    """The pronouns of the job's text, by the reader of paper mode, and by another for the mixture if there is one."""
    from antecede.pronouns.target.lexicon import agreeing_words
    from antecede.pronouns.training.resolved import analysis_store, resolved_documents

    described = pair(job.folder.pair)
    with alone(job.work):
        corpus = PronounCorpus.read(job.files, described, lines=job.lines, progress=job.progress)
        store = analysis_store(corpus, job)
        reader = reader_of(described, "paper")
        words = agreeing_words(described)
        stages = Stages(job.work)
        inputs = {"corpus": job.files.checksums, "lines": job.lines, "analysis": store.key}
        inputs["reader"] = [each.key_with(store.pipeline) for each in (reader, learning) if each is not None]
        inputs["sure"] = [dict(described.sure_links), dict(described.sure_functions)]
        outputs = []
        with showing("resolving and observing pronouns", enabled=job.progress) as show:
            for shard, documents in enumerate(_shards(corpus.documents)):
                output = job.work / f"observed{shard}.jsonl"
                outputs.append(output)

                def work(documents: Sequence[Span] = documents, output: Path = output) -> dict[str, Any]:
                    resolved = resolved_documents(reader, corpus, store, documents)
                    return _write(
                        output,
                        (
                            seen
                            for document, printed in resolved
                            for seen in observe(
                                corpus,
                                document,
                                printed,
                                words,
                                None if learning is None else learning.resolver.resolve(printed.analysis),
                            )
                        ),
                    )

                stages.run(f"observe{shard}", {**inputs, "start": documents[0].start}, [output], work)
                show(documents[-1].end / corpus.documents[-1].end)
        return [observation for output in outputs for observation in _read(output)]


def observe(
    corpus: PronounCorpus,
    document: Span,
    printed: ResolvedDocument,
    words: WordMorphology | None,
    learning: ResolvedDocument | None = None,
) -> Iterator[Observed]:
    """The document's pronouns with what they became; `words` knows the target's nouns, if pronouns agree with them.

    Args:
        corpus: The text.
        document: The lines of the document in it.
        printed: The document as paper mode resolves it.
        words: What is known of target words.
        learning: The document as it is resolved for the mixture, if that is otherwise.
    """
    lists = corpus.pair.lists[corpus.pair.default_lists]
    forms = PronounForms(lists, corpus.pair.target)
    repaired, as_aligned = Repaired(forms), AsAligned(forms)
    side = Side(corpus.target, corpus.alignments)
    classes = TargetClasses.of(corpus.pair)
    projected: dict[tuple[int, int], Projected | None] = {}

    def projection(antecedent: Antecedent) -> Projected | None:
        place = antecedent.sentence, antecedent.head
        if words is not None and place not in projected:
            line = document.start + antecedent.sentence
            projected[place] = project(antecedent, corpus.target[line].split(), corpus.alignments[line], words)
        return projected.get(place)

    links = {(anaphor.sentence, anaphor.token): anaphor for anaphor in printed.anaphors}
    for anaphor in (learning or printed).anaphors:
        line = document.start + anaphor.sentence
        tokens = printed.analysis.sentences[anaphor.sentence].tokens
        others = tuple(
            place
            for place, word in enumerate(tokens)
            if place != anaphor.token and normalise(word) in lists.source_pronouns
        )
        at = Occurrence(line, anaphor.token, normalise(anaphor.text), others)
        aligned, translation = as_aligned.find(side, at), repaired.find(side, at)
        class_index = classes.number(translation.text) if translation is not None else 0
        link = links.get((anaphor.sentence, anaphor.token))
        yield Observed(
            "" if aligned is None else aligned.text,
            classes.names[class_index],
            () if link is None else paper_classes(link, corpus.pair, projection),
            tuple(mixture_classes(anaphor, corpus.pair, projection)),
        )


def estimate(observed: Sequence[Observed]) -> CoreferenceModel:
    """Both tables from what was observed."""
    parents = {name: wider for seen in observed for name, wider, _ in seen.mixture}
    mixture = [
        Observation(seen.choice, tuple((name, share) for name, _, share in seen.mixture))
        for seen in observed
        if seen.mixture
    ]
    if not mixture:
        raise ResourceError("the text has no pronoun to learn from; is it in the model's source language?")
    return CoreferenceModel(_paper_table(observed), estimate_mixture(mixture, parents))


def _paper_table(observed: Iterable[Observed]) -> Table:
    """The papers' table; pronouns without a translation are left out."""
    return estimate_shares(Observation(seen.aligned, seen.paper) for seen in observed if seen.aligned and seen.paper)


def _shards(documents: Sequence[Span]) -> Iterator[list[Span]]:
    shard: list[Span] = []
    lines = 0
    for document in documents:
        shard.append(document)
        lines += document.end - document.start
        if lines >= _SHARD:
            yield shard
            shard, lines = [], 0
    if shard:
        yield shard


def _write(path: Path, observed: Iterable[Observed]) -> dict[str, Any]:
    lines = [json.dumps(seen, ensure_ascii=False) for seen in observed]
    write_text(path, "".join(line + "\n" for line in lines))
    return {"pronouns": len(lines)}


def _read(path: Path) -> Iterator[Observed]:
    if not path.stat().st_size:
        return
    for line in read_lines(path):
        aligned, choice, paper, mixture = json.loads(line)
        yield Observed(
            aligned,
            choice,
            tuple((name, score) for name, score in paper),
            tuple((name, wider, share) for name, wider, share in mixture),
        )
