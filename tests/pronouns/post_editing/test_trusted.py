"""Edits by two probabilities: pronouns of one noun together, sentences whole or not at all, and a scorer's say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from careful_samples import agreeing, document, translated
from pronoun_samples import analysed, mention, resolved

from antecede.analysis import lexicon
from antecede.errors import ResourceError
from antecede.pronouns.decision.decider import Decider
from antecede.pronouns.decision.model import DecisionModel
from antecede.pronouns.post_editing.trusted import TrustedEditor

if TYPE_CHECKING:
    from pathlib import Path

    from antecede.languages import Inflections

# What the nouns want decides: theirs is right as far as they want what stands there, ours as far as they do not.
BY_NOUNS = DecisionModel({"always": -3.0, "now": 6.0}, {"always": -3.0, "other": 6.0}, 0.0)


@pytest.fixture(scope="module")
def french(resources: Path) -> Inflections:  # noqa: ARG001 - sets where resources are found
    try:
        return lexicon("fr")
    except ResourceError as error:
        pytest.skip(f"wants the Lefff: {error}")


def editor(inflections: Inflections, margin: float = 0.3, model: DecisionModel = BY_NOUNS) -> TrustedEditor:
    return TrustedEditor(Decider(agreeing(), model, {}), inflections, margin)


@pytest.mark.parametrize(
    ("noun", "output", "expected"),
    [
        ("la maison", "Il est parti .", "Elle est partie ."),
        ("le chat", "Elle est partie .", "Il est parti ."),
        ("le chat", "Il est parti .", "Il est parti ."),
        ("le chat", "C' est parti .", "C' est parti ."),  # no pronoun that another could replace
    ],
)
def test_the_pronoun_and_what_agrees_follow_the_noun(
    noun: str, output: str, expected: str, french: Inflections
) -> None:
    edited = editor(french).edit(document("thing"), translated(f"{noun} dort .", output))
    assert " ".join(edited.sentences[1].tokens) == expected
    [decision] = edited.decisions
    assert bool(edited.changes) is (output != expected)
    if edited.changes:
        assert decision.theirs is not None
        assert decision.ours is not None
        assert decision.ours - decision.theirs > 0.3
        assert decision.decided_by == "decision model"


def test_a_larger_margin_keeps_the_pronoun_and_both_probabilities_are_told(french: Inflections) -> None:
    edited = editor(french, margin=2.0).edit(document("house"), translated("la maison dort .", "Il est parti ."))
    [decision] = edited.decisions
    assert not edited.changes
    assert (decision.choice, decision.withheld) == ("il", "")
    assert decision.ours is not None
    assert decision.ours > 0.8


def test_a_sentence_that_cannot_be_repaired_whole_is_left_alone(french: Inflections) -> None:
    edited = editor(french).edit(document("house"), translated("la maison dort .", "Il faut partir ."))
    [decision] = edited.decisions
    assert not edited.changes
    assert decision.withheld == "elle"
    assert "could not be repaired whole" in decision.reason


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("Il dort et il part .", "Elle dort et elle part ."),
        # The second is less sure, and says the same of the same noun; it cannot be mended, so neither is.
        ("Il dort et il faut .", "Il dort et il faut ."),
    ],
)
def test_pronouns_of_one_noun_are_mended_together_or_not_at_all(
    output: str, expected: str, french: Inflections
) -> None:
    text = analysed("the house sleeps .", "it sleeps and it leaves .")
    read = resolved(text, (1, 0, [mention(text, 0, 1, 0.98)]), (1, 3, [mention(text, 0, 1, 0.6)]))
    edited = editor(french, margin=0.75).edit(read, translated("la maison dort .", output))
    assert " ".join(edited.sentences[1].tokens) == expected
    assert len(edited.changes) == (2 if output != expected else 0)


def test_a_noun_that_hardly_wants_the_other_pronoun_is_no_reason(french: Inflections) -> None:
    eager = DecisionModel({"always": -9.0}, {"always": 9.0}, 0.0, least=0.5)
    output = translated("la maison dort .", "Il est parti .")
    assert editor(french, model=eager).edit(document("house", 0.9), output).changes
    assert not editor(french, model=eager).edit(document("house", 0.4), output).changes


def test_the_reason_names_a_noun_that_is_likely(french: Inflections) -> None:
    text = analysed("the house sleeps .", "the cat sleeps .", "it is gone .")
    read = resolved(text, (2, 0, [mention(text, 0, 1, 0.95), mention(text, 1, 1, 0.02)]))
    kept = editor(french).edit(read, translated("la maison dort .", "le chat dort .", "Elle est partie ."))
    assert not kept.changes
    assert "stands for « house » (95%), here maison" in kept.decisions[0].reason
    mended = editor(french).edit(read, translated("la maison dort .", "le chat dort .", "Il est parti ."))
    assert "stands for « house » (95%), here maison" in mended.decisions[0].reason
