"""Show the tables and figures of the APT paper, beside the published figures where the table is the same."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, Final

from antecede.evaluation.ratings.gap_filling import DISCOMT_2015
from antecede.evaluation.results import Case
from antecede.experiments.apt.figures import PUBLISHED_MATCHES, PUBLISHED_TABLE_3, PUBLISHED_TABLE_4, PUBLISHED_TABLE_5
from antecede.extras import needing
from antecede.report.table import NOTHING, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from antecede.evaluation.ratings.correlation import Correlation
    from antecede.evaluation.ratings.gap_filling import PronounCounts
    from antecede.experiments.apt.figures import Experiment, MetricAgainstPeople

_CASES: Final = {
    Case.IDENTICAL: "1 same",
    Case.EQUIVALENT: "2 similar",
    Case.DIFFERENT: "3 different",
    Case.CANDIDATE_MISSING: "4 not in candidate",
    Case.REFERENCE_MISSING: "5 not in reference",
    Case.BOTH_MISSING: "6 in neither",
}


def tables(experiment: Experiment) -> tuple[Table, ...]:
    """Human scores, then the paper's Figure 2, Tables 5 and 4, and Figure 1 with Table 3."""
    return (
        _human(experiment),
        _gap_filling(experiment),
        _distribution(experiment),
        _judged_cases(experiment),
        _weights(experiment),
        _scores(experiment),
        _metrics(experiment),
    )


def as_json(experiment: Experiment) -> dict[str, Any]:
    """The same for programs: plain numbers, `None` where a figure is undefined."""
    return {
        "systems": list(experiment.systems),
        "without": list(experiment.outliers),
        "human": dict(experiment.human),
        "fleiss_kappa": experiment.agreement,
        "gap_filling": {
            system: {
                "items": score.items,
                "accuracy_with_other": score.accuracy_with_other,
                "accuracy_without_other": score.accuracy_without_other,
                "micro": _counts_json(score.micro),
                "pronouns": {count.pronoun: _counts_json(count) for count in score.pronouns},
            }
            for system, score in experiment.gap_filling.items()
        },
        "figure_2": {
            name: {"cases": list(half.cases), "matching_references": half.matching_references, "items": half.annotated}
            for name, half in (("basic", experiment.basic), ("heuristic", experiment.repaired))
        },
        "table_5": [
            {"case": row.case, "correct": row.correct, "incorrect": row.incorrect, "bad": row.bad_translation}
            for row in experiment.judged_cases
        ],
        "table_4": [
            {"heuristic": row.heuristic, "w2": row.w2, "w6": row.w6, **_correlation_json(row.correlation)}
            for row in experiment.weights
        ],
        "table_3": [
            {
                "metric": row.metric,
                "scores": dict(row.scores),
                "all": _correlation_json(row.correlation),
                "without": row.without_outliers and _correlation_json(row.without_outliers),
            }
            for row in experiment.metrics
        ],
    }


def figures(experiment: Experiment) -> dict[str, bytes]:
    """Figures 1 and 2 of the paper, as PNG and SVG, by file name."""
    with needing("matplotlib, which draws the figures,", "plots"):
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    files = {}
    # Text stays text, and nothing depends on the time or on chance: the same data give the same bytes.
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "antecede"}):
        for name, draw in (("figure-1", _draw_metrics), ("figure-2", _draw_distribution)):
            figure = Figure(layout="constrained")
            draw(figure, experiment)
            for kind, metadata in (("png", {"Software": None}), ("svg", {"Date": None})):
                stream = io.BytesIO()
                figure.savefig(stream, format=kind, dpi=120, metadata=metadata)
                files[f"{name}.{kind}"] = stream.getvalue()
    return files


def _human(experiment: Experiment) -> Table:
    rows = []
    for system in experiment.systems:
        score = experiment.gap_filling.get(system)
        figures = ["0", *[NOTHING] * 5]
        if score is not None:
            accuracies = score.accuracy_with_other, score.accuracy_without_other
            micro = score.micro.precision, score.micro.recall, score.micro.f
            figures = [str(score.items), *(_number(figure) for figure in (*accuracies, *micro))]
        rows.append((system, _number(experiment.human.get(system)), *figures))
    agreement = "" if experiment.agreement is None else f"Fleiss's kappa of the annotators: {experiment.agreement:.3f}"
    columns = ("System", "Human score", "Items", "With OTHER", "Without OTHER", "Precision", "Recall", "F")
    return Table("Human judgement: accuracy and micro-averages", columns, tuple(rows), agreement)


def _gap_filling(experiment: Experiment) -> Table:
    rows = []
    for system, score in experiment.gap_filling.items():
        counts = score.pronouns
        rows.append((system, "precision", *(_number(count.precision) for count in counts)))
        rows.append((system, "recall", *(_number(count.recall) for count in counts)))
        rows.append((system, "F", *(_number(count.f) for count in counts)))
    title = "Human judgement: precision, lenient recall and F per pronoun"
    return Table(title, ("System", "", *DISCOMT_2015.pronouns), tuple(rows))


def _distribution(experiment: Experiment) -> Table:
    halves = (experiment.basic, experiment.repaired)
    rows = [
        (_CASES[case], *(_share(half.cases[case - 1], sum(half.cases)) for half in halves), NOTHING, NOTHING)
        for case in Case
    ]
    matches = (_share(half.matching_references, half.annotated) for half in halves)
    rows.append(("reference matches annotation", *matches, *(f"{share:.0%}" for share in PUBLISHED_MATCHES)))
    columns = ("Case", "Basic", "Heuristic", "Paper, basic", "Paper, heuristic")
    return Table("Figure 2: cases with and without the alignment heuristic", columns, tuple(rows))


def _judged_cases(experiment: Experiment) -> Table:
    counts = [row.counts for row in experiment.judged_cases]
    sums = tuple(sum(column) for column in zip(*counts, strict=True))
    rows = []
    labels = [*(_CASES[row.case] for row in experiment.judged_cases), "Total"]
    for label, row, published in zip(labels, [*counts, sums], PUBLISHED_TABLE_5, strict=True):
        ours = (f"{count / sum(row):.0%}" if sum(row) else NOTHING for count in row)
        rows.append((label, *ours, str(sum(row)), *(f"{share:.0%}" for share in published[:3]), str(published[3])))
    names = ("Correct", "Incorrect", "Bad transl.", "Total")
    columns = ("Case", *names, *(f"Paper: {name.lower()}" for name in names))
    return Table("Table 5: cases against manual evaluation (with the heuristic)", columns, tuple(rows))


def _weights(experiment: Experiment) -> Table:
    rows = tuple(
        (
            "heuristic" if row.heuristic else "basic",
            f"{row.w2:g}",
            f"{row.w6:g}",
            *_coefficients(row.correlation),
            *_published(PUBLISHED_TABLE_4.get((row.heuristic, row.w2, row.w6))),
        )
        for row in experiment.weights
    )
    columns = ("Alignment", "w2", "w6", "Pearson", "Spearman", "Paper: Pearson", "Paper: Spearman")
    return Table("Table 4: APT against people, by weights", columns, rows)


def _scores(experiment: Experiment) -> Table:
    rows = tuple(
        (row.metric, *(_number(row.scores.get(system)) for system in experiment.systems)) for row in experiment.metrics
    )
    return Table("Figure 1: scores of each system", ("Metric", *experiment.systems), rows)


def _metrics(experiment: Experiment) -> Table:
    columns = ["Metric", "Pearson", "Spearman"]
    if experiment.outliers:
        columns += ["Without: Pearson", "Without: Spearman"]
    columns += ["Paper, without: Pearson", "Paper, without: Spearman"]
    rows = []
    for row in experiment.metrics:
        without = _coefficients(row.without_outliers) if row.without_outliers else ()
        published = _published(PUBLISHED_TABLE_3.get(row.metric))
        rows.append((row.metric, *_coefficients(row.correlation), *without, *published))
    note = f"Without {', '.join(experiment.outliers)}." if experiment.outliers else ""
    return Table("Figure 1 and Table 3: metrics against people", tuple(columns), tuple(rows), note)


def _draw_metrics(figure: Figure, experiment: Experiment) -> None:
    columns = 4
    lines = -(-len(experiment.metrics) // columns)
    figure.set_size_inches(3.2 * columns, 2.8 * lines)
    axes = figure.subplots(lines, columns, squeeze=False).ravel()
    for axis, row in zip(axes, experiment.metrics, strict=False):
        _draw_metric(axis, row, experiment)
    for axis in axes[len(experiment.metrics) :]:
        axis.set_axis_off()


def _draw_metric(axis: Axes, row: MetricAgainstPeople, experiment: Experiment) -> None:
    with needing("scipy", "statistics"):
        from scipy import stats

    xs = [row.scores[system] for system in row.scores]
    ys = [experiment.human[system] for system in row.scores]
    axis.scatter(xs, ys, color="#1f5fa8", zorder=2)
    middle = (min(xs) + max(xs)) / 2
    for system, x, y in zip(row.scores, xs, ys, strict=True):
        # Names are written towards the middle, so that they stay inside.
        offset, side = ((-4, 4), "right") if x > middle else ((4, -8), "left")
        axis.annotate(system, (x, y), xytext=offset, textcoords="offset points", ha=side, fontsize=7, parse_math=False)
    if row.correlation.pearson is not None:
        line = stats.linregress(xs, ys)
        ends = [min(xs), max(xs)]
        axis.plot(ends, [line.intercept + line.slope * x for x in ends], color="#c0392b", zorder=1)
    pearson, spearman = _coefficients(row.correlation)
    axis.set_title(f"{row.metric}\nPearson {pearson}, Spearman {spearman}", fontsize=9)
    axis.set_ylabel("human score", fontsize=8)
    axis.tick_params(labelsize=7)
    axis.margins(0.15)


def _draw_distribution(figure: Figure, experiment: Experiment) -> None:
    figure.set_size_inches(7, 3.6)
    axis = figure.subplots()
    halves = (("basic alignment", experiment.basic, "#b8c4d6"), ("with heuristic", experiment.repaired, "#1f5fa8"))
    for i, (label, half, colour) in enumerate(halves):
        bars = axis.bar([case - 1.2 + 0.4 * i for case in Case], half.cases, width=0.4, label=label, color=colour)
        axis.bar_label(bars, fontsize=7)
    axis.set_xticks(range(len(Case)), [_CASES[case].replace(" not in", "\nnot in") for case in Case], fontsize=8)
    axis.set_ylabel("pronouns, all systems")
    axis.spines[["top", "right"]].set_visible(False)
    axis.legend(frameon=False)


def _number(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.3f}"


def _share(count: int, total: int) -> str:
    return f"{count} ({count / total:.0%})" if total else f"{count}"


def _coefficients(correlation: Correlation) -> tuple[str, str]:
    return _number(correlation.pearson), _number(correlation.spearman)


def _published(figures: Sequence[float] | None) -> tuple[str, ...]:
    return (NOTHING, NOTHING) if figures is None else tuple(_number(figure) for figure in figures)


def _correlation_json(correlation: Correlation) -> dict[str, Any]:
    return {"pearson": correlation.pearson, "spearman": correlation.spearman, "systems": correlation.systems}


def _counts_json(counts: PronounCounts) -> dict[str, Any]:
    return {"precision": counts.precision, "recall": counts.recall, "f": counts.f}
