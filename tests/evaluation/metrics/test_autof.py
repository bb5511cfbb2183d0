"""AutoP, AutoR and AutoF: clipped counts of words aligned to pronouns."""

from __future__ import annotations

import numpy as np
import pytest

from antecede.alignment import Alignments
from antecede.alignment.pronouns import Side
from antecede.evaluation.metrics import autof
from antecede.evaluation.results import AutoPrf

PRONOUNS = frozenset({"it", "they"})


def test_counts_are_clipped_for_each_pronoun_and_summed() -> None:
    source = ["It said they left", "no pronoun here", "it is it"]
    reference = Side(
        ["Il dit qu' ils sont partis", "rien", "il est il"], Alignments.parse(["0-0 2-2 2-3", "0-0", "0-0 2-2"])
    )
    candidate = Side(
        ["il dit ils ils partis", "rien", "il est elle"], Alignments.parse(["0-0 2-2 2-3", "0-0", "0-0 2-0 2-2"])
    )
    counts = autof.statistics(source, reference, candidate, PRONOUNS)
    # It: {Il} against {il}, no lowercasing: 0. they: {qu', ils} against {ils, ils}: 1. First sentence: 1 of 3, 3.
    # it: {il} against {il}: 1. second it: {il} against {il, elle}: 1. Third sentence: 2 of 3, 2.
    assert counts.tolist() == [[1, 3, 3], [0, 0, 0], [2, 3, 2]]
    score = autof.aggregate(counts.sum(axis=0))
    assert (score.matched, score.candidate_total, score.reference_total) == (3, 6, 5)
    assert (score.precision, score.recall) == (3 / 6, 3 / 5)
    assert score.f == pytest.approx(2 * 0.5 * 0.6 / 1.1)
    assert autof.f_of_sums(counts.sum(axis=0, keepdims=True))[0] == pytest.approx(score.f)


def test_nothing_aligned_scores_nothing() -> None:
    assert autof.aggregate(np.zeros(3)) == AutoPrf(0.0, 0.0, 0.0, 0, 0, 0)
