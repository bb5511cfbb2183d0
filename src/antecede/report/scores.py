"""The scores of systems as tables that papers and programs take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from antecede.evaluation.results import Case
from antecede.report import tables
from antecede.report.table import NOTHING, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from antecede.evaluation.ratings.correlation import Correlation
    from antecede.evaluation.results import Evaluation

FORMATS: Final[Mapping[str, Callable[[Table], str]]] = {
    "latex": Table.latex,
    "markdown": Table.markdown,
    "csv": Table.csv,
}


def score_table(evaluation: Evaluation) -> Table:
    """Each system's APT with its cases, the other metrics, and the p-value of its difference from the first system."""
    others = [metric for metric in evaluation.systems[0].scores if metric != "apt"]
    headings = [evaluation.systems[0].scores[metric].heading for metric in others]
    compared = tables.against_first(evaluation)
    p_values = [NOTHING if each is None else tables.p_text(each.p_value) for each in compared]
    rows = [
        (
            name,
            f"{system.apt.score:.4f}",
            *map(str, system.apt.cases),
            *(tables.value_text(system.scores[metric]) for metric in others),
            *([p_value] if any(compared) else []),
        )
        for name, system, p_value in zip(
            tables.short_names([system.name for system in evaluation.systems]),
            evaluation.systems,
            p_values,
            strict=True,
        )
    ]
    return Table(
        f"{evaluation.pair}: {len(evaluation.pronouns)} pronouns in {len(evaluation.source)} sentences",
        ("System", "APT", *(str(case.value) for case in Case), *headings, *(["p"] if any(compared) else [])),
        tuple(rows),
        "\n\n".join(f"{row[0]}: {tables.score_line(each)}" for row, each in zip(rows, evaluation.systems, strict=True)),
    )


def correlation_table(correlations: Mapping[str, Correlation]) -> Table:
    """How each metric agrees with human scores."""
    rows = [
        (
            metric,
            *(NOTHING if value is None else f"{value:.4f}" for value in (each.pearson, each.spearman)),
            str(each.systems),
        )
        for metric, each in correlations.items()
    ]
    return Table("Correlation with human scores", ("Metric", "Pearson", "Spearman", "Systems"), tuple(rows))
