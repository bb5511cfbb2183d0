"""The coreference model from English to French, measured as its paper measured it, and as we do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from antecede.errors import ResourceError
from antecede.files import make_folder
from antecede.pairs import pair
from antecede.pronouns.coreference_model import CoreferenceModel
from antecede.pronouns.coreference_system import Tuned, open_with
from antecede.pronouns.system_experiment import Measured, ParallelSet, processed_pronouns, translated
from antecede.pronouns.tuning import tuned_weights
from antecede.smt.corpus import checksum
from antecede.smt.stages import Stages, alone

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from antecede.pronouns.second_pass import Memory
    from antecede.pronouns.systems import Mode, Setting

__all__ = ["CoreferenceResults", "run"]

PAIR: Final = "en-fr"
_DEV: Final = "ted.dev"
_TEST: Final = "tst2010"


@dataclass(frozen=True, slots=True)
class CoreferenceResults:
    """What the tables show."""

    measured: Measured
    paper: Measured
    """The same with the lists of 2016."""
    processed: frozenset[tuple[int, int]]
    """The pronouns that the printed system had an antecedent for."""
    weights: Mapping[str, Tuned]
    figures: Mapping[str, Any]


def run(
    data: Path, out: Path, setting: Setting, *, dev: str = _DEV, test: str = _TEST, progress: bool = False
) -> CoreferenceResults:
    """Tune on the development set, translate the test set, score; what is done is not done again."""
    from antecede.coreference import resolver
    from antecede.pronouns.baseline import open_system
    from antecede.pronouns.target_lexicon import target_words

    described = pair(PAIR)
    path = setting.folder.file("coreference")
    if setting.pair.name != PAIR or path is None:
        raise ResourceError(
            f"{setting.folder.path}: this experiment wants a model of {PAIR} with a coreference model;"
            " `antecede train-pronouns --only coreference` makes one"
        )
    make_folder(out)
    with alone(out / "work"):
        stages = Stages(out / "work")
        sets = [ParallelSet.read(data, name, described, out) for name in (dev, test)]
        own = resolver(described.source)
        on_dev, on_test = ([own.resolve(document) for document in each.analysed()] for each in sets)
        model, words = CoreferenceModel.read(path), target_words(described.target)
        memory: Memory = {}
        files = {
            "baseline": translated(
                "baseline", lambda: open_system(setting), on_test, setting, stages, out, {}, remember=memory
            )
        }
        # As printed there is nothing to tune: the weight is the sum of the main table's.
        weights: dict[str, Tuned] = {"coreference-paper": Tuned()}
        systems: list[tuple[str, Mode]] = [("coreference-paper", "paper"), ("coreference-best", "best")]
        for name, mode in systems:
            how = replace(setting, mode=mode)
            if mode == "best":
                inputs = {"table": checksum(path), "dev": checksum(sets[0].source)}
                weights[name] = tuned_weights(
                    name, how, model, on_dev, sets[0], stages, words=words, inputs=inputs, progress=progress
                )
            chosen = weights[name]
            files[name] = translated(
                name,
                lambda how=how, chosen=chosen: open_with(how, model, words, chosen, memory),  # type: ignore[misc]
                on_test,
                how,
                stages,
                out,
                {"tuned": list(chosen)},
            )
        measured, paper = Measured.of(sets[1], files), Measured.of(sets[1], files, "2016")
        processed = processed_pronouns(out, "coreference-paper")
    figures = {"triples": len(model.paper), "pronouns": sum(len(document.anaphors) for document in on_test)}
    return CoreferenceResults(measured, paper, processed, weights, figures)
