"""The paper on the pronoun language model repeated: what it learnt, and what re-ranking with it gains."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from antecede.experiments.pronoun_lm.published import PUBLISHED_NGRAMS, averages
from antecede.experiments.pronoun_lm.reranking import RerankExperiment, TextSet, changes
from antecede.experiments.pronoun_lm.variants import ModelText, sizes, variants
from antecede.experiments.sets import ParallelSet
from antecede.files import make_folder
from antecede.pronouns.pronoun_lm.model import PronounLanguageModel
from antecede.pronouns.systems.rerank import open_reranker
from antecede.stages import Stages, alone

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from antecede.evaluation.results import Evaluation
    from antecede.pronouns.setting import Setting

__all__ = ["DEV", "PAPER", "POOLED", "TEST", "TEXT", "TUNED", "PronounLmResults", "run"]

DEV: Final = ("ted.dev",)
TEST: Final = ("ted.test", "tst2010")
TEXT: Final = "ted.train"
"""What models are trained on where no text is named, if the data have it."""
POOLED: Final = "all sets"

PAPER: Final = "re-ranked, paper mode"
TUNED: Final = "re-ranked, paper mode with alpha tuned"
BEST: Final = "re-ranked, best mode"


@dataclass(frozen=True, slots=True)
class PronounLmResults:
    """What the tables and the figure show."""

    averages: Mapping[str, Mapping[str, tuple[float | None, ...]]]
    ngrams: tuple[float | None, ...]
    """log10 of the published n-grams, in their order."""
    tuned: Mapping[str, Mapping[str, Any]]
    """For each mode the best weights, and what each that was tried gives."""
    dev: tuple[str, ...]
    evaluations: Mapping[str, Evaluation]
    """The systems on each set, and on all together where there are several."""
    changed: Mapping[str, Mapping[str, tuple[int, int]]]
    """For each system and each word that it wrote: pronouns improved and degraded, on all sets together."""
    variants: Sequence[Mapping[str, Any]] = ()
    """Models trained otherwise against Table 1; none without text to train them on."""
    sizes: Sequence[Mapping[str, Any]] = ()

    @property
    def pooled(self) -> Evaluation:
        """The systems on all sets together."""
        return list(self.evaluations.values())[-1]


def run(
    data: Path,
    out: Path,
    setting: Setting,
    *,
    dev: Sequence[str] = DEV,
    test: Sequence[str] = TEST,
    text: Sequence[Path] = (),
    say: Callable[[str], None] = lambda _: None,
) -> PronounLmResults:
    """Tune on the development sets, re-rank the test sets, score each and all; what is done is not done again."""
    model = PronounLanguageModel.open(setting.folder.file("pronoun_lm"))
    training = _text(data, setting, text)
    with alone(make_folder(out / "work")):
        experiment = RerankExperiment(setting, out / "work", Stages(out / "work"), say)
        dev_sets = [_read(data, name, setting) for name in dev]
        tuned = {mode: experiment.tune(dev_sets, mode) for mode in ("paper", "best")}
        tried: Sequence[Mapping[str, Any]] = ()
        by_size: Sequence[Mapping[str, Any]] = ()
        if training is not None:
            kept = experiment.stages.run("variants", {"text": training.key}, [], lambda: {"rows": variants(training)})
            tried, by_size = kept["rows"], sizes(experiment, dev_sets, training)
        paper, best = replace(setting, mode="paper"), replace(setting, mode="best")
        rerankers = {
            "baseline": None,
            PAPER: open_reranker(paper),
            TUNED: open_reranker(paper, alpha=tuned["paper"]["best"]["alpha"]),
            BEST: open_reranker(best, alpha=tuned["best"]["best"]["alpha"], beta=tuned["best"]["best"]["beta"]),
        }
        test_sets = [_read(data, name, setting) for name in test]
        candidates = [experiment.translations(texts, rerankers) for texts in test_sets]
        evaluations = {
            texts.name: experiment.score([texts], [chosen]) for texts, chosen in zip(test_sets, candidates, strict=True)
        }
        if len(test_sets) > 1:
            evaluations[POOLED] = experiment.score(test_sets, candidates)
    pooled = list(evaluations.values())[-1]
    changed = {name: changes(pooled, 0, index) for index, name in enumerate(rerankers) if index}
    ngrams = tuple(model.n_gram(word, context.split()) for context, word, _ in PUBLISHED_NGRAMS)
    return PronounLmResults(averages(model), ngrams, tuned, tuple(dev), evaluations, changed, tried, by_size)


def _read(data: Path, name: str, setting: Setting) -> TextSet:
    return TextSet.of(ParallelSet.read(data, name, setting.pair), setting)


def _text(data: Path, setting: Setting, given: Sequence[Path]) -> ModelText | None:
    """What is given to train models on, or what the data have for it."""
    target = setting.pair.target
    if given:
        return ModelText(tuple(given), target)
    names = (f"{TEXT}.{target}", f"{TEXT}.{target}.xz")
    places = (folder / name for folder in (data, data / setting.pair.name) for name in names)
    found = next((place for place in places if place.exists()), None)
    return None if found is None else ModelText((found,), target)
