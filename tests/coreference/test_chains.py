"""Mentions of one thing taken together."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from written import analysed

from antecede.coreference.candidates import candidates
from antecede.coreference.chains import Chains
from antecede.coreference.mentions import Mention, find_mentions
from antecede.coreference.resolvers import reference_of

CAR = "The/DET/1/det car/NOUN/2/nsubj hit/VERB/2/root the/DET/4/det wall/NOUN/2/obj ./PUNCT/2/punct"
STOPPED = "The/DET/1/det car/NOUN/2/nsubj stopped/VERB/2/root ./PUNCT/2/punct"
BROKE = "It/PRON/1/nsubj broke/VERB/1/root ./PUNCT/1/punct"
BURNED = "It/PRON/1/nsubj burned/VERB/1/root ./PUNCT/1/punct"


def pronouns(*sentences: str) -> list[tuple[Mention, list[Mention]]]:
    """The pronouns of a document, each with its candidates, the nearest first."""
    mentions = find_mentions(analysed(*sentences), reference_of("en"))
    return [(each, candidates(mentions, each)) for found in mentions for each in found if each.form]


@pytest.mark.parametrize(
    ("same_noun", "passed"),
    [
        (0.0, [0.5, 0.1, 0.3]),
        (0.5, [0.65, 0.1, 0.15]),
        (1.0, [0.8, 0.1, 0.0]),
    ],
)
def test_mentions_of_the_first_choices_noun_pass_their_share_to_it(same_noun: float, passed: list[float]) -> None:
    ((pronoun, found),) = pronouns(CAR, STOPPED, BROKE)
    assert [each.lemma for each in found] == ["car", "wall", "car"]
    assert Chains(same_noun).together(pronoun, found, [0.5, 0.1, 0.3]) == pytest.approx(passed)


def test_a_pronoun_among_the_candidates_is_what_it_stands_for() -> None:
    (first, before), (second, found) = pronouns(CAR, BROKE, BURNED)
    chains = Chains(0.5)
    assert chains.together(first, before, [0.2, 0.7]) == pytest.approx([0.2, 0.7])
    # The first pronoun is the wall with 0.2 and the car with 0.7: the nearer pronoun gets so much of each.
    assert chains.together(second, found, [0.5, 0.1, 0.3]) == pytest.approx([0.5 + 0.02 + 0.21, 0.08, 0.09])


@given(st.lists(st.floats(0.001, 1), min_size=4, max_size=4), st.floats(0, 1))
def test_nothing_is_lost_and_the_first_choice_stays_first(scores: list[float], same_noun: float) -> None:
    (first, before), (second, found) = pronouns(CAR, STOPPED, BROKE, BURNED)
    total = sum(scores)
    chances = [score / total for score in scores]
    chains = Chains(same_noun)
    chains.together(first, before, chances[:3])
    passed = chains.together(second, found, chances)
    assert sum(passed) == pytest.approx(1)
    assert min(passed) >= 0
    assert passed[chances.index(max(chances))] == max(passed)
