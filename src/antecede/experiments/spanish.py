"""The Spanish paper repeated: its resolver's candidates and ours, as printed and with all antecedents."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from antecede.analysis import bare_analysis
from antecede.coreference.foreign import given_resolver
from antecede.coreference.foreign.corzu import CorZuResolver, Row, read_rows
from antecede.coreference.reader import Reader
from antecede.coreference.resolvers import Unresolved
from antecede.errors import ResourceError
from antecede.experiments.measuring import Measured, confusion, processed_pronouns, translated
from antecede.experiments.sets import ParallelSet
from antecede.experiments.tables import against, all_pronouns, subsets_json, systems_json
from antecede.experiments.weights import tuned_weights
from antecede.files import make_folder, write_all
from antecede.files.packed import checksum
from antecede.files.packed import read_lines as unpacked_lines
from antecede.pairs import pair
from antecede.pronouns.coreference_model.model import CoreferenceModel
from antecede.pronouns.coreference_model.training import estimate, observe
from antecede.pronouns.systems.coreference import Tuned, open_with
from antecede.pronouns.training.corpus import CorpusFiles, PronounCorpus
from antecede.pronouns.training.resolved import resolved_with
from antecede.report.table import Table
from antecede.stages import Stages, alone

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from antecede.coreference import ResolvedDocument
    from antecede.experiments.measuring import Subset
    from antecede.pronouns.setting import Mode, Setting
    from antecede.pronouns.systems.passes import Memory
    from antecede.pronouns.types import PronounSystem


__all__ = ["SpanishResults", "run", "spanish_json", "spanish_tables"]

PAIR: Final = "es-en"
_SET: Final = "nc11"


@dataclass(frozen=True, slots=True)
class SpanishResults:
    """What the tables show."""

    measured: Measured
    processed: Mapping[str, frozenset[tuple[int, int]]]
    weights: Mapping[str, Tuned]
    figures: Mapping[str, Any]
    given: frozenset[tuple[int, int]] = frozenset()
    """The pronouns whose antecedents were given."""


def run(
    data: Path, out: Path, setting: Setting, *, antecedents: Path | None = None, progress: bool = False
) -> SpanishResults:
    """Train or reuse, tune on the development set, translate the test set, score; what is done is not done again."""
    described = pair(PAIR)
    if setting.pair.name != PAIR:
        raise ResourceError(f"{setting.folder.path}: is a model of {setting.pair.name}; this experiment needs {PAIR}")
    make_folder(out)
    with alone(out / "work"):
        stages = Stages(out / "work")
        dev, test = (ParallelSet.read(data, f"{_SET}.{part}", described, detokenised=out) for part in ("dev", "test"))
        place = data if (data / f"{_SET}.test.corzu.jsonl").exists() else data / described.name
        model = _corzu_model(place, setting, stages, out)
        on_dev, resolved = (_on_corzu(place, part, each) for part, each in (("dev", dev), ("test", test)))
        files: dict[str, Path] = {}
        memory: Memory = {}
        places: frozenset[tuple[int, int]] = frozenset()
        weights: dict[str, Tuned] = {}
        files["baseline"] = translated(
            "baseline", _baseline(setting), resolved, setting, stages, out, {"text": test.text.key}, remember=memory
        )
        inputs = _inputs(place, setting, dev, test)
        systems: list[tuple[str, Mode, CoreferenceModel, list[ResolvedDocument], list[ResolvedDocument]]] = []
        systems += [("corzu-best", "paper", model, on_dev, resolved), ("corzu-all", "best", model, on_dev, resolved)]
        systems += _ours(setting, dev, test)
        for name, mode, learnt, held_out, documents in systems:
            how = replace(setting, mode=mode)
            weights[name] = tuned_weights(name, how, learnt, held_out, dev, stages, inputs=inputs, progress=progress)
            files[name] = translated(
                name,
                _opened(how, learnt, weights[name], memory),
                documents,
                how,
                stages,
                out,
                {**inputs, "tuned": list(weights[name])},
            )
        if antecedents is not None:
            name, mode, learnt, _, _ = systems[-1]
            how = replace(setting, mode=mode)
            given = _given(antecedents, test)
            places = _resolved_places(given)
            inputs |= {"tuned": list(weights[name]), "antecedents": checksum(antecedents)}
            files["oracle"] = translated(
                "oracle", _opened(how, learnt, weights[name], memory), given, how, stages, out, inputs
            )
        measured = Measured.of(test, files)
        processed = {name: processed_pronouns(out, name) for name in files if name != "baseline"}
    return SpanishResults(measured, processed, weights, {"triples": len(model.paper)}, places)


def _inputs(place: Path, setting: Setting, dev: ParallelSet, test: ParallelSet) -> dict[str, Any]:
    """What decides weights and translations besides the engine: a change of it makes them again."""
    ours = setting.folder.file("coreference")
    candidates = [place / f"{_SET}.{part}.corzu.jsonl" for part in ("dev", "test")]
    return {
        "texts": [dev.text.key, test.text.key],
        "candidates": [checksum(each) for each in candidates],
        "ours": [checksum(ours), Reader.of(setting.pair.source, setting.pair.resolved).key] if ours else [],
    }


def _baseline(setting: Setting) -> Callable[[], PronounSystem]:
    from antecede.pronouns.systems.baseline import open_system

    return lambda: open_system(setting)


def _opened(setting: Setting, model: CoreferenceModel, weights: Tuned, memory: Memory) -> Callable[[], PronounSystem]:
    return lambda: open_with(setting, model, None, weights, memory)


def _on_corzu(place: Path, part: str, each: ParallelSet) -> list[ResolvedDocument]:
    """A set with CorZu's candidates; documents in which it found no pronoun are not in its file."""
    path = place / f"{_SET}.{part}.corzu.jsonl"
    rows: dict[str, list[Row]] = {document.id: [] for document in each.text.documents}
    resolver = CorZuResolver(rows | read_rows(path), _nothing(), path)
    return [resolver.resolve(bare_analysis(tokens, each.pair.source, name)) for name, tokens in each.tokens()]


def _nothing() -> Unresolved:
    return Unresolved(pair(PAIR).resolved)


def _corzu_model(place: Path, setting: Setting, stages: Stages, out: Path) -> CoreferenceModel:
    """The coreference model that CorZu's candidates in the engine's training text give."""
    path, plain = out / "corzu.tsv", out / "work" / "train.corzu.jsonl"
    packed = next((each for end in ("", ".xz") if (each := place / f"{_SET}.train.corzu.jsonl{end}").exists()), None)
    if packed is None:
        raise ResourceError(f"{place}: has no {_SET}.train.corzu.jsonl")
    files = CorpusFiles.of_model(setting.folder.path)

    def work() -> dict[str, Any]:
        write_all({plain: (f"{line}\n" for line in unpacked_lines(packed))})
        rows = read_rows(plain)
        corpus = PronounCorpus.read(files, setting.pair)
        documents = [document for document in corpus if document.id in rows]
        resolutions = resolved_with(CorZuResolver(rows, _nothing(), packed), corpus, documents)
        observed = [seen for document, resolved in resolutions for seen in observe(corpus, document, resolved, None)]
        model = estimate(observed)
        model.write(path)
        return {"pronouns": len(observed), "triples": len(model.paper)}

    stages.run("corzu-model", {"candidates": checksum(packed), "corpus": files.checksums}, [path], work)
    return CoreferenceModel.read(path)


def _ours(
    setting: Setting, dev: ParallelSet, test: ParallelSet
) -> list[tuple[str, Mode, CoreferenceModel, list[ResolvedDocument], list[ResolvedDocument]]]:
    """The same two systems with our own resolver, if the model folder has a coreference model."""
    if not setting.folder.has("coreference"):
        return []
    reader = Reader.of(setting.pair.source, setting.pair.resolved)
    model = CoreferenceModel.read(setting.folder.file("coreference"))
    on_dev, on_test = (each.resolved(reader) for each in (dev, test))
    return [("ours-best", "paper", model, on_dev, on_test), ("ours-all", "best", model, on_dev, on_test)]


def _given(path: Path, test: ParallelSet) -> list[ResolvedDocument]:
    """The test set with antecedents from a file, as `resolve` writes it; other pronouns are not processed."""
    resolver = given_resolver(path, _nothing(), test.pair.source)
    return [resolver.resolve(bare_analysis(tokens, test.pair.source, name)) for name, tokens in test.tokens()]


def _resolved_places(documents: Iterable[ResolvedDocument]) -> frozenset[tuple[int, int]]:
    """Line and token of the pronouns that have an antecedent."""
    places, start = set(), 0
    for document in documents:
        places |= {(start + anaphor.sentence, anaphor.token) for anaphor in document.anaphors if anaphor.antecedents}
        start += len(document.analysis.sentences)
    return frozenset(places)


_LABELS: Final = ("its", "his", "her", "their")


# Luong et al. 2017, Table 2, and Table 1 on 2,286 pronouns with an antecedent.
_PUBLISHED_SU: Final[Mapping[str, tuple[tuple[int, ...], ...]]] = {
    "baseline": ((499, 97, 2, 80), (66, 224, 1, 28), (6, 24, 9, 9), (166, 70, 1, 148)),
    "coreference model": ((463, 165, 2, 80), (28, 273, 2, 19), (4, 21, 13, 5), (87, 60, 2, 220)),
}


_PUBLISHED_CASES: Final = (
    ("paper: baseline", 1055, 0, 850, 12, 358, 11),
    ("paper: coreference model", 1096, 0, 817, 4, 363, 6),
)


_PUBLISHED_ORACLE: Final = (
    ("paper: coreference model", 31, 0, 16, 8, 6, 3),
    ("paper: oracle antecedents", 53, 0, 5, 0, 6, 0),
)


def spanish_tables(results: SpanishResults) -> tuple[Table, ...]:
    """All pronouns, those processed (the paper's Table 1), and confusion matrices of *su* (its Table 2)."""
    measured = results.measured
    processed = results.processed.get("corzu-best")
    return (
        all_pronouns(measured),
        _cases(
            "Pronouns for which CorZu found an antecedent (Table 1 of Luong et al. 2017)",
            [measured.subset(index, processed) for index in range(len(measured.names))],
            [(name, *map(str, cases), f"{cases[0] / sum(cases):.3f}", "", "", "") for name, *cases in _PUBLISHED_CASES],
        ),
        *_with_given(results),
        *_confusions(measured),
    )


def _with_given(results: SpanishResults) -> list[Table]:
    """The pronouns whose antecedents were given: the paper's Table 3."""
    if not results.given:
        return []
    measured = results.measured
    subsets = [measured.subset(index, results.given) for index in range(len(measured.names))]
    published = [(name, *map(str, cases), f"{cases[0] / 64:.3f}", "64", "", "") for name, *cases in _PUBLISHED_ORACLE]
    return [_cases("Pronouns with given antecedents (Table 3 of Luong et al. 2017)", subsets, published)]


def spanish_json(results: SpanishResults) -> dict[str, Any]:
    """The same for programs."""
    measured = results.measured
    processed = results.processed.get("corzu-best")
    return {
        "systems": systems_json(measured),
        "processed": subsets_json([measured.subset(index, processed) for index in range(len(measured.names))]),
        "confusion_su": {
            name: confusion(measured.evaluation.pronouns, index, "su", _LABELS)
            for index, name in enumerate(measured.names)
        },
        "weights": {name: weights._asdict() for name, weights in results.weights.items()},
        "given": subsets_json([measured.subset(index, results.given) for index in range(len(measured.names))]),
        **results.figures,
    }


def _cases(title: str, subsets: Sequence[Subset], published: Sequence[tuple[str, ...]]) -> Table:
    rows = [
        (
            subset.name,
            *map(str, subset.apt.cases),
            f"{subset.apt.score:.3f}",
            str(subset.apt.total),
            *against(subset, n),
        )
        for n, subset in enumerate(subsets)
    ]
    columns = ("system", "C1", "C2", "C3", "C4", "C5", "C6", "C1 / all", "pronouns", "better/worse", "p")
    return Table(title, columns, (*rows, *published))


def _confusions(measured: Measured) -> list[Table]:
    tables = [
        _matrix(f"su: {name}", confusion(measured.evaluation.pronouns, index, "su", _LABELS))
        for index, name in enumerate(measured.names)
    ]
    return tables + [_matrix(f"su: paper, {name}", matrix) for name, matrix in _PUBLISHED_SU.items()]


def _matrix(title: str, matrix: tuple[tuple[int, ...], ...]) -> Table:
    rows = tuple((label, *map(str, row)) for label, row in zip(_LABELS, matrix, strict=True))
    return Table(title, ("reference", *_LABELS), rows)
