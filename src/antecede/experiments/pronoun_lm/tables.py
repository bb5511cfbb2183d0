"""The tables and the figure of the paper on the pronoun language model, ours beside the published ones."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, Final

from antecede.experiments.pronoun_lm.published import (
    MOST,
    PRONOUNS,
    PUBLISHED_TABLE_1,
    PUBLISHED_TABLE_2,
    PUBLISHED_TABLE_3,
    TAGS,
    trend,
)
from antecede.extras import needing
from antecede.report.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from antecede.evaluation.results import Evaluation
    from antecede.experiments.pronoun_lm.experiment import PronounLmResults

    Averages = Mapping[str, Mapping[str, tuple[float | None, ...]]]

__all__ = ["figure", "pronoun_lm_json", "pronoun_lm_tables", "reranking_tables", "table_1"]

# The pronouns of the paper's Figure 2.
_SHOWN: Final = ("il", "ce", "ils", "elle", "elles")


def pronoun_lm_tables(results: PronounLmResults) -> list[Table]:
    """Tables 1 to 3 of the paper."""
    return [table_1(results.averages), *reranking_tables(results.evaluation, results.changed)]


def pronoun_lm_json(results: PronounLmResults) -> dict[str, Any]:
    """The same for programs."""
    return {
        "table_1": results.averages,
        "tuned": results.tuned,
        "test": results.test,
        "systems": [
            {
                "name": s.name,
                "cases": s.apt.cases,
                "accuracy": s.apt.score,
                "bleu": s.value("bleu"),
                "signature": s.signature,
            }
            for s in results.evaluation.systems
        ],
        "comparisons": [
            {"a": c.a, "b": c.b, "improved": c.improved, "degraded": c.degraded, "p": c.p_value}
            for c in results.evaluation.comparisons
        ],
        "table_3": results.changed,
    }


def table_1(means: Averages) -> Table:
    """Mean log-probability of each pronoun by the number of words before it with a gender and number."""
    rows = []
    for tag in TAGS:
        for pronoun in PRONOUNS:
            ours, theirs = means[tag][pronoun], PUBLISHED_TABLE_1[tag][pronoun]
            rows.append((tag, pronoun, *map(_number, ours), trend(ours), *map(_number, theirs), trend(theirs)))
    numbers = [str(number) for number in range(1, MOST + 1)]
    columns = ("Before", "Pronoun", *numbers, "Trend", *(f"paper {number}" for number in numbers), "paper")
    return Table(
        "Table 1: mean log10 by the number of nouns and pronouns of that gender and number", columns, tuple(rows)
    )


def reranking_tables(evaluation: Evaluation, changed: Mapping[str, Mapping[str, tuple[int, int]]]) -> list[Table]:
    """Table 2 with BLEU and McNemar's test against the first system, and Table 3 for each of the others."""
    rows = []
    for system in evaluation.systems:
        one, two, three, four = system.apt.cases[:4]
        against = next(
            (c for c in evaluation.comparisons if c.a == evaluation.systems[0].name and c.b == system.name), None
        )
        compared = ("", "", "") if against is None else (against.improved, against.degraded, f"{against.p_value:.4f}")
        right = (one + two) / max(system.apt.total, 1)
        rows.append(
            (system.name, one, two, three, four, one + two, f"{right:.3f}", f"{system.value('bleu'):.2f}", *compared)
        )
    for name, (one, two, three, four) in PUBLISHED_TABLE_2.items():
        right = (one + two) / (one + two + three + four)
        bleu = {"baseline": "37.80", "re-ranked": "37.96"}[name]
        compared = ("", "", "") if name == "baseline" else (57, 35, "0.0218")
        rows.append((f"paper, {name}", one, two, three, four, one + two, f"{right:.3f}", bleu, *compared))
    columns = ("System", "C1", "C2", "C3", "C4", "C1+C2", "Accuracy", "BLEU", "Improved", "Degraded", "p")
    note = "Lists of 2016; improved, degraded and McNemar's p against the first row. The paper's are on DiscoMT 2015."
    result = [Table("Table 2: pronouns against the reference", columns, _text(rows), note)]
    for name, words in changed.items():
        listed = list(dict.fromkeys([*PUBLISHED_TABLE_3, *words]))
        rows = [
            (word or "(none)", *words.get(word, (0, 0)), _difference(words.get(word, (0, 0))), *theirs)
            for word in listed
            for theirs in [PUBLISHED_TABLE_3.get(word, ("", ""))]
        ]
        sums = [sum(pair[which] for pair in words.values()) for which in (0, 1)]
        rows.append(("total", *sums, _difference((sums[0], sums[1])), 57, 35))
        headers = ("Pronoun", "Improved", "Degraded", "Difference", "paper improved", "paper degraded")
        result.append(Table(f"Table 3: what {name} wrote otherwise", headers, _text(rows)))
    return result


def figure(means: Averages) -> dict[str, bytes]:
    """Figure 2 as PNG and SVG, by file name: a panel for each gender and number, ours as bars, the paper's as dots."""
    with needing("matplotlib, which draws the figures,", "plots"):
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    files = {}
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "antecede"}):
        drawn = Figure(figsize=(9, 6), layout="constrained")
        for axes, tag in zip(drawn.subplots(2, 2, sharey=True).flat, TAGS, strict=True):
            for place, pronoun in enumerate(_SHOWN):
                for step in range(MOST):
                    at = place + (step - 1.5) * 0.18
                    ours, theirs = means[tag][pronoun][step], PUBLISHED_TABLE_1[tag][pronoun][step]
                    if ours is not None:
                        axes.bar(at, ours, 0.16, color=f"C{step}", label=f"{step + 1}" if place == 0 else None)
                    if theirs is not None:
                        axes.plot(at, theirs, "k.", markersize=4, label="paper" if place == step == 0 else None)
            axes.set_xticks(range(len(_SHOWN)), _SHOWN)
            axes.set_title(f"{tag} before the pronoun")
        drawn.supylabel("mean log10 probability")
        drawn.axes[0].legend(title="how many", fontsize="small")
        for kind, metadata in (("png", {"Software": None}), ("svg", {"Date": None})):
            stream = io.BytesIO()
            drawn.savefig(stream, format=kind, dpi=120, metadata=metadata)
            files[f"figure-2.{kind}"] = stream.getvalue()
    return files


def _text(rows: list[Any]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(str(cell) for cell in row) for row in rows)


def _difference(pair: tuple[int, int]) -> str:
    return f"{pair[0] - pair[1]:+d}"


def _number(value: float | None) -> str:
    return "N.A." if value is None else f"{value:.3f}"
