"""Re-ranking as a system: our engine's n-best lists, a document at a time, and what reads other engines' lists."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from antecede.engines import Ability
from antecede.errors import BadOption
from antecede.pronouns.decision.in_context import InContext
from antecede.pronouns.pronoun_lm.candidates import Place, Shortener, translate_with_pronouns
from antecede.pronouns.pronoun_lm.mixture import read_mixture
from antecede.pronouns.pronoun_lm.model import PronounLanguageModel
from antecede.pronouns.pronoun_lm.reranking import Paper, Reranker, Tuned
from antecede.pronouns.systems import System
from antecede.pronouns.systems.passes import engine_segments
from antecede.pronouns.target.lexicon import noun_lexicon
from antecede.pronouns.target.nominals import NominalFinder
from antecede.pronouns.types import Decision, ScoredOption, TranslatedDocument
from antecede.scoring import CONTEXT_WEIGHT

if TYPE_CHECKING:
    from antecede.coreference import Anaphor, ResolvedDocument
    from antecede.engines import Engine
    from antecede.engines.text import TextSteps
    from antecede.pronouns.pronoun_lm.reranking import PronounModel, PronounScore, Reranked
    from antecede.pronouns.setting import Setting
    from antecede.pronouns.types import PronounSystem
    from antecede.scoring import ContextScore

__all__ = ["SYSTEM", "RerankModel", "open_reranker", "open_system"]

_N_BEST: Final = 1000
_BEAM: Final = 10
# The paper's, for an engine whose language model weighs 0.5, as Moses's does before it is tuned.
_PAPER_ALPHA: Final = 5.0
_PAPER_BETA: Final = 5.0
_PAPER_MEASURE: Final = 0.5
# Beside the language model's weight, by `antecede experiment pronoun-lm` on talks; model.toml may state others.
_ALPHA: Final = 1.0
_BETA: Final = 1.0


@dataclass(frozen=True, slots=True)
class RerankModel:
    """Translates with an engine's n-best lists and the pronoun language model."""

    engine: Engine
    steps: TextSteps
    reranker: Reranker
    n_best: int = _N_BEST

    def translate(self, document: ResolvedDocument) -> TranslatedDocument:
        """The chosen hypothesis of every sentence, with a decision for each pronoun."""
        segments = engine_segments(document, self.steps)
        lists = translate_with_pronouns(self.engine, segments, self.reranker.pair, self.n_best)
        reranked = self.reranker.rerank([segment.tokens or () for segment in segments], lists)
        decisions = tuple(_decision(anaphor, reranked[anaphor.sentence]) for anaphor in document.anaphors)
        return TranslatedDocument(document, tuple(each.best.hypothesis for each in reranked), decisions)


def open_system(setting: Setting) -> PronounSystem:
    """Re-ranking with a model folder's engine."""
    return RerankModel(setting.engine(), setting.steps, open_reranker(setting))


SYSTEM: Final = System(open_system, ("paper", "best"), frozenset([Ability.N_BEST]))


def open_reranker(
    setting: Setting,
    *,
    alpha: float | None = None,
    beta: float | None = None,
    model: PronounModel | None = None,
    context: ContextScore | None = None,
) -> Reranker:
    """The folder's pronoun language model, ready to re-rank lists of any engine.

    `alpha` is relative to the weight of the engine's language model: to twice that weight in paper mode, so that it is
    the printed number where that weight is 0.5; in best mode `beta` is, too. Paper mode may be given another `model`,
    and best mode a scorer, `context`, whose say grows with `alpha`, too.
    """
    finder = NominalFinder.of(setting.pair.target, noun_lexicon(setting.pair.target))
    score: PronounScore
    asked = None
    if setting.mode == "paper":
        if context is not None:
            raise BadOption("the printed formula asks no scorer: leave it out, or use the mode `best`")
        finder = finder.as_published()
        score = Paper(
            model or PronounLanguageModel.open(setting.folder.file("pronoun_lm")),
            finder.clues.modelled,
            (_PAPER_ALPHA if alpha is None else alpha) * setting.measure / _PAPER_MEASURE,
            _PAPER_BETA if beta is None else beta,
        )
    else:
        tuned = setting.folder.pronouns
        measure = setting.measure * (float(tuned.get("rerank_alpha", _ALPHA)) if alpha is None else alpha)
        if context is not None:
            asked = InContext(setting.pair, context, measure * CONTEXT_WEIGHT)
        score = Tuned(
            read_mixture(setting.folder.file("pronoun_mixture")),
            measure,
            setting.measure * (float(tuned.get("rerank_beta", _BETA)) if beta is None else beta),
        )
    return Reranker(
        setting.pair, Shortener(setting.pair), finder, score, 1 if setting.mode == "paper" else _BEAM, asked
    )


def _decision(anaphor: Anaphor, reranked: Reranked) -> Decision:
    best = max(reranked.scores)
    shares: dict[str, float] = {}
    for candidate, score in zip(reranked.candidates, reranked.scores, strict=True):
        pronoun = next((place.pronoun for place in candidate.places if place.source == anaphor.token), "")
        shares[pronoun] = shares.get(pronoun, 0.0) + math.exp(score - best)
    total = sum(shares.values())
    options = sorted((ScoredOption(text, share / total) for text, share in shares.items()), key=lambda o: -o[1])
    nowhere = Place(anaphor.token)
    chosen, before = (
        next((place for place in candidate.places if place.source == anaphor.token), nowhere)
        for candidate in (reranked.best, reranked.candidates[0])
    )
    return Decision(
        anaphor,
        tuple(options),
        chosen.pronoun,
        before.pronoun,
        _reason(chosen.pronoun, before.pronoun, len(options)),
        chosen.position if chosen.pronoun else None,
        "pronoun language model" if len(options) > 1 else "engine",
    )


def _reason(choice: str, baseline: str, options: int) -> str:
    if options == 1:
        return "The engine offers nothing else."
    if choice == baseline:
        return "The nouns before it do not speak against the engine's choice."
    return f"The gender and number of the nouns before it speak for '{choice or 'no pronoun'}'."
