"""The tables of the post-editing experiment, ours beside the published ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from antecede.report.table import NOTHING, Table

if TYPE_CHECKING:
    from antecede.evaluation.results import SystemScore
    from antecede.experiments.post_editing.changes import ChangeRow, EditorResult, PostEditingResults

__all__ = ["as_json", "tables"]


def tables(results: PostEditingResults) -> tuple[Table, ...]:
    """The figures of all systems, then the changes of each editor by type."""
    return (_systems(results), *(_changes(editor) for editor in results.editors))


def _systems(results: PostEditingResults) -> Table:
    first = results.evaluation.systems[0]
    rows = [_row(results, first, None)]
    rows += [_row(results, results.system(editor.name), editor) for editor in results.editors]
    return Table(
        "Post-editing",
        ("System", "C1", "C2", "C3", "C4", "C5", "C6", "APT", "Δ", "2016", "AutoF", "BLEU", "Edited", "+", "−", "p"),
        tuple(rows),
        "APT and Δ in points; 2016: (C1 + C2) / all with the lists of 2016; +, −: pronouns improved and degraded"
        " against the input, p by McNemar's test. Published (DiscoMT 2015): 316 of 888 subject pronouns changed, 9 of"
        " those judged improved and 34 worsened, accuracy .543 against .676.",
    )


def _row(results: PostEditingResults, score: SystemScore, editor: EditorResult | None) -> tuple[str, ...]:
    first = results.evaluation.systems[0]
    older = next((each for each in results.older.systems if each.name == score.name), None) if results.older else None
    changes = [NOTHING] * 4
    delta = NOTHING
    if editor is not None:
        compared = results.against_input(editor.name)
        changes = [
            f"{editor.changed / max(editor.pronouns, 1):.1%}",
            str(compared.improved),
            str(compared.degraded),
            f"{compared.p_value:.4f}",
        ]
        delta = f"{100 * (score.apt.score - first.apt.score):+.2f}"
    return (
        score.name,
        *map(str, score.apt.cases),
        f"{100 * score.apt.score:.2f}",
        delta,
        f"{older.apt.score:.3f}" if older else NOTHING,
        f"{score.autoprf.f:.3f}",
        f"{score.value('bleu'):.2f}",
        *changes,
    )


def _changes(editor: EditorResult) -> Table:
    rows = [_change(row) for row in editor.changes if row.ours or row.published]
    ours, published = (sum(getattr(row, name) for row in editor.changes) for name in ("ours", "published"))
    return Table(
        f"Changes by type: {editor.name} (Table 2 of the paper)",
        ("Pronoun type", "Form", "Before", "After", "Ours", "Paper"),
        (*rows, ("Total", "", "", "", str(ours), str(published))),
        "The paper's test set has 307 they and 809 it, of which 581 were found to be subjects.",
    )


def _change(row: ChangeRow) -> tuple[str, ...]:
    kind = "Anaphoric" if row.anaphoric else "Non-anaphoric"
    return (kind, row.source, row.before, row.after, str(row.ours), str(row.published))


def as_json(results: PostEditingResults) -> dict[str, Any]:
    """All figures for programs."""
    return {
        "systems": [
            {
                "name": score.name,
                "cases": list(score.apt.cases),
                "apt": score.apt.score,
                "autof": score.autoprf.f,
                "bleu": score.value("bleu"),
                "signature": score.signature,
            }
            for score in results.evaluation.systems
        ],
        "systems_2016": [
            {"name": score.name, "cases": list(score.apt.cases), "accuracy": score.apt.score}
            for score in (results.older.systems if results.older else ())
        ],
        "editors": [
            {
                "name": editor.name,
                "pronouns": editor.pronouns,
                "changed": editor.changed,
                "improved": (compared := results.against_input(editor.name)).improved,
                "degraded": compared.degraded,
                "p_value": compared.p_value,
                "changes": [row._asdict() for row in editor.changes],
            }
            for editor in results.editors
        ],
        "test": results.test,
        "tuned": results.tuned,
    }
