"""Pronoun language models trained otherwise, against the published Table 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pronoun_lm_samples import agreeing_text, french_nouns

from antecede.experiments.pronoun_lm import variants as module
from antecede.experiments.pronoun_lm.variants import ModelText, variants

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModelText:
    monkeypatch.setattr(module, "noun_lexicon", lambda _code: french_nouns)
    lines = [line for document in agreeing_text() for line in document]
    (tmp_path / "t.fr").write_text("".join(" ".join(line) + "\n" for line in lines))
    return ModelText((tmp_path / "t.fr",), "fr")


def test_the_text_is_one_history_from_its_first_line_to_its_last(text: ModelText) -> None:
    observed = text.observed()
    assert len(observed) == 200
    assert observed[0] == (("fem-sg", "masc-sg"), "il")
    # Two nouns and a pronoun a time: from the fifth document on there are twelve tags before each.
    assert all(len(history) == 12 for history, _ in observed[5:])


def test_with_four_tags_pronouns_have_all_of_the_probability_and_with_five_about_half(text: ModelText) -> None:
    rows = {row["name"]: row for row in variants(text)}
    five, four = rows["as published: five tags"], rows["four tags"]
    assert five["pronouns"] == four["pronouns"] == 200
    assert rows["half of the text"]["pronouns"] == 100
    # Tags of one gender four times over do occur here: two houses and doors, and the pronouns for them.
    assert four["together"]["fem-sg"] > 0.9
    assert five["together"]["fem-sg"] < 0.6
    assert set(five["own"]) == {"il", "elle", "ils", "elles"}
