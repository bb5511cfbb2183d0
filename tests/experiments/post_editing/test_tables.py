"""The tables of post-editing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from antecede.alignment import Alignments
from antecede.coreference import Anaphor, Function
from antecede.engines import Hypothesis
from antecede.evaluation.corpus import Corpus, Translation
from antecede.evaluation.evaluate import evaluate
from antecede.evaluation.metrics import apt
from antecede.experiments.post_editing.changes import (
    Counts,
    EditorResult,
    PostEditingResults,
    changes_by_type,
    counts,
    met_by_rule,
)
from antecede.experiments.post_editing.tables import as_json, tables
from antecede.pairs import pair
from antecede.pronouns import Decision
from antecede.pronouns.post_editing.types import Change, PostEdited

if TYPE_CHECKING:
    from antecede.pronouns.types import PrintedRule

EN_FR = pair("en-fr")


@pytest.fixture
def results() -> PostEditingResults:
    links = Alignments.parse(["0-0 1-1"] * 2)
    source = ["it sleeps", "they sleep"]

    def side(name: str, *lines: str) -> Translation:
        return Translation(name, lines, lines, links)

    corpus = Corpus(
        source,
        side("reference", "elle dort", "elles dorment"),
        (side("input", "il dort", "elles dorment"), side("paper", "elle dort", "ils dorment")),
        None,
        "given",
    )
    anaphors = [
        Anaphor(0, 0, "it", "subject", Function(), (), 1.0),
        Anaphor(1, 0, "They", "subject", Function(), (), 1.0),
    ]
    document = PostEdited(
        (Hypothesis(("elle", "dort")), Hypothesis(("ils", "dorment"))),
        (
            Decision(anaphors[0], (), "elle", "c'", "", rule="anaphoric"),
            Decision(anaphors[1], (), "ils", "elles", "", rule="anaphoric"),
        ),
        (Change(0, True, "c'", "elle", ()), Change(1, True, "elles", "ils", ())),
    )
    editor = EditorResult("paper", (document,), changes_by_type([document], EN_FR.post_editing))
    evaluation = evaluate(corpus, apt.Settings(pair=EN_FR, lists=EN_FR.lists["2017"]))
    return PostEditingResults((editor,), evaluation)


def test_systems_stand_beside_their_input(results: PostEditingResults) -> None:
    systems, counted, changes, _ = tables(results)
    assert [row[0] for row in systems.rows] == ["input", "paper"]
    edited = dict(zip(systems.columns, systems.rows[1], strict=True))
    assert (edited["APT"], edited["Δ"], edited["Edited"], edited["+"], edited["−"]) == (
        "50.00",
        "+0.00",
        "100.0%",
        "1",
        "1",
    )
    assert changes.rows[-1] == ("Total", "", "", "", "2", "316")
    assert ("Anaphoric", "it", "ce", "elle", "1", "68") in changes.rows
    assert ("Anaphoric", "they", "elles", "ils", "1", "4") in changes.rows
    assert ("it, by the anaphoric rule", "1", "267") in counted.rows
    assert ("share of subjects changed", "100.0%", "35.6%") in counted.rows


def test_programs_get_the_same_figures(results: PostEditingResults) -> None:
    told = as_json(results)
    assert told["editors"][0]["changed"] == 2
    assert told["editors"][0]["pronouns"] == 2
    assert {row["rule"] for row in told["editors"][0]["changes"]} == {"anaphoric", "non-anaphoric"}
    assert [system["name"] for system in told["systems"]] == ["input", "paper"]


def test_what_the_rule_for_empty_pronouns_met_is_counted() -> None:
    def decided(before: str, after: str, *, rule: PrintedRule | None, text: str = "it") -> Decision:
        return Decision(Anaphor(0, 0, text, "subject", Function(), (), 1.0), (), after, before, "", rule=rule)

    decisions = (
        decided("c'", "c'", rule="non-anaphoric"),
        decided("ce", "ce", rule="non-anaphoric"),
        decided("elle", "ce", rule="non-anaphoric"),
        decided("", "", rule="non-anaphoric"),
        decided("il", "elle", rule="anaphoric"),
        decided("le", "le", rule=None),
        decided("ils", "ils", rule="anaphoric", text="They"),
    )
    changes = (Change(2, False, "elle", "ce", ()), Change(4, True, "il", "elle", ()))
    editor = EditorResult("paper", (PostEdited((), decisions, changes),), ())
    assert met_by_rule(editor, EN_FR.post_editing) == (("ce", 2, 0), ("elle", 1, 1), ("", 1, 0))
    assert counts(editor) == Counts(
        they=1,
        it=6,
        it_subjects=5,
        changed=2,
        changed_they=0,
        changed_it=1,
        changed_non_anaphoric=1,
        reached_non_anaphoric=4,
        no_pronoun=1,
    )
