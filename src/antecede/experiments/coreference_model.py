"""The coreference model from English to French, measured as its paper measured it, and as we do."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from antecede.errors import ResourceError
from antecede.experiments.measuring import Measured, processed_pronouns, pronoun_inputs, translated
from antecede.experiments.sets import ParallelSet
from antecede.experiments.tables import Report, against, all_pronouns, subsets_json, systems_json
from antecede.experiments.weights import tuned_weights
from antecede.files import make_folder
from antecede.files.packed import checksum
from antecede.pairs import pair
from antecede.pronouns.coreference_model.model import CoreferenceModel
from antecede.pronouns.systems import reader_of, system
from antecede.pronouns.systems.coreference import Tuned, open_with
from antecede.report.table import Table
from antecede.stages import Stages, alone

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from antecede.models import ModelFolder
    from antecede.pronouns.setting import Mode, Setting
    from antecede.pronouns.systems.passes import Memory
    from antecede.pronouns.target.projection import WordMorphology
    from antecede.pronouns.types import PronounSystem

__all__ = ["SYSTEMS", "TESTS", "CoreferenceResults", "coreference_json", "coreference_tables", "report", "run"]

PAIR: Final = "en-fr"
_DEV: Final = "ted.dev"
TESTS: Final = ("ted.test", "tst2010")
_PAPER: Final = "coreference-paper"
_CONFIDENT: Final = "coreference-accuracy"
_ACCURACY: Final = 121 / 202
"""The authors' measure of their resolver: *it* and *they* of talks whose antecedent it found (section 3.1)."""


SYSTEMS: Final[Mapping[str, tuple[str, Mode]]] = {
    "linear-edit": ("linear-edit", "paper"),
    _PAPER: ("coreference", "paper"),
    _CONFIDENT: ("coreference", "paper"),
    "coreference-best": ("coreference", "best"),
}
"""What is measured beside the engine alone: a name, the system and its mode."""
_CALLED: Final = {
    "baseline": "baseline (BL)",
    "linear-edit": "earlier post-editor (PE)",
    _PAPER: "coreference model, paper mode (CM)",
    _CONFIDENT: f"the same, confidence {_ACCURACY:.2f}",
    "coreference-best": "coreference model, best mode",
}


@dataclass(frozen=True, slots=True)
class CoreferenceResults:
    """What the tables show."""

    measured: Measured
    paper: Measured
    """The same with the lists of 2016."""
    processed: frozenset[tuple[int, int]]
    """The pronouns that the printed system had a sure antecedent for."""
    weights: Mapping[str, Tuned]
    figures: Mapping[str, Any]


def report(data: Path, model: ModelFolder | Path | str, out: Path, *, threads: int = 1) -> Report:
    """The paper's Tables 1, 2 and 4 with a model folder, ours beside theirs, and the same for programs."""
    from antecede.pronouns.setting import Setting

    results = run(data, out, Setting.of(model, threads=threads))
    return Report(coreference_tables(results), coreference_json(results))


def run(
    data: Path,
    out: Path,
    setting: Setting,
    *,
    dev: str = _DEV,
    tests: Sequence[str] = TESTS,
    systems: Sequence[str] = (),
    progress: bool = False,
) -> CoreferenceResults:
    """Tune on the development set, translate the test sets, score them as one; what is done is not done again.

    Without `systems` all of them are measured; those named are measured beside the printed one.
    """
    from antecede.pronouns.target.lexicon import target_words

    described = pair(PAIR)
    if setting.pair.name != PAIR:
        raise ResourceError(f"{setting.folder.path}: this experiment needs a model of {PAIR}")
    path = setting.folder.file("coreference")
    make_folder(out)
    with alone(out / "work"):
        stages = Stages(out / "work")
        tuning = ParallelSet.read(data, dev, described)
        test = ParallelSet.pooled([ParallelSet.read(data, name, described) for name in tests], out)
        reader = reader_of("coreference", "best", described)
        on_test = test.resolved(reader, progress=progress)
        model, words = CoreferenceModel.read(path), target_words(described.target)
        memory: Memory = {}
        kept = {"table": checksum(path), "text": test.text.key, **pronoun_inputs(setting)}
        files = {
            "baseline": translated(
                "baseline",
                lambda: system("baseline", "best", setting.folder, threads=setting.threads),
                on_test,
                setting,
                stages,
                out,
                {"text": test.text.key},
                remember=memory,
            )
        }
        # As printed there is nothing to tune; best mode is tuned on the development set.
        weights = {_PAPER: Tuned(), _CONFIDENT: Tuned(accuracy=_ACCURACY)}
        for name, (named, mode) in SYSTEMS.items():
            if systems and name not in (_PAPER, *systems):
                continue
            how = replace(setting, mode=mode)
            if mode == "best":
                weights[name] = tuned_weights(
                    name,
                    how,
                    model,
                    tuning.resolved(reader),
                    tuning,
                    stages,
                    words=words,
                    inputs={"reader": reader.key, "table": checksum(path), "texts": [tuning.text.key]},
                    progress=progress,
                )
            read = reader_of(named, mode, described)
            # Analysed once; systems differ in what they make of it.
            documents = (read.resolver.resolve(each.analysis) for each in on_test)
            opened = partial(_opened, named, how, model, words, weights.get(name), memory)
            inputs = {**kept, "reader": read.key_with(reader.pipeline), "tuned": list(weights.get(name, ()))}
            files[name] = translated(name, opened, documents, how, stages, out, inputs)
        measured = Measured.of(test, files)
        processed = processed_pronouns(out, _PAPER)
    figures = {"sets": list(tests), "triples": len(model.paper), "processed": _shares(measured, processed)}
    return CoreferenceResults(measured, measured.with_lists("2016"), processed, weights, figures)


def _opened(
    named: str,
    setting: Setting,
    model: CoreferenceModel,
    words: WordMorphology | None,
    how: Tuned | None,
    memory: Memory,
) -> PronounSystem:
    if named == "coreference":
        return open_with(setting, model, words, how, memory)
    return system(named, setting.mode, setting.folder, threads=setting.threads)


def _shares(measured: Measured, processed: frozenset[tuple[int, int]]) -> dict[str, list[int]]:
    """How many of each source pronoun were processed, and how many there are."""
    counts: dict[str, list[int]] = {}
    for pronoun in measured.evaluation.pronouns:
        count = counts.setdefault(pronoun.source, [0, 0])
        count[0] += (pronoun.sentence, pronoun.source_position) in processed
        count[1] += 1
    return counts


class _Published(NamedTuple):
    """A system of Luong and Popescu-Belis 2016, Tables 1, 2 and 4, on 563 pronouns of the DiscoMT 2015 test set."""

    name: str
    cases: tuple[int, int, int, int]
    accuracy: str
    precision: str
    recall: str
    f: str
    bleu: str
    adjudicated: tuple[int, int, str]
    one_rater: tuple[int, int, str]


_PUBLISHED: Final = (
    _Published("BL", (194, 38, 284, 47), ".41", ".337", ".348", ".342", "35.81", (53, 20, ".73"), (360, 203, ".64")),
    _Published("PE", (185, 38, 292, 48), ".40", ".334", ".343", ".339", "35.52", (52, 21, ".71"), (344, 219, ".61")),
    _Published("CM", (210, 43, 241, 69), ".45", ".414", ".324", ".364", "35.87", (57, 16, ".78"), (370, 193, ".66")),
)
_PUBLISHED_SHARES: Final = {"it": (367, 809), "they": (196, 307)}


def coreference_tables(results: CoreferenceResults) -> tuple[Table, ...]:
    """All pronouns with the 2017 lists; those processed with the paper's lists and metrics (its Tables 1, 2 and 4)."""
    measured = results.measured
    sets = " and ".join(results.figures["sets"])
    return (all_pronouns(measured, f"All pronouns of {sets}"), *_processed(results), _human())


def _processed(results: CoreferenceResults) -> tuple[Table, Table]:
    paper, processed = results.paper, results.processed
    cases, words = [], []
    for index, name in enumerate(paper.names):
        subset = paper.subset(index, processed)
        one, two, three, four, *_ = subset.apt.cases
        shown = _CALLED[name]
        accuracy = f"{(one + two) / subset.apt.total:.3f}" if subset.apt.total else ""
        cases.append((shown, *map(str, (one, two, three, four, one + two)), accuracy, *against(subset, index)))
        score = paper.autoprf(index, processed)
        bleu = f"{paper.evaluation.systems[index].value('bleu'):.2f}"
        words.append((shown, f"{score.precision:.3f}", f"{score.recall:.3f}", f"{score.f:.3f}", bleu))
    for each in _PUBLISHED:
        one, two, three, four = each.cases
        name = f"theirs: {each.name}"
        cases.append((name, *map(str, (one, two, three, four, one + two)), each.accuracy, "", ""))
        words.append((name, each.precision, each.recall, each.f, each.bleu))
    shares = _share_text(results.figures["processed"])
    theirs = "Theirs against BL: CM p=.049 (C1), .046 (C1+C2); against PE .007, .012."
    return (
        Table(
            "Pronouns processed, lists of 2016 (Table 1 of Luong and Popescu-Belis 2016)",
            ("system", "C1", "C2", "C3", "C4", "C1+C2", "accuracy", "better/worse", "p"),
            tuple(cases),
            f"{shares} {theirs}",
        ),
        Table(
            "Words aligned to the pronouns processed, and BLEU of the text (Table 2)",
            ("system", "precision", "recall", "F", "BLEU"),
            tuple(words),
            "Precision and recall are counted at each pronoun by itself.",
        ),
    )


def _share_text(shares: Mapping[str, Sequence[int]]) -> str:
    ours = [f"{word} {done} of {total} ({done / total:.0%})" for word, (done, total) in sorted(shares.items())]
    theirs = [f"{word} {done} of {total} ({done / total:.0%})" for word, (done, total) in _PUBLISHED_SHARES.items()]
    return f"Processed: {', '.join(ours)}; theirs: {', '.join(theirs)}."


def _human() -> Table:
    """Table 4: no people have rated ours; `antecede rate` makes the forms."""
    rows = tuple((f"theirs: {each.name}", *map(str, (*each.adjudicated, *each.one_rater))) for each in _PUBLISHED)
    columns = ("system", "right", "wrong", "accuracy", "right (one rater)", "wrong", "accuracy")
    note = "Published only: 73 pronouns that two raters agreed on after deliberation, and all 563 by one of them."
    return Table("Human evaluation (Table 4)", columns, rows, note)


def coreference_json(results: CoreferenceResults) -> dict[str, Any]:
    """The same for programs."""
    indices = range(len(results.paper.names))
    subsets = [results.paper.subset(index, results.processed) for index in indices]
    return {
        "systems": systems_json(results.measured),
        "processed_2016": subsets_json(subsets),
        "autoprf_processed": [asdict(results.paper.autoprf(index, results.processed)) for index in indices],
        "published": [each._asdict() for each in _PUBLISHED],
        "weights": {name: weights._asdict() for name, weights in results.weights.items()},
        **results.figures,
    }
