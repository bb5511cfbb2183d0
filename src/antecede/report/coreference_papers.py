"""Tables of the coreference-model papers, ours beside theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from antecede.pronouns.system_experiment import confusion
from antecede.report.apt_paper import Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from antecede.pronouns.coreference_experiment import CoreferenceResults
    from antecede.pronouns.spanish_experiment import SpanishResults
    from antecede.pronouns.system_experiment import Measured, Subset

    Processed = Mapping[str, frozenset[tuple[int, int]]]

__all__ = [
    "all_pronouns",
    "coreference_json",
    "coreference_tables",
    "spanish_json",
    "spanish_tables",
    "systems_json",
]

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
# Luong and Popescu-Belis 2016, Tables 1 and 2: cases, accuracy, AutoP, AutoR, AutoF, BLEU on 563 pronouns.
_PUBLISHED_2016: Final = (
    ("paper: baseline", (194, 38, 284, 47), ".41", ".342", "35.81"),
    ("paper: coreference model", (210, 43, 241, 69), ".45", ".364", "35.87"),
)


def spanish_tables(results: SpanishResults) -> tuple[Table, ...]:
    """All pronouns, those processed (the paper's Table 1), and confusion matrices of *su* (its Table 2)."""
    measured = results.measured
    processed = results.processed.get("corzu-best")
    return (
        all_pronouns(measured),
        _cases(
            "Pronouns for which CorZu found an antecedent (Table 1 of Luong et al. 2017)",
            [measured.subset(number, processed) for number in range(len(measured.names))],
            [(name, *map(str, cases), f"{cases[0] / sum(cases):.3f}", "", "", "") for name, *cases in _PUBLISHED_CASES],
        ),
        *_given(results),
        *_confusions(measured),
    )


def _given(results: SpanishResults) -> list[Table]:
    """The pronouns whose antecedents were given: the paper's Table 3."""
    if not results.given:
        return []
    measured = results.measured
    subsets = [measured.subset(number, results.given) for number in range(len(measured.names))]
    published = [(name, *map(str, cases), f"{cases[0] / 64:.3f}", "64", "", "") for name, *cases in _PUBLISHED_ORACLE]
    return [_cases("Pronouns with given antecedents (Table 3 of Luong et al. 2017)", subsets, published)]


def spanish_json(results: SpanishResults) -> dict[str, Any]:
    """The same for programs."""
    measured = results.measured
    processed = results.processed.get("corzu-best")
    return {
        "systems": systems_json(measured),
        "processed": _subsets_json([measured.subset(number, processed) for number in range(len(measured.names))]),
        "confusion_su": {
            name: confusion(measured.evaluation.pronouns, number, "su", _LABELS)
            for number, name in enumerate(measured.names)
        },
        "weights": {name: weights._asdict() for name, weights in results.weights.items()},
        "given": _subsets_json([measured.subset(number, results.given) for number in range(len(measured.names))]),
        **results.figures,
    }


def coreference_tables(results: CoreferenceResults) -> tuple[Table, ...]:
    """All pronouns with the 2017 lists, and those processed with the lists of the paper (its Tables 1 and 2)."""
    paper, processed = results.paper, results.processed
    rows = []
    for number, name in enumerate(paper.names):
        subset = paper.subset(number, processed)
        one, two, three, four, *_ = subset.apt.cases
        score = paper.evaluation.systems[number]
        rows.append(
            (
                name,
                *map(str, (one, two, three, four, one + two)),
                f"{(one + two) / subset.apt.total:.3f}" if subset.apt.total else "",
                f"{score.autoprf.f:.3f}",
                f"{score.bleu:.2f}",
                *_against(subset, number),
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
    subsets = [results.paper.subset(number, results.processed) for number in range(len(results.paper.names))]
    return {
        "systems": systems_json(results.measured),
        "processed_2016": _subsets_json(subsets),
        "weights": {name: weights._asdict() for name, weights in results.weights.items()},
        **results.figures,
    }


def all_pronouns(measured: Measured, title: str = "All pronouns", processed: Processed | None = None) -> Table:
    """Every system's figures; `processed` has the pronouns for which a system had options of its own."""
    rows = []
    for number, score in enumerate(measured.evaluation.systems):
        name = measured.names[number]
        places = (processed or {}).get(name)
        accuracy = f"{measured.subset(number, places).apt.score:.3f} of {len(places)}" if places else ""
        rows.append(
            (
                name,
                *map(str, score.apt.cases),
                f"{score.apt.score:.4f}",
                *([accuracy] if processed is not None else []),
                f"{score.autoprf.f:.3f}",
                f"{score.bleu:.2f}",
                f"{score.chrf:.2f}",
                *_against(measured.subset(number), number),
            )
        )
    shown = ("processed",) if processed is not None else ()
    columns = (
        "system",
        *(f"C{case}" for case in range(1, 7)),
        "APT",
        *shown,
        "AutoF",
        "BLEU",
        "chrF",
        "better/worse",
        "p",
    )
    note = f"{measured.evaluation.systems[0].apt.total} pronouns. {measured.evaluation.systems[0].signature}"
    return Table(title, columns, tuple(rows), note)


def systems_json(measured: Measured) -> list[dict[str, Any]]:
    """The same for programs."""
    return [
        {
            "name": measured.names[number],
            "cases": list(score.apt.cases),
            "apt": score.apt.score,
            "autof": score.autoprf.f,
            "bleu": score.bleu,
            "chrf": score.chrf,
            "improved": measured.subset(number).improved,
            "degraded": measured.subset(number).degraded,
            "p": measured.subset(number).p_value,
            "signature": score.signature,
        }
        for number, score in enumerate(measured.evaluation.systems)
    ]


def _cases(title: str, subsets: Sequence[Subset], published: Sequence[tuple[str, ...]]) -> Table:
    rows = [
        (
            subset.name,
            *map(str, subset.apt.cases),
            f"{subset.apt.score:.3f}",
            str(subset.apt.total),
            *_against(subset, n),
        )
        for n, subset in enumerate(subsets)
    ]
    columns = ("system", "C1", "C2", "C3", "C4", "C5", "C6", "C1 / all", "pronouns", "better/worse", "p")
    return Table(title, columns, (*rows, *published))


def _confusions(measured: Measured) -> list[Table]:
    found = [
        _matrix(f"su: {name}", confusion(measured.evaluation.pronouns, number, "su", _LABELS))
        for number, name in enumerate(measured.names)
    ]
    return found + [_matrix(f"su: paper, {name}", matrix) for name, matrix in _PUBLISHED_SU.items()]


def _matrix(title: str, matrix: tuple[tuple[int, ...], ...]) -> Table:
    rows = tuple((label, *map(str, row)) for label, row in zip(_LABELS, matrix, strict=True))
    return Table(title, ("reference", *_LABELS), rows)


def _against(subset: Subset, number: int) -> tuple[str, str]:
    return (f"{subset.improved}/{subset.degraded}", f"{subset.p_value:.2g}") if number else ("", "")


def _subsets_json(subsets: Sequence[Subset]) -> list[dict[str, Any]]:
    return [
        {
            "name": subset.name,
            "cases": list(subset.apt.cases),
            "pronouns": subset.apt.total,
            "score": subset.apt.score,
            "improved": subset.improved,
            "degraded": subset.degraded,
            "p": subset.p_value,
        }
        for subset in subsets
    ]
