"""The tables and the figure of the paper on the pronoun language model, ours beside the published ones."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from antecede.errors import ResourceError
from antecede.experiments.pronoun_lm.experiment import POOLED, run
from antecede.experiments.pronoun_lm.published import (
    MOST,
    OWN,
    PRONOUNS,
    PUBLISHED_BLEU,
    PUBLISHED_COMPARISON,
    PUBLISHED_NGRAMS,
    PUBLISHED_TABLE_1,
    PUBLISHED_TABLE_2,
    PUBLISHED_TABLE_3,
    TAGS,
    differences,
    together,
    trend,
)
from antecede.extras import needing
from antecede.models import ModelFolder
from antecede.pronouns.setting import Setting
from antecede.report.table import NOTHING, Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from antecede.evaluation.results import Evaluation
    from antecede.experiments.pronoun_lm.experiment import PronounLmResults

    Averages = Mapping[str, Mapping[str, tuple[float | None, ...]]]

__all__ = [
    "Report",
    "figure",
    "pronoun_lm_json",
    "pronoun_lm_report",
    "pronoun_lm_tables",
    "report",
    "reranking_tables",
    "table_1",
]

# The pronouns of the paper's Figure 2.
_SHOWN: Final = ("il", "ce", "ils", "elle", "elles")
_NEAR: Final = 0.1


class Report(NamedTuple):
    """What an experiment has to say: tables, the same for programs, and images by file name."""

    tables: list[Table]
    figures: dict[str, Any]
    images: dict[str, bytes]


def pronoun_lm_report(data: Path, model: Path | str, out: Path, *, threads: int = 1, **options: Any) -> Report:  # noqa: ANN401 - those of `run`
    """Tables 1 to 3, Figure 2 and what goes beyond them, of a model folder on the sets of a data folder."""
    setting = Setting.of(ModelFolder.find(model, pair="en-fr"), threads=threads)
    return report(run(data, out, setting, **options))


def report(results: PronounLmResults) -> Report:
    """All that is shown of the results; without matplotlib, no image."""
    try:
        images = figure(results.averages)
    except ResourceError:
        images = {}
    return Report(pronoun_lm_tables(results), pronoun_lm_json(results), images)


def pronoun_lm_tables(results: PronounLmResults) -> list[Table]:
    """Tables 1 to 3 of the paper, the n-grams of its figures, and what was tried on development data."""
    tables = [table_1(results.averages), _ngrams(results.ngrams)]
    sets = ", ".join(name for name in results.evaluations if name != POOLED)
    tables += reranking_tables(results.pooled, results.changed, sets)
    if len(results.evaluations) > 1:
        tables.append(_by_set(results.evaluations))
    tables.append(_alphas(results))
    if results.variants:
        tables += [_variants(results.variants), _sizes(results)]
    return tables


def pronoun_lm_json(results: PronounLmResults) -> dict[str, Any]:
    """The same for programs."""
    return {
        "table_1": results.averages,
        "table_1_differences": {
            tag: {pronoun: differences(results.averages, tag, pronoun) for pronoun in PRONOUNS} for tag in TAGS
        },
        "ngrams": [
            {"context": context, "word": word, "log10": ours, "published": theirs}
            for (context, word, theirs), ours in zip(PUBLISHED_NGRAMS, results.ngrams, strict=True)
        ],
        "tuned": {mode: {key: told[key] for key in ("best", "tried")} for mode, told in results.tuned.items()},
        "dev": list(results.dev),
        "table_2": {name: _evaluation(evaluation) for name, evaluation in results.evaluations.items()},
        "table_2_published": {name: list(cases) for name, cases in PUBLISHED_TABLE_2.items()},
        "table_3": results.changed,
        "table_3_published": {name: list(counts) for name, counts in PUBLISHED_TABLE_3.items()},
        "variants": list(results.variants),
        "sizes": list(results.sizes),
    }


def _evaluation(evaluation: Evaluation) -> dict[str, Any]:
    return {
        "systems": [
            {
                "name": s.name,
                "cases": s.apt.cases,
                "accuracy": s.apt.score,
                "bleu": s.value("bleu"),
                "signature": s.signature,
            }
            for s in evaluation.systems
        ],
        "comparisons": [
            {"a": c.a, "b": c.b, "improved": c.improved, "degraded": c.degraded, "p": c.p_value}
            for c in evaluation.comparisons
        ],
    }


def table_1(means: Averages) -> Table:
    """Mean log-probability of each pronoun by the number of words before it with a gender and number."""
    rows = []
    for tag in TAGS:
        for pronoun in PRONOUNS:
            ours, theirs = means[tag][pronoun], PUBLISHED_TABLE_1[tag][pronoun]
            apart = differences(means, tag, pronoun)
            rows.append(
                (
                    tag,
                    pronoun,
                    *map(_number, ours),
                    trend(ours),
                    *map(_number, theirs),
                    trend(theirs),
                    *map(_signed, apart),
                )
            )
    numbers = [str(number) for number in range(1, MOST + 1)]
    columns = (
        "Before",
        "Pronoun",
        *numbers,
        "Trend",
        *(f"paper {number}" for number in numbers),
        "paper",
        *(f"diff. {number}" for number in numbers),
    )
    title = "Table 1: mean log10 by the number of nouns and pronouns of that gender and number"
    return Table(title, columns, tuple(rows), _table_1_note(means))


def _table_1_note(means: Averages) -> str:
    cells = [(tag, pronoun, cell) for tag in TAGS for pronoun in PRONOUNS for cell in differences(means, tag, pronoun)]
    known = [abs(cell) for _, _, cell in cells if cell is not None]
    own = [abs(cell) for tag, pronoun, cell in cells if OWN.get(pronoun) == tag and cell is not None]
    alike = sum(trend(means[tag][p]) == trend(PUBLISHED_TABLE_1[tag][p]) for tag in TAGS for p in PRONOUNS)
    shares = ", ".join(f"{together(means, tag):.3f} ({together(PUBLISHED_TABLE_1, tag):.3f})" for tag in TAGS)
    return (
        f"Mean distance {sum(known) / max(len(known), 1):.3f}; of {', '.join(OWN)} after their own gender and number"
        f" {sum(cell <= _NEAR for cell in own)} of {len(own)} cells are within {_NEAR}; {alike} of"
        f" {len(TAGS) * len(PRONOUNS)} trends are the published ones. All twelve after four words of one tag have"
        f" together {shares} of the probability; the paper's in brackets."
    )


def _ngrams(ours: Sequence[float | None]) -> Table:
    rows = [
        (f"{context} {word}", _number(mine), _number(theirs), _signed(None if mine is None else mine - theirs))
        for (context, word, theirs), mine in zip(PUBLISHED_NGRAMS, ours, strict=True)
    ]
    title = "Figures 1 and 4: log10 of single n-grams"
    return Table(title, ("N-gram", "log10", "paper", "difference"), tuple(rows))


def reranking_tables(
    evaluation: Evaluation, changed: Mapping[str, Mapping[str, tuple[int, int]]], sets: str = ""
) -> list[Table]:
    """Table 2 with BLEU and McNemar's test against the first system, and Table 3 for each of the others."""
    rows = _systems(evaluation)
    for name, cases in PUBLISHED_TABLE_2.items():
        base = PUBLISHED_TABLE_2["baseline"]
        compared: tuple[Any, ...] = ("", "", "", "", "")
        if name == "re-ranked":
            compared = (*PUBLISHED_COMPARISON, *_shares(cases, base, *PUBLISHED_COMPARISON[:2]))
        rows.append((f"paper, {name}", *_cases(cases), PUBLISHED_BLEU.get(name, NOTHING), *compared))
    note = (
        f"Ours on {sets or 'the test set'}, the paper's on DiscoMT 2015. Lists of 2016; improved, degraded and"
        " McNemar's p against the first row, then the share of pronouns that became right or wrong, and C4's change."
    )
    result = [Table("Table 2: pronouns against the reference", _COLUMNS, _text(rows), note)]
    for name, words in changed.items():
        listed = list(dict.fromkeys([*PUBLISHED_TABLE_3, *words]))
        rows = [
            (word or "(none)", *_changed(words.get(word, (0, 0))), *(_changed(theirs) if theirs else ("", "", "")))
            for word in listed
            for theirs in [PUBLISHED_TABLE_3.get(word)]
        ]
        sums = [sum(pair[which] for pair in words.values()) for which in (0, 1)]
        rows.append(("total", *_changed((sums[0], sums[1])), *_changed((57, 35))))
        headers = ("Pronoun", "Improved", "Degraded", "Difference", "paper: improved", "degraded", "difference")
        result.append(Table(f"Table 3: what {name} wrote otherwise", headers, _text(rows)))
    return result


_COLUMNS: Final = (
    *("System", "C1", "C2", "C3", "C4", "C1+C2", "Accuracy", "BLEU"),
    *("Improved", "Degraded", "p", "Changed", "C4 change"),
)


def _systems(evaluation: Evaluation) -> list[tuple[Any, ...]]:
    rows = []
    first = evaluation.systems[0]
    for system in evaluation.systems:
        cases = system.apt.cases[:4]
        against = next((c for c in evaluation.comparisons if c.a == first.name and c.b == system.name), None)
        compared: tuple[Any, ...] = ("", "", "", "", "")
        if against is not None:
            compared = (against.improved, against.degraded, f"{against.p_value:.4f}")
            compared += _shares(cases, first.apt.cases[:4], against.improved, against.degraded)
        rows.append((system.name, *_cases(cases), f"{system.value('bleu'):.2f}", *compared))
    return rows


def _cases(cases: Sequence[int]) -> tuple[Any, ...]:
    right = cases[0] + cases[1]
    return (*cases, right, f"{right / max(sum(cases), 1):.3f}")


def _shares(cases: Sequence[int], base: Sequence[int], improved: int, degraded: int) -> tuple[str, str]:
    """How many pronouns changed their correctness, and by how much those left untranslated fell or rose."""
    c4 = f"{(cases[3] - base[3]) / base[3]:+.0%}" if base[3] else NOTHING
    return f"{(improved + degraded) / max(sum(cases), 1):.1%}", c4


def _by_set(evaluations: Mapping[str, Evaluation]) -> Table:
    rows = [(f"{name}: {row[0]}", *row[1:]) for name, evaluation in evaluations.items() for row in _systems(evaluation)]
    return Table("Table 2 by set", _COLUMNS, _text(rows))


def _alphas(results: PronounLmResults) -> Table:
    rows = []
    for mode in ("paper", "best"):
        best = results.tuned[mode]["best"]
        for tried in results.tuned[mode]["tried"]:
            chosen = "chosen" if tried == best else ""
            rows.append((mode, tried["alpha"], tried["beta"], tried["right"], tried["untranslated"], chosen))
    note = (
        "Alpha is relative to the engine's language model: in paper mode the printed number for a language model that"
        " weighs 0.5, in best mode the language model's own weight. The printed alpha is 5."
    )
    total = results.tuned["paper"]["best"]["pronouns"]
    title = f"Weights on {', '.join(results.dev)} ({total} pronouns)"
    return Table(title, ("Mode", "Alpha", "Beta", "C1+C2", "C4", ""), _text(rows), note)


def _variants(rows: Sequence[Mapping[str, Any]]) -> Table:
    shown = [
        (
            row["name"],
            f"{row['pronouns']:,}",
            f"{row['distance']:.3f}",
            *(" ".join(map(_signed, row["own"][pronoun])) for pronoun in OWN),
            row["trends"],
            " ".join(f"{row['together'][tag]:.3f}" for tag in TAGS),
        )
        for row in rows
    ]
    theirs = " ".join(f"{together(PUBLISHED_TABLE_1, tag):.3f}" for tag in TAGS)
    shown.append(("paper", "179,058", "", *("" for _ in OWN), len(TAGS) * len(PRONOUNS), theirs))
    columns = ("Model", "Pronouns", "Mean distance", *(f"{p} after {t}" for p, t in OWN.items()), "Trends", "Together")
    note = (
        "Differences from the published Table 1 after one to four words; trends that are the published ones, of 48; the"
        " share of the probability that the twelve pronouns have after four words of one tag."
    )
    return Table("How the model is trained, against the published Table 1", columns, _text(shown), note)


def _sizes(results: PronounLmResults) -> Table:
    rows = [
        (
            row["n"],
            "by distance" if row["weighted"] else "none",
            row["printed"]["right"],
            row["printed"]["untranslated"],
            f"{row['best']['alpha']:g}",
            row["best"]["right"],
            row["best"]["untranslated"],
        )
        for row in results.sizes
    ]
    engine = results.sizes[0]["engine"]
    columns = ("N", "Weight", "C1+C2 at alpha 5", "C4", "Best alpha", "C1+C2", "C4")
    note = (
        f"The engine alone: {engine['right']} of {engine['pronouns']}, C4 {engine['untranslated']}. N tags before the"
        " pronoun and an N-gram model; by distance: each of the N - 1 nouns and pronouns that such a model sees may be"
        " the antecedent, with a weight that is learnt for its distance."
    )
    return Table(f"N on {', '.join(results.dev)}", columns, _text(rows), note)


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


def _text(rows: Sequence[Sequence[Any]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(f"{cell:g}" if isinstance(cell, float) else str(cell) for cell in row) for row in rows)


def _changed(pair: tuple[int, int]) -> tuple[int, int, str]:
    return *pair, f"{pair[0] - pair[1]:+d}"


def _number(value: float | None) -> str:
    return "N.A." if value is None else f"{value:.3f}"


def _signed(value: float | None) -> str:
    return "N.A." if value is None else f"{value:+.3f}"
