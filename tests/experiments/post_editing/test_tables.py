"""The tables of post-editing."""

from __future__ import annotations

import pytest

from antecede.alignment import Alignments
from antecede.coreference import Anaphor, Function
from antecede.engines import Hypothesis
from antecede.evaluation.corpus import Corpus, Translation
from antecede.evaluation.evaluate import evaluate
from antecede.evaluation.metrics import apt
from antecede.experiments.post_editing.changes import EditorResult, PostEditingResults, changes_by_type
from antecede.experiments.post_editing.tables import as_json, tables
from antecede.pairs import pair
from antecede.pronouns import Decision
from antecede.pronouns.post_editing.types import Change, PostEdited

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
        tuple(Decision(anaphor, (), "", "", "") for anaphor in anaphors),
        (Change(0, True, "c'", "elle", ()), Change(1, True, "elles", "ils", ())),
    )
    editor = EditorResult("paper", (document,), changes_by_type([document], EN_FR.post_editing))
    evaluation = evaluate(corpus, apt.Settings(pair=EN_FR, lists=EN_FR.lists["2017"]))
    return PostEditingResults((editor,), evaluation)


def test_systems_stand_beside_their_input(results: PostEditingResults) -> None:
    systems, changes = tables(results)
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


def test_programs_get_the_same_figures(results: PostEditingResults) -> None:
    told = as_json(results)
    assert told["editors"][0]["changed"] == 2
    assert told["editors"][0]["pronouns"] == 2
    assert [system["name"] for system in told["systems"]] == ["input", "paper"]
