"""The coreference model from English to French, measured as its paper measured it, and as we do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from antecede.errors import ResourceError
from antecede.experiments.measuring import Measured, processed_pronouns, translated
from antecede.experiments.sets import ParallelSet
from antecede.experiments.tables import against, all_pronouns, subsets_json, systems_json
from antecede.experiments.weights import tuned_weights
from antecede.files import make_folder
from antecede.files.packed import checksum
from antecede.pairs import pair
from antecede.pronouns.coreference_model.model import CoreferenceModel
from antecede.pronouns.systems.coreference import Tuned, open_with
from antecede.report.table import Table
from antecede.stages import Stages, alone

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from antecede.pronouns.setting import Mode, Setting
    from antecede.pronouns.systems.passes import Memory


__all__ = ["CoreferenceResults", "coreference_json", "coreference_tables", "run"]

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
    from antecede.coreference.reader import Reader
    from antecede.pronouns.systems.baseline import open_system
    from antecede.pronouns.target.lexicon import target_words

    described = pair(PAIR)
    if setting.pair.name != PAIR:
        raise ResourceError(f"{setting.folder.path}: this experiment needs a model of {PAIR}")
    path = setting.folder.file("coreference")
    make_folder(out)
    with alone(out / "work"):
        stages = Stages(out / "work")
        sets = [ParallelSet.read(data, name, described) for name in (dev, test)]
        reader = Reader.of(described.source, described.resolved)
        on_dev, on_test = (each.resolved(reader) for each in sets)
        model, words = CoreferenceModel.read(path), target_words(described.target)
        memory: Memory = {}
        kept = {"reader": reader.key, "table": checksum(path), "texts": [each.text.key for each in sets]}
        files = {
            "baseline": translated(
                "baseline",
                lambda: open_system(setting),
                on_test,
                setting,
                stages,
                out,
                {"text": sets[1].text.key},
                remember=memory,
            )
        }
        # As printed there is nothing to tune: the weight is the sum of the main table's.
        weights: dict[str, Tuned] = {"coreference-paper": Tuned()}
        systems: list[tuple[str, Mode]] = [("coreference-paper", "paper"), ("coreference-best", "best")]
        for name, mode in systems:
            how = replace(setting, mode=mode)
            if mode == "best":
                weights[name] = tuned_weights(
                    name, how, model, on_dev, sets[0], stages, words=words, inputs=kept, progress=progress
                )
            chosen = weights[name]
            files[name] = translated(
                name,
                lambda how=how, chosen=chosen: open_with(how, model, words, chosen, memory),  # type: ignore[misc]
                on_test,
                how,
                stages,
                out,
                {"tuned": list(chosen), **kept},
            )
        measured, paper = Measured.of(sets[1], files), Measured.of(sets[1], files, "2016")
        processed = processed_pronouns(out, "coreference-paper")
    figures = {"triples": len(model.paper), "pronouns": sum(len(document.anaphors) for document in on_test)}
    return CoreferenceResults(measured, paper, processed, weights, figures)


# Luong and Popescu-Belis 2016, Tables 1 and 2: cases, accuracy, AutoP, AutoR, AutoF, BLEU on 563 pronouns.
_PUBLISHED_2016: Final = (
    ("paper: baseline", (194, 38, 284, 47), ".41", ".342", "35.81"),
    ("paper: coreference model", (210, 43, 241, 69), ".45", ".364", "35.87"),
)


def coreference_tables(results: CoreferenceResults) -> tuple[Table, ...]:
    """All pronouns with the 2017 lists, and those processed with the lists of the paper (its Tables 1 and 2)."""
    paper, processed = results.paper, results.processed
    rows = []
    for index, name in enumerate(paper.names):
        subset = paper.subset(index, processed)
        one, two, three, four, *_ = subset.apt.cases
        score = paper.evaluation.systems[index]
        rows.append(
            (
                name,
                *map(str, (one, two, three, four, one + two)),
                f"{(one + two) / subset.apt.total:.3f}" if subset.apt.total else "",
                f"{score.autoprf.f:.3f}",
                f"{score.value('bleu'):.2f}",
                *against(subset, index),
            )
        )
    for name, (one, two, three, four), accuracy, autof, bleu in _PUBLISHED_2016:
        rows.append((name, *map(str, (one, two, three, four, one + two)), accuracy, autof, bleu, "", ""))
    columns = ("system", "C1", "C2", "C3", "C4", "C1+C2", "accuracy", "AutoF", "BLEU", "better/worse", "p")
    return (
        all_pronouns(results.measured),
        Table(
            "Pronouns processed, lists of 2016 (Tables 1 and 2 of Luong and Popescu-Belis 2016)",
            columns,
            tuple(rows),
            "Theirs: 563 pronouns of the DiscoMT 2015 test set.",
        ),
    )


def coreference_json(results: CoreferenceResults) -> dict[str, Any]:
    """The same for programs."""
    subsets = [results.paper.subset(index, results.processed) for index in range(len(results.paper.names))]
    return {
        "systems": systems_json(results.measured),
        "processed_2016": subsets_json(subsets),
        "weights": {name: weights._asdict() for name, weights in results.weights.items()},
        **results.figures,
    }
