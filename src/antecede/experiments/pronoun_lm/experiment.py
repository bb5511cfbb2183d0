"""The paper on the pronoun language model repeated: what it learnt, and what re-ranking with it gains."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from antecede.experiments.pronoun_lm.published import averages
from antecede.experiments.pronoun_lm.reranking import RerankExperiment, TextSet, changes
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

__all__ = ["DEV", "TEST", "PronounLmResults", "run"]

DEV: Final = ("ted.dev", "ted.test")
TEST: Final = "tst2010"


@dataclass(frozen=True, slots=True)
class PronounLmResults:
    """What the tables and the figure show."""

    averages: Mapping[str, Mapping[str, tuple[float | None, ...]]]
    tuned: Mapping[str, Any]
    """The best weights, and what each that was tried gives."""
    dev: tuple[str, ...]
    test: str
    evaluation: Evaluation
    changed: Mapping[str, Mapping[str, tuple[int, int]]]
    """For each system and each word that it wrote: pronouns improved and degraded."""


def run(
    data: Path,
    out: Path,
    setting: Setting,
    *,
    dev: Sequence[str] = DEV,
    test: str = TEST,
    say: Callable[[str], None] = lambda _: None,
) -> PronounLmResults:
    """Tune on the development sets, re-rank the test set, score; what is done is not done again."""
    means = averages(PronounLanguageModel.open(setting.folder.file("pronoun_lm")))
    with alone(make_folder(out / "work")):
        experiment = RerankExperiment(setting, out / "work", Stages(out / "work"), say)
        tuned = experiment.tune([_read(data, name, setting) for name in dev])
        best = tuned["best"]
        rerankers = {
            "baseline": None,
            "re-ranked, paper mode": open_reranker(replace(setting, mode="paper")),
            "re-ranked, best mode": open_reranker(setting, alpha=best["alpha"], beta=best["beta"]),
        }
        evaluation = experiment.score(_read(data, test, setting), rerankers)
    changed = {name: changes(evaluation, 0, index) for index, name in enumerate(rerankers) if index}
    return PronounLmResults(means, tuned, tuple(dev), test, evaluation, changed)


def _read(data: Path, name: str, setting: Setting) -> TextSet:
    return TextSet.of(ParallelSet.read(data, name, setting.pair), setting)
