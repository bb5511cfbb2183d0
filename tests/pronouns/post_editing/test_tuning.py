"""Settings of careful post-editing are tuned on development data."""

from __future__ import annotations

from careful_samples import agreeing, document, editor, translated

from antecede.pronouns.post_editing.tuning import Development, tune


def test_the_best_settings_change_what_the_reference_has_otherwise() -> None:
    wrong = Development(
        document("house"),
        translated("la maison dort .", "Il est parti ."),
        translated("la maison dort .", "Elle est partie ."),
    )
    tried = tune(editor(agreeing(strength=2.0)), [wrong])
    assert tried[0].score == 1.0
    assert tried[0].changed == 1.0
    assert tried[-1].score == 0.0


def test_where_the_output_is_right_the_settings_that_change_nothing_are_best() -> None:
    right = Development(
        document("house"),
        translated("la maison dort .", "Il est parti ."),
        translated("la maison dort .", "Il est parti ."),
    )
    tried = tune(editor(agreeing(strength=2.0)), [right])
    assert (tried[0].score, tried[0].changed) == (1.0, 0.0)
