"""Tables and JSON that several experiments show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from antecede.pronouns.types import Outcome
from antecede.report.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from antecede.experiments.measuring import Measured, Subset

    Processed = Mapping[str, frozenset[tuple[int, int]]]
    Outcomes = Mapping[str, Mapping[str, int]]

__all__ = ["Report", "against", "all_pronouns", "sentences_decoded_again", "subsets_json", "systems_json"]


class Report(NamedTuple):
    """What an experiment found: its tables with the published figures beside ours, and the same for programs."""

    tables: tuple[Table, ...]
    figures: dict[str, Any]


def all_pronouns(measured: Measured, title: str = "All pronouns", processed: Processed | None = None) -> Table:
    """Every system's figures; `processed` has the pronouns for which a system had options of its own."""
    rows = []
    for index, score in enumerate(measured.evaluation.systems):
        name = measured.names[index]
        places = (processed or {}).get(name)
        accuracy = f"{measured.subset(index, places).apt.score:.3f} of {len(places)}" if places else ""
        rows.append(
            (
                name,
                *map(str, score.apt.cases),
                f"{score.apt.score:.4f}",
                *([accuracy] if processed is not None else []),
                f"{score.autoprf.f:.3f}",
                f"{score.autoprf_text.f:.3f}",
                f"{score.value('bleu'):.2f}",
                f"{score.value('chrf'):.2f}",
                *against(measured.subset(index), index),
            )
        )
    shown = ("processed",) if processed is not None else ()
    columns = (
        "system",
        *(f"C{case}" for case in range(1, 7)),
        "APT",
        *shown,
        "AutoF",
        "AutoF text",
        "BLEU",
        "chrF",
        "better/worse",
        "p",
    )
    note = f"{measured.evaluation.systems[0].apt.total} pronouns. {measured.evaluation.systems[0].signature}"
    return Table(title, columns, tuple(rows), note)


def sentences_decoded_again(outcomes: Outcomes, title: str) -> tuple[Table, ...]:
    """What became of the sentences of systems that may translate them twice; no table if there are none."""
    rows = tuple((name, *(str(counts.get(outcome, 0)) for outcome in Outcome)) for name, counts in outcomes.items())
    return (Table(f"{title}: sentences", ("system", *Outcome), rows),) if rows else ()


def systems_json(measured: Measured, outcomes: Outcomes | None = None) -> list[dict[str, Any]]:
    """The same as `all_pronouns` and `sentences_decoded_again` for programs."""
    return [
        {
            "name": measured.names[index],
            "cases": list(score.apt.cases),
            "apt": score.apt.score,
            "autof": score.autoprf.f,
            "autof_text": score.autoprf_text.f,
            "bleu": score.value("bleu"),
            "chrf": score.value("chrf"),
            "improved": measured.subset(index).improved,
            "degraded": measured.subset(index).degraded,
            "p": measured.subset(index).p_value,
            "signature": score.signature,
            **({"sentences": dict(counts)} if (counts := (outcomes or {}).get(measured.names[index])) else {}),
        }
        for index, score in enumerate(measured.evaluation.systems)
    ]


def against(subset: Subset, index: int) -> tuple[str, str]:
    """Better and worse than the first system, and the p-value; nothing for the first itself."""
    return (f"{subset.improved}/{subset.degraded}", f"{subset.p_value:.2g}") if index else ("", "")


def subsets_json(subsets: Sequence[Subset]) -> list[dict[str, Any]]:
    """Figures of some of the pronouns, for programs."""
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
