"""Weights of the coreference systems, tried on held-out documents: those that get most pronouns right are kept."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from antecede.alignment import Alignments, align_corpus
from antecede.alignment.pronouns import Side
from antecede.analysis import AnalysedDocument, AnalysedSentence
from antecede.evaluation.lists import find_lists
from antecede.evaluation.metrics import apt
from antecede.progress import showing
from antecede.pronouns.coreference_model.backoff import main_table_weight
from antecede.pronouns.systems.coreference import Tuned, open_with

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from antecede.coreference import ResolvedDocument
    from antecede.experiments.sets import ParallelSet
    from antecede.pronouns.coreference_model.model import CoreferenceModel
    from antecede.pronouns.setting import Setting
    from antecede.pronouns.systems.passes import Memory
    from antecede.pronouns.target.projection import WordMorphology
    from antecede.pronouns.types import PronounSystem
    from antecede.stages import Stages

__all__ = ["candidates", "pronouns_only", "tuned_weights"]

# Of the sum of the main table's weights, which is the printed weight; and of the decoder's feature.
_PAPER: Final = (0.5, 1.0, 1.5, 2.0, 3.0, 4.0)
_BEST: Final = (0.5, 1.0, 1.5, 2.0)
_PRIOR: Final = 0.5
# How often a larger weight is tried while the largest is the best.
_FURTHER: Final = 3


def candidates(setting: Setting) -> list[Tuned]:
    """The weights that are tried; feature weights are counted in those of the language model, whatever their scale."""
    if setting.mode == "paper":
        return [Tuned(round(share * main_table_weight(setting.folder.weights), 6)) for share in _PAPER]
    scale = 2 * sum(setting.folder.weights.get("LM0", [0.5]))
    return [Tuned(round(share * scale, 6), 0.0) for share in _BEST]


def pronouns_only(document: ResolvedDocument) -> ResolvedDocument:
    """The document with its sentences without a pronoun left empty: enough where only the source is read."""
    kept = {anaphor.sentence for anaphor in document.anaphors}
    analysis = document.analysis
    sentences = tuple(
        sentence if index in kept else AnalysedSentence((), place=sentence.place)
        for index, sentence in enumerate(analysis.sentences)
    )
    return replace(document, analysis=AnalysedDocument(analysis.language, sentences, analysis.id))


def tuned_weights(  # noqa: PLR0913 - each names one thing of the work
    name: str,
    setting: Setting,
    model: CoreferenceModel,
    documents: Sequence[ResolvedDocument],
    dev: ParallelSet,
    stages: Stages,
    *,
    words: WordMorphology | None = None,
    inputs: Mapping[str, Any] | None = None,
    least: Mapping[str, float] | None = None,
    progress: bool = False,
) -> Tuned:
    """The weights with the highest APT on the development set; found once, and remembered.

    `least` says how likely antecedents must be in paper mode, if not as the pair says.
    """
    tried = candidates(setting)
    key = {**(inputs or {}), "tried": tried, "model": dict(setting.folder.weights)}
    key |= {"least": dict(setting.pair.sure_links if least is None else least)} if setting.mode == "paper" else {}
    key |= {"table": sum(share for *_, share in (model.paper if setting.mode == "paper" else model.best).triples())}

    def work() -> dict[str, Any]:
        judge = _Judge(dev, documents if setting.pair.agrees_with_translation else list(map(pronouns_only, documents)))
        scores: list[tuple[float, Tuned]] = []
        memory: Memory = {}

        def attempt(how: Tuned) -> None:
            scores.append((judge.score(open_with(setting, model, words, how, memory, least)), how))
            show(min(1.0, len(scores) / (len(tried) + 3)))

        with showing(f"tuning {name}", enabled=progress) as show:
            for how in tried:
                attempt(how)
            # One thing after the other: a grid would cost more than it finds.
            if setting.mode == "best":
                for _ in range(_FURTHER):
                    if _best(scores) != scores[-1][1]:
                        break
                    attempt(scores[-1][1]._replace(weight=round(1.5 * (scores[-1][1].weight or 1.0), 6)))
                attempt(_best(scores)._replace(prior=_PRIOR))
                if words is not None:
                    attempt(_best(scores)._replace(one_pass=True))
        return {"scores": scores, "best": _best(scores)}

    return Tuned(*stages.run(f"tune-{name}", key, [], work)["best"])


def _best(scores: Sequence[tuple[float, Tuned]]) -> Tuned:
    """The first of those with the highest score."""
    return max(scores, key=lambda scored: scored[0])[1]


class _Judge:
    """Scores systems on the same documents: only the candidate changes, and the decoder gives its own alignment."""

    def __init__(self, dev: ParallelSet, documents: Sequence[ResolvedDocument]) -> None:
        self._documents = documents
        self._settings = apt.Settings(pair=dev.pair, lists=find_lists(dev.pair, None))
        reference = list(dev.text.tokens(dev.text.targets[0], dev.pair.target))
        source = [list(sentence.tokens) for document in documents for sentence in document.analysis.sentences]
        whole = [tokens for _, document in dev.tokens() for tokens in document]
        links = align_corpus(whole, reference, pair=dev.pair.name, symmetrise="grow-diag-final").alignments
        self._source = [" ".join(tokens) for tokens in source]
        self._reference = Side([" ".join(tokens) for tokens in reference], links)

    def score(self, model: PronounSystem) -> float:
        sentences = [sentence for document in self._documents for sentence in model.translate(document).sentences]
        links = Alignments.of_links(sentence.alignment for sentence in sentences)
        candidate = Side([" ".join(sentence.tokens) for sentence in sentences], links)
        return apt.score(self._source, self._reference, candidate, self._settings).score
