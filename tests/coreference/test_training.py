"""Weights that evidence makes likely, temperatures, and calibration."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antecede.coreference.calibration import Bin, calibration_error, reliability, temperature
from antecede.coreference.loglinear import distribution
from antecede.coreference.training import Choice, fit


def test_weights_reach_the_frequencies_of_known_answers() -> None:
    # Three of four answers have the feature: its weight is the logarithm of three.
    choices = [Choice([["a"], ["b"]], [1.0, 0.0])] * 30 + [Choice([["a"], ["b"]], [0.0, 1.0])] * 10
    weights = fit(choices, penalty=0.0)
    assert weights["a"] - weights["b"] == pytest.approx(math.log(3), abs=1e-3)


def test_a_penalty_draws_weights_to_their_prior() -> None:
    choices = [Choice([["a"], ["b"]], [1.0, 0.0])] * 5
    strong = fit(choices, penalty=1e4, prior={"a": 0.7})
    assert strong["a"] == pytest.approx(0.7, abs=0.01)
    assert strong["b"] == pytest.approx(0.0, abs=0.01)


def test_hidden_answers_are_learned_from_what_they_make_likely() -> None:
    # Nobody says which option is right; the evidence is likelier with the near one each time.
    choices = [Choice([["near"], ["far"]], [0.7, 0.05])] * 20 + [Choice([["near"], ["far"]], [0.3, 0.3])] * 20
    weights = fit(choices, penalty=0.1)
    assert weights["near"] > weights["far"] + 1


def test_rare_features_are_left_out() -> None:
    choices = [Choice([["a", "rare"], ["b"]], [1.0, 0.0]), Choice([["a"], ["b"]], [1.0, 0.0])]
    assert set(fit(choices)) == {"a", "b"}


def test_too_sure_a_model_is_cooled_down() -> None:
    # The weights say 88 to 12, the answers are even.
    weights = {"a": 2.0, "b": 0.0}
    choices = [Choice([["a"], ["b"]], [1.0, 0.0]), Choice([["a"], ["b"]], [0.0, 1.0])] * 10
    assert temperature(choices, weights) == pytest.approx(3.0)


def test_bins_hold_every_answer() -> None:
    bins = reliability([0.05, 0.95, 0.92, 1.0], [False, True, False, True])
    assert bins[0] == Bin(1, 0.05, 0.0)
    assert bins[1] == pytest.approx((3, (0.95 + 0.92 + 1.0) / 3, 2 / 3))
    # One answer of four is wrong by 0.05, three by 0.2900.
    assert calibration_error(bins) == pytest.approx((0.05 + 3 * (0.956667 - 0.666667)) / 4, abs=1e-5)


@given(st.lists(st.floats(-500, 500), min_size=1, max_size=40))
def test_a_distribution_sums_to_one_whatever_the_scores(scores: list[float]) -> None:
    chances = distribution(scores)
    assert sum(chances) == pytest.approx(1)
    assert chances.index(max(chances)) == scores.index(max(scores)) or math.isclose(
        max(scores), scores[chances.index(max(chances))], abs_tol=1e-9
    )
