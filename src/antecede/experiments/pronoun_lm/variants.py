"""The pronoun language model trained otherwise: each choice against the published Table 1, and N on dev sets."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from antecede.experiments.pronoun_lm.published import OWN, PRONOUNS, TAGS, averages, differences, together, trend
from antecede.experiments.pronoun_lm.published import PUBLISHED_TABLE_1 as TABLE_1
from antecede.experiments.pronoun_lm.reranking import best_of
from antecede.pronouns.pronoun_lm.mixture import Mixture
from antecede.pronouns.pronoun_lm.model import MIXTURE_SIZE, PAPER_SIZE, PronounLanguageModel, sequences, train
from antecede.pronouns.target.lexicon import noun_lexicon
from antecede.pronouns.target.nominals import NominalFinder
from antecede.text.parallel import ParallelText

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from antecede.experiments.pronoun_lm.reranking import RerankExperiment, TextSet

    Observed = list[tuple[tuple[str, ...], str]]

__all__ = ["SIZES", "ModelText", "sizes", "variants"]

SIZES: Final = range(3, 9)
"""N, the nouns and pronouns that are written before a pronoun, and the order of the model."""


@dataclass(frozen=True, slots=True)
class ModelText:
    """Text of the target language that models are trained on, in the order of its lines and without documents."""

    files: tuple[Path, ...]
    language: str

    def observed(self, finder: NominalFinder | None = None) -> Observed:
        """Histories and pronouns as the authors saw them, or another finder does."""
        finder = finder or NominalFinder.of(self.language, noun_lexicon(self.language)).as_published()
        text = ParallelText.read(self.files)
        documents = (text.tokens(text.source, self.language, document) for document in text.documents)
        return list(sequences(documents, finder, MIXTURE_SIZE))

    @property
    def key(self) -> str:
        """Other for other text."""
        return ParallelText.read(self.files).key


def variants(text: ModelText) -> list[dict[str, Any]]:
    """How near the published Table 1 a model of the text comes, by how it is trained."""
    published = NominalFinder.of(text.language, noun_lexicon(text.language)).as_published()
    observed = text.observed(published)
    more = replace(published.clues, modelled=published.clues.modelled | published.clues.unpublished)
    kinds: dict[str, Observed] = {
        "as published: five tags": observed,
        "four tags": [(history[-4:], pronoun) for history, pronoun in observed],
        "impersonal il has no tag": text.observed(replace(published, impersonal_agrees=False)),
        "les is modelled, too": text.observed(replace(published, clues=more)),
        "half of the text": observed[: len(observed) // 2],
        "a quarter of the text": observed[: len(observed) // 4],
    }
    return [{"name": name, "pronouns": len(seen), **_against_table_1(seen)} for name, seen in kinds.items()]


def _against_table_1(observed: Observed) -> dict[str, Any]:
    with _trained(observed, PAPER_SIZE) as model:
        means = averages(model)
    rows = {(tag, pronoun): differences(means, tag, pronoun) for tag in TAGS for pronoun in PRONOUNS}
    distances = [abs(cell) for row in rows.values() for cell in row if cell is not None]
    return {
        "distance": sum(distances) / max(len(distances), 1),
        "own": {pronoun: rows[tag, pronoun] for pronoun, tag in OWN.items()},
        "trends": sum(trend(means[tag][pronoun]) == trend(TABLE_1[tag][pronoun]) for tag, pronoun in rows),
        "together": {tag: together(means, tag) for tag in TAGS},
    }


def sizes(experiment: RerankExperiment, sets: Sequence[TextSet], text: ModelText) -> list[dict[str, Any]]:
    """What re-ranking gets right on sets with N from 3 to 8, for the n-gram model and for weights by distance."""

    def work() -> dict[str, Any]:
        observed, rows = text.observed(), []
        ready = experiment.ready(sets, "paper")
        for size in SIZES:
            experiment.say(f"N = {size}")
            with _trained(observed, size) as model:
                rows.append(_row(size, experiment.try_weights(ready, "paper", model), weighted=False))
            # The n-gram model sees one tag less than are written; the mixture sees the same ones.
            mixture = Mixture.learn(observed, size - 1)
            rows.append(_row(size, experiment.try_weights(ready, "paper", mixture), weighted=True))
        return {"rows": rows}

    inputs = {**experiment.inputs(sets), "text": text.key, "sizes": list(SIZES)}
    rows: list[dict[str, Any]] = experiment.stages.run("sizes", inputs, [], work)["rows"]
    return rows


def _row(size: int, tried: Sequence[Mapping[str, Any]], *, weighted: bool) -> dict[str, Any]:
    return {
        "n": size,
        "weighted": weighted,
        "engine": dict(tried[0]),
        "printed": dict(tried[-1]),
        "best": best_of(tried),
    }


@contextmanager
def _trained(observed: Observed, size: int) -> Iterator[PronounLanguageModel]:
    """The paper's model of what was observed, as long as it is needed."""
    with tempfile.TemporaryDirectory() as folder:
        train(observed, Path(folder, "model"), size=size)
        yield PronounLanguageModel.open(Path(folder, "model"))
