"""Training of the pronoun language model: the target side of the corpus alone, document by document."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from antecede.files import write_text
from antecede.languages import language
from antecede.pairs import pair
from antecede.pronouns.pronoun_lm.mixture import Mixture
from antecede.pronouns.pronoun_lm.model import PAPER_SIZE, sequences, train
from antecede.pronouns.target.lexicon import noun_lexicon
from antecede.pronouns.target.nominals import NominalFinder
from antecede.text.parallel import ParallelText

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from antecede.pairs import Pair
    from antecede.pronouns.training.job import TrainingJob

__all__ = ["FILES", "documents", "serves", "train_part"]

FILES: Final = {"pronoun_lm": "pronoun_lm.bin", "pronoun_mixture": "pronoun_mixture.json"}


def serves(pair: Pair) -> bool:
    """Whether a pair can have the models: pronouns have the nouns' gender, and nouns are found without a parser."""
    return pair.agrees_with_translation and language(pair.target).noun_clues is not None


def train_part(job: TrainingJob) -> Mapping[str, Any]:
    """Both models, written into the model folder; how many pronouns they saw."""
    target = pair(job.folder.pair).target
    finder = NominalFinder.of(target, noun_lexicon(target))
    text = ParallelText.read(job.files.target, ids=job.files.ids, tokenised=job.files.tokenised)
    texts = documents(text, target, job.lines)
    # A history and a pronoun are short: a million of them fit where a million sentences would not.
    published: list[tuple[tuple[str, ...], str]] = []
    observed: list[tuple[tuple[str, ...], str]] = []
    for document in _shown(texts, progress=job.progress):
        sentences = list(document)
        published += sequences([sentences], finder.as_published(), PAPER_SIZE)
        observed += sequences([sentences], finder)
    count = train(published, job.folder.path / FILES["pronoun_lm"])
    mixture = Mixture.learn(observed)
    record = json.dumps({"version": 1, **mixture.as_table()}, ensure_ascii=False, indent=1)
    write_text(job.folder.path / FILES["pronoun_mixture"], record + "\n")
    job.folder.updated(files=FILES)
    return {"pronouns": count}


def documents(text: ParallelText, language: str, lines: int = 0) -> Iterator[Iterable[list[str]]]:
    """The tokens of each document's sentences; with `lines`, of documents evenly spread that have about so many."""
    share = min(1.0, lines / len(text.source)) if lines else 1.0
    for index, document in enumerate(text.documents):
        if int((index + 1) * share) > int(index * share):
            yield text.tokens(text.source, language, document)


def _shown(texts: Iterator[Iterable[list[str]]], *, progress: bool) -> Iterator[Iterable[list[str]]]:
    from rich.console import Console
    from rich.progress import track

    yield from track(
        texts, "Reading pronouns", total=None, console=Console(stderr=True), transient=True, disable=not progress
    )
