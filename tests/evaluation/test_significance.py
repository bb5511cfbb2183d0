from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from antecede.alignment.pronouns import Words
from antecede.evaluation.results import Case, Comparison, Judged, ScoredPronoun
from antecede.evaluation.significance import (
    Change,
    SegmentStatistics,
    compare,
    improved_and_degraded,
    mcnemar,
    paired_bootstrap,
)

if TYPE_CHECKING:
    import numpy.typing as npt

    FloatArray = npt.NDArray[np.float64]

RIGHT, WRONG = Case.IDENTICAL, Case.DIFFERENT

# Table 3 of the re-ranking paper: pronoun, improved, degraded, delta.
TABLE_3 = [
    ("il", 14, 9, 5),
    ("elle", 16, 8, 8),
    ("ils", 8, 6, 2),
    ("elles", 3, 1, 2),
    ("ce", 1, 1, 0),
    ("c'", 6, 1, 5),
    ("on", 2, 2, 0),
    ("ça", 6, 6, 0),
    ("le", 1, 0, 1),
    ("la", 0, 0, 0),
    ("y", 0, 1, -1),
]


def scored(reference: str | None, *cases: Case) -> ScoredPronoun:
    words = None if reference is None else Words((0,), reference)
    return ScoredPronoun(0, 0, "it", words, tuple(Judged(None, case) for case in cases))


def table_3_pronouns() -> list[ScoredPronoun]:
    pronouns = []
    for text, improved, degraded, _ in TABLE_3:
        pronouns += [scored(text, WRONG, RIGHT)] * improved + [scored(text, RIGHT, WRONG)] * degraded
        pronouns += [scored(text, RIGHT, RIGHT), scored(text, WRONG, WRONG)]
    return pronouns


@pytest.mark.parametrize(
    ("improved", "degraded", "p_value"),
    [
        (57, 35, 0.0218),  # the re-ranking paper: chi2 = 22²/92 = 5.2609
        (0, 0, 1.0),
        (5, 5, 1.0),
        (1, 0, 1.0),  # 2 · (1/2)
        (0, 5, 0.0625),  # 2 · (1/2)^5
        (9, 1, 0.0215),  # 2 · (1 + 10) / 1024
        (24, 0, 0.0000),
        (13, 12, 0.8415),  # 25 pairs: chi2 = 1/25; the exact test would give 1
        (20, 20, 1.0),
    ],
)
def test_mcnemar(improved: int, degraded: int, p_value: float) -> None:
    assert mcnemar(improved, degraded) == pytest.approx(p_value, abs=5e-5)
    assert mcnemar(degraded, improved) == mcnemar(improved, degraded)


@given(st.integers(0, 300), st.integers(0, 300))
def test_mcnemar_agrees_with_scipy(improved: int, degraded: int) -> None:
    pairs = improved + degraded
    if pairs == 0:
        expected = 1.0
    elif pairs < 25:
        expected = stats.binomtest(improved, pairs).pvalue
    else:
        expected = stats.chi2.sf((improved - degraded) ** 2 / pairs, df=1)
    assert mcnemar(improved, degraded) == pytest.approx(expected, abs=1e-12)


def test_mcnemar_refuses_negative_counts() -> None:
    with pytest.raises(ValueError, match="negative"):
        mcnemar(-1, 3)


def test_improved_and_degraded_is_table_3_of_the_re_ranking_paper() -> None:
    changes = improved_and_degraded(table_3_pronouns(), 0, 1)
    assert {(c.pronoun, c.improved, c.degraded, c.delta) for c in changes.pronouns} == set(TABLE_3)
    assert changes.total == Change("Total", 57, 35)
    assert changes.total.delta == 22
    assert [change.pronoun for change in changes.pronouns[:3]] == ["elle", "il", "ils"]  # 24, 23, 14 changes


def test_forms_of_one_reference_pronoun_are_counted_together_and_missing_references_not_at_all() -> None:
    pronouns = [
        scored("C’", WRONG, Case.EQUIVALENT),
        scored("c'", Case.EQUIVALENT, Case.CANDIDATE_MISSING),
        scored(None, Case.REFERENCE_MISSING, Case.BOTH_MISSING),
    ]
    assert improved_and_degraded(pronouns, 0, 1).pronouns == (Change("c'", 1, 1),)


def test_compare_builds_a_comparison() -> None:
    same = np.ones((5, 2))
    metrics = {"apt": SegmentStatistics([same, same], ratio)}
    comparison = compare(table_3_pronouns(), ["baseline", "reranked"], 0, 1, metrics)
    assert comparison == Comparison("baseline", "reranked", 57, 35, mcnemar(57, 35), (("apt", 1.0),))
    assert compare(table_3_pronouns(), ["baseline", "reranked"], 1, 0).improved == 35


def ratio(sums: FloatArray) -> FloatArray:
    return np.divide(sums[:, 0], sums[:, 1], out=np.zeros(len(sums)), where=sums[:, 1] > 0)


def naive_bootstrap(a: FloatArray, b: FloatArray, samples: int, seed: int) -> float:
    """The same test as one loop over resamples, segment by segment."""
    generator = np.random.default_rng(seed)
    deltas: list[float] = []
    for _ in range(samples):
        sums = [0.0, 0.0, 0.0, 0.0]
        for segment in generator.integers(len(a), size=len(a)):
            for column in (0, 1):
                sums[column] += a[segment][column]
                sums[2 + column] += b[segment][column]
        deltas.append((sums[2] / sums[3] if sums[3] else 0.0) - (sums[0] / sums[1] if sums[1] else 0.0))
    real = float(b[:, 0].sum() / b[:, 1].sum() - a[:, 0].sum() / a[:, 1].sum())
    mean = math.fsum(deltas) / samples
    return (sum(abs(delta - mean) >= abs(real) for delta in deltas) + 1) / (samples + 1)


@pytest.mark.parametrize("gain", [0.0, 0.1, 0.3])
def test_paired_bootstrap_agrees_with_a_naive_one(gain: float) -> None:
    generator = np.random.default_rng(7)
    total = generator.integers(1, 4, size=60).astype(float)
    a = np.stack([generator.binomial(total.astype(int), 0.5).astype(float), total], axis=1)
    b = np.stack([generator.binomial(total.astype(int), 0.5 + gain).astype(float), total], axis=1)
    found = paired_bootstrap(a, b, ratio, samples=300, seed=3)
    # A resample on the very edge may fall either way by rounding.
    assert found == pytest.approx(naive_bootstrap(a, b, 300, 3), abs=2 / 301)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 3)), min_size=1, max_size=20))
def test_systems_that_do_not_differ_get_one(rows: list[tuple[int, int]]) -> None:
    statistics = np.array(rows, dtype=np.float64)
    assert paired_bootstrap(statistics, statistics, ratio, samples=20) == 1.0


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=2, max_size=20), st.integers(0, 99))
def test_the_bootstrap_is_symmetric_and_repeatable(rows: list[tuple[int, int]], seed: int) -> None:
    a, b = (np.array([(row[i], 1) for row in rows], dtype=np.float64) for i in (0, 1))
    p_value = paired_bootstrap(a, b, ratio, samples=50, seed=seed)
    assert p_value == paired_bootstrap(b, a, ratio, samples=50, seed=seed)
    assert p_value == paired_bootstrap(a, b, ratio, samples=50, seed=seed)
    assert 0 < p_value <= 1


def test_a_system_that_is_better_everywhere_is_significantly_better() -> None:
    a, b = (np.tile([[right, 1.0]], (40, 1)) for right in (0.0, 1.0))
    assert paired_bootstrap(a, b, ratio, samples=999) == 1 / 1000


def test_blocks_do_not_change_the_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    generator = np.random.default_rng(1)
    a, b = (np.stack([generator.integers(0, 2, 30), np.ones(30)], axis=1).astype(float) for _ in "ab")
    whole = paired_bootstrap(a, b, ratio)
    monkeypatch.setattr("antecede.evaluation.significance._BLOCK", 70)
    assert paired_bootstrap(a, b, ratio) == whole


@pytest.mark.parametrize(
    ("a", "b"),
    [(np.ones((3, 2)), np.ones((4, 2))), (np.ones((0, 2)), np.ones((0, 2))), (np.ones(3), np.ones(3))],
)
def test_statistics_that_are_not_paired_are_refused(a: FloatArray, b: FloatArray) -> None:
    with pytest.raises(ValueError, match="paired statistics"):
        paired_bootstrap(a, b, ratio)


def test_an_aggregate_without_a_value_is_refused() -> None:
    with pytest.raises(ValueError, match="finite"):
        paired_bootstrap(np.ones((3, 1)), np.ones((3, 1)), lambda sums: sums[:, 0] * math.nan)
