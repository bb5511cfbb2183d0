"""Careful post-editing: a change where it gains, agreement with it, and nothing where it is not sure."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from careful_samples import CLASSES, EN_FR, agreeing, document, editor, translated
from french import SmallLexicon
from pronoun_samples import analysed, mention, resolved

from antecede.alignment import Link
from antecede.engines import Hypothesis
from antecede.pronouns.decision.careful import CarefulSettings
from antecede.pronouns.decision.permission import permission
from antecede.pronouns.decision.worth import worth
from antecede.pronouns.post_editing.careful import CarefulEditor


@pytest.mark.parametrize(
    ("antecedent", "output", "expected"),
    [
        ("la maison", "Il est parti .", "Elle est partie ."),
        ("le chat", "Elle est partie .", "Il est parti ."),
        ("le chat", "Il est parti .", "Il est parti ."),
        ("la maison", "il faut partir .", "il faut partir ."),  # no other pronoun may stand there
    ],
)
def test_the_pronoun_and_its_predicate_follow_the_antecedent(antecedent: str, output: str, expected: str) -> None:
    edited = editor(agreeing()).edit(document("thing"), translated(f"{antecedent} dort .", output))
    assert " ".join(edited.sentences[1].tokens) == expected
    [decision] = edited.decisions
    assert decision.baseline == output.split(maxsplit=1)[0].lower()
    assert decision.choice == expected.split(maxsplit=1)[0].lower()
    assert len(edited.changes) == (output != expected)


def test_what_the_output_has_stays_where_the_antecedent_is_unsure() -> None:
    output = translated("la maison dort .", "Il est parti .")
    assert not editor(agreeing()).edit(document("house", 0.05), output).changes


def test_trust_in_the_output_and_the_margin_keep_pronouns_as_they_are() -> None:
    output = translated("la maison dort .", "Il est parti .")
    assert editor(agreeing(), trust=1.0).edit(document("house"), output).changes
    assert not editor(agreeing(), trust=20.0).edit(document("house"), output).changes
    assert not editor(agreeing(), margin=1.0).edit(document("house"), output).changes


def test_the_log_says_which_words_were_changed() -> None:
    edited = editor(agreeing()).edit(document("house"), translated("la maison dort .", "Il est parti ."))
    [change] = edited.changes
    assert (change.before, change.after) == ("il", "elle")
    assert change.edits == ((0, "Il", "Elle"), (2, "parti", "partie"))
    assert "house" in edited.decisions[0].reason


def test_no_pronoun_no_change() -> None:
    edited = editor(agreeing()).edit(document("house"), translated("la maison dort .", "est parti ici ."))
    assert not edited.changes
    assert edited.decisions[0].choice == ""


def test_two_pronouns_of_a_sentence_are_fixed_one_after_the_other() -> None:
    text = analysed("the house sleeps .", "has it it works .")
    both = resolved(text, (1, 1, [mention(text, 0, 1, 0.95)]), (1, 2, [mention(text, 0, 1, 0.95)]))
    output = [
        *translated("la maison dort ."),
        Hypothesis(
            tuple("a -t -il mangé qu' il dort .".split()), alignment=(Link(0, 0), Link(1, 2), Link(2, 5), Link(3, 6))
        ),
    ]
    edited = editor(agreeing()).edit(both, output)
    assert " ".join(edited.sentences[1].tokens) == "a -t -elle mangé qu' elle dort ."
    assert len(edited.changes) == 2


def test_a_pronoun_that_the_lists_call_equivalent_is_worth_half() -> None:
    table = worth(EN_FR, CLASSES)
    ce, il, cela, elle = (CLASSES.names.index(name) for name in ("ce", "il", "cela", "elle"))
    assert table[ce, il] == table[il, ce] == table[ce, cela] == 0.5
    assert table[il, cela] == table[il, elle] == 0.0
    assert np.array_equal(table.diagonal()[1:], np.ones(len(CLASSES.names) - 1))
    assert not table[0].any()


@pytest.mark.parametrize("settings", [{}, {"post_edit_trust": "much"}, {"post_edit_margin": float("nan")}])
def test_settings_that_are_no_numbers_are_left_out(settings: dict[str, object]) -> None:
    assert CarefulSettings.of(settings) == CarefulSettings()


def test_settings_come_from_the_model_folder() -> None:
    settings = CarefulSettings(2.0, 0.3, {"ils": 3.0})
    assert CarefulSettings.of(settings.entries) == settings
    assert CarefulSettings.of({"post_edit_trust": 2}).trust == 2.0


def test_trust_in_one_class_keeps_that_one() -> None:
    output = translated("la maison dort .", "Il est parti .")
    careful = CarefulEditor(EN_FR, agreeing(), SmallLexicon(), CarefulSettings(1.0, 0.1, {"il": 20.0}))
    assert not careful.edit(document("house"), output).changes


def test_an_edit_that_is_not_allowed_leaves_the_sentence_and_says_so() -> None:
    # Nothing is known of the antecedent's part of speech, so that it is no noun.
    careful = replace(editor(agreeing()), permission=permission(EN_FR, "gender"))
    output = translated("la maison dort .", "Il est parti .")
    edited = careful.edit(document("house"), output)
    assert edited.sentences == tuple(output)
    assert not edited.changes
    [decision] = edited.decisions
    assert (decision.choice, decision.withheld, decision.target, decision.decided_by) == ("il", "elle", 0, "engine")
    assert decision.reason.endswith(" il is not made elle: the likeliest antecedent is no noun.")
