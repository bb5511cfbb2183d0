"""The threshold of the printed rules on annotated talks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from antecede.coreference.foreign.parcor import read_labelled
from antecede.experiments.post_editing.threshold import Labelled, ThresholdStudy, study, threshold_of
from antecede.pairs import pair
from antecede.pronouns.post_editing.editors import THRESHOLD, reader_of
from antecede.stages import Stages

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from antecede.analysis import Analyser

# Five pleonastic it of two talks; 61% of five are three.
PRONOUNS = (
    *(Labelled("1", "pleonastic", probability) for probability in (0.11, 0.52, 0.93)),
    *(Labelled("2", "pleonastic", probability) for probability in (0.3004, 0.4)),
    Labelled("1", "event", 0.35),
    Labelled("2", "anaphoric", 0.2),
    Labelled("2", "implicit", 0.45),
)


def test_the_threshold_finds_the_published_share_of_the_empty_ones() -> None:
    assert threshold_of(PRONOUNS) == 0.4
    assert threshold_of(PRONOUNS, recall=2 / 5) == 0.301  # rounded up, so that the pronoun itself is found
    assert threshold_of([]) == THRESHOLD


def test_a_talk_has_no_part_in_its_own_threshold() -> None:
    found = ThresholdStudy(PRONOUNS)
    assert found.without("1") == 0.301  # 61% of two are one: .3004
    assert found.without("2") == 0.52  # of three two
    assert found.without("805") == found.threshold == 0.4


def test_the_table_counts_each_kind_up_to_each_threshold() -> None:
    table = ThresholdStudy(PRONOUNS).table()
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows["0.400, chosen"] == ("3 of 5", "1 of 1", "1 (0) of 2", "5")
    assert rows["0.500"] == ("3 of 5", "1 of 1", "2 (1) of 2", "6")
    assert rows["paper, .41"] == ("37 of 61", "37", "35 (4)", "109")
    assert "0.301 to 0.520" in table.note


TALK = {
    "doc": "000_7",
    "tokens": "The house is old . It is red and it rains . It was easy .".split(),
    "sentences": [[0, 5], [5, 12], [12, 16]],
    "mentions": [
        {"spans": [[0, 2]], "chain": "set_1", "mention": "np"},
        {"spans": [[5, 6]], "chain": "set_1", "type": "anaphoric", "antetype": "entity", "mention": "pronoun"},
        {"spans": [[9, 10]], "chain": "empty", "type": "pleonastic", "mention": "pronoun"},
        {"spans": [[12, 13]], "chain": "empty", "type": "anaphoric", "mention": "pronoun"},
    ],
}


def test_annotators_say_what_pronouns_are(tmp_path: Path) -> None:
    path = tmp_path / "talks.jsonl"
    path.write_text(json.dumps(TALK) + "\n")
    [talk] = read_labelled(path)
    assert talk.kinds == {(1, 0): "anaphoric", (1, 4): "pleonastic", (2, 0): "implicit"}


def test_without_annotated_talks_the_threshold_is_the_one_that_ships(tmp_path: Path) -> None:
    assert study(tmp_path, reader_of(pair("en-fr"), "paper"), Stages(tmp_path)).threshold == THRESHOLD


def test_pronouns_get_the_probabilities_of_our_function_model(
    tmp_path: Path, analyser: Callable[[str], Analyser]
) -> None:
    analyser("en")
    (tmp_path / "coref").mkdir()
    (tmp_path / "coref" / "parcor-ted.en.jsonl").write_text(json.dumps(TALK) + "\n")
    found = study(tmp_path, reader_of(pair("en-fr"), "paper"), Stages(tmp_path))
    assert [(each.talk, each.kind) for each in found.pronouns] == [
        ("7", "anaphoric"),
        ("7", "pleonastic"),
        ("7", "implicit"),
    ]
    probabilities = [each.probability for each in found.pronouns]
    assert probabilities[1] < 0.5 < probabilities[0]
    assert found.threshold == pytest.approx(probabilities[1], abs=0.001)
