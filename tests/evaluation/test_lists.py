"""Pronoun lists by name and from files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from antecede.errors import AntecedeError
from antecede.evaluation.lists import find_lists
from antecede.pairs import known_pairs, pair

if TYPE_CHECKING:
    from pathlib import Path

EN_FR = pair("en-fr")


def test_lists_are_found_by_name() -> None:
    assert find_lists(EN_FR, None) is find_lists(EN_FR, "2017")
    assert find_lists(EN_FR, "2016").equivalent_weight == 1.0


def test_a_file_states_what_differs(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('source_pronouns = ["It", "THEM"]\nequivalent = [["c’", "on"]]\n[translations]\nthem = ["les"]\n')
    lists = find_lists(EN_FR, str(file))
    assert lists.source_pronouns == {"it", "them"}
    assert lists.equivalent == (frozenset({"c'", "on"}),)
    assert lists.identical == EN_FR.lists["2017"].identical
    assert lists.likely("them") == {"les"}
    assert lists.name.startswith("file:")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("source_pronouns = [", "is not TOML"),
        ('pronouns = ["it"]', "unknown key 'pronouns'"),
        ('source_pronouns = "it"', "'source_pronouns' must be a list"),
        ("source_pronouns = [1]", "must hold words"),
        ('equivalent = ["ce"]', "'equivalent' must be a list"),
        ('translations = ["il"]', "'translations' must be a table"),
        ("equivalent_weight = 2", "from 0 to 1"),
        ("missing_reference_counts = 1", "true or false"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(AntecedeError, match=message) as caught:
        find_lists(EN_FR, str(file))
    assert str(file) in str(caught.value)


def test_an_unknown_name_says_which_are_known() -> None:
    with pytest.raises(AntecedeError, match="they are 2016, 2017"):
        find_lists(EN_FR, "2015")


@pytest.mark.parametrize("name", known_pairs())
def test_every_pair_is_consistent(name: str) -> None:
    """Every list is in normal form, and what may be repaired to is a pronoun of the target language."""
    chosen = pair(name)
    assert chosen.name == name == f"{chosen.source}-{chosen.target}"
    for lists in chosen.lists.values():
        words = lists.source_pronouns | lists.target_pronouns | lists.reference_pronouns
        assert all(word == word.lower().replace("’", "'") for word in words)
        assert set(lists.translations) <= lists.source_pronouns
        assert all(likely <= lists.target_pronouns for likely in lists.translations.values())
