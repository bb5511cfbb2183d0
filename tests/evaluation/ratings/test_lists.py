"""Equivalence lists learnt from ratings, as in section 2.5 of the APT paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rating_samples import LISTS, by_system, prepared

from antecede.errors import BadOption
from antecede.evaluation.lists import find_lists
from antecede.evaluation.ratings.lists import Rating, learn, lists_json, lists_toml, ratings_of
from antecede.pairs import pair

if TYPE_CHECKING:
    from pathlib import Path

WORDS = st.sampled_from(["il", "elle", "ce", "c'", "ça", "cela", "on", "ils", "les", None])


def rated(candidate: str | None, reference: str | None, right: int, wrong: int) -> list[Rating]:
    return [Rating(candidate, reference, right=True)] * right + [Rating(candidate, reference, right=False)] * wrong


# 100 pronouns, of which 5% are 5: {ce, il} and {ce, ça} with p = .6 as the paper prints; elle for il is wrong, on for
# il is always right but occurs 4 times.
PUBLISHED = [
    *rated("il", "ce", 2, 1),
    *rated("c'", "il", 1, 1),
    *rated("cela", "c'", 3, 2),
    *rated("elle", "il", 1, 8),
    *rated("on", "il", 4, 0),
    *rated("ça", "cela", 3, 0),
    *rated("les", "il", 6, 0),
    *rated(None, "il", 0, 5),
    *rated("il", None, 5, 0),
    *rated("il", "il", 58, 0),
]


def test_the_published_lists_come_out() -> None:
    found = learn(PUBLISHED, LISTS)
    assert found.rated == 100
    assert set(found.equivalent) == {("ce", "il"), ("ce", "ça")}
    pairs = {each.words: each for each in found.pairs}
    assert [(pairs[words].right, pairs[words].total) for words in (("ce", "il"), ("ce", "ça"))] == [(3, 5), (3, 5)]
    assert all(pairs[words].share == 0.6 for words in found.equivalent)
    one, other = pairs["ce", "il"].directions
    assert (one.candidate, one.reference, one.right, one.total) == ("ce", "il", 1, 2)
    assert (other.candidate, other.reference, other.right, other.total) == ("il", "ce", 2, 3)
    assert not pairs["il", "on"].frequent
    assert (pairs["elle", "il"].frequent, pairs["elle", "il"].kept) == (True, False)
    # Wilson's interval of 3 of 5.
    assert [round(end, 3) for end in pairs["ce", "il"].interval] == [0.231, 0.882]


def test_the_file_is_one_that_scores_read(tmp_path: Path) -> None:
    path = tmp_path / "lists.toml"
    path.write_text(lists_toml(learn(PUBLISHED, LISTS)), encoding="utf-8")
    lists = find_lists(pair("en-fr"), str(path))
    assert set(lists.equivalent) == {frozenset({"ce", "il"}), frozenset({"ce", "ça"})}
    assert lists.identical == LISTS.identical
    assert "ce and il: 3 of 5 right (0.23 to 0.88)" in path.read_text(encoding="utf-8")
    assert "il for ce: 2 of 3 right" in path.read_text(encoding="utf-8")


def test_one_half_is_not_enough_and_exactly_five_percent_is() -> None:
    assert learn([*rated("il", "ce", 1, 1), *rated("on", "on", 38, 0)], LISTS).equivalent == ()
    assert learn([*rated("il", "ce", 2, 1), *rated("on", "on", 57, 0)], LISTS).equivalent == (("ce", "il"),)
    assert learn([*rated("il", "ce", 2, 1), *rated("on", "on", 58, 0)], LISTS).equivalent == ()


def test_nothing_learnt_is_an_empty_list(tmp_path: Path) -> None:
    path = tmp_path / "lists.toml"
    path.write_text(lists_toml(learn([], LISTS)), encoding="utf-8")
    assert find_lists(pair("en-fr"), str(path)).equivalent == ()


@given(st.lists(st.builds(Rating, WORDS, WORDS, st.booleans()), max_size=40), st.floats(0, 1), st.floats(0, 1))
def test_directions_add_up_and_do_not_depend_on_the_order(ratings: list[Rating], least: float, above: float) -> None:
    found = learn(ratings, LISTS, least=least, above=above)
    assert sum(each.total for each in found.pairs) <= len(ratings)
    assert found == learn(ratings[::-1], LISTS, least=least, above=above)
    for each, entry in zip(found.pairs, lists_json(found)["pairs"], strict=True):
        assert entry["total"] == sum(one["total"] for one in entry["directions"]) == each.total
        assert not each.kept or each.share > above


def test_ratings_say_what_stood_for_what() -> None:
    found = prepared(("x", "y"), [[("ce", "il", None)], [(None, "il", "on")]])
    labels = dict.fromkeys(by_system(found, 0), True) | dict.fromkeys(by_system(found, 1), False)
    expected = [
        Rating("il", "ce", True),
        Rating("il", None, True),
        Rating(None, "ce", False),
        Rating("on", None, False),
    ]
    assert ratings_of(found, labels) == expected
    gaps = prepared(("x",), [[("ce", "il")]], kind="gap-filling")
    assert ratings_of(gaps, {by_system(gaps, 0)[0]: frozenset({"il", "ce"})}) == [Rating("il", "ce", True)]


def test_shares_outside_0_and_1_are_refused() -> None:
    with pytest.raises(BadOption, match="--least 5"):
        learn([], LISTS, least=5)
