"""Scores of sums are sacrebleu's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF

from antecede.errors import BadOption
from antecede.evaluation.metrics import METRICS, surface_metric

# With what sacrebleu's tokeniser parts, and with what it leaves together.
TEXTS = st.text(alphabet="ab 0.,-'&;!<>é\u00a0\u3000", max_size=20) | st.lists(
    st.sampled_from(["1.5", "a-b", "3-4", "...", "&quot;", "&amp;lt;", "l'été,", "(x)", "$5", "<skipped>"]), max_size=8
).map(" ".join)
SENTENCES = st.lists(
    st.tuples(*[st.lists(st.sampled_from("the old cat sat on a , mat .".split()), max_size=9).map(" ".join)] * 2),
    min_size=1,
    max_size=5,
) | st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4)


@pytest.mark.parametrize(("name", "theirs"), [("bleu", BLEU(force=True)), ("chrf", CHRF())])
@given(pairs=SENTENCES)
def test_a_corpus_scores_what_sacrebleu_says(name: str, theirs: BLEU | CHRF, pairs: list[tuple[str, str]]) -> None:
    ours = surface_metric(name)
    rows = np.concatenate([ours.segment([candidate], reference) for candidate, reference in pairs])
    expected = theirs.corpus_score([candidate for candidate, _ in pairs], [[reference for _, reference in pairs]])
    assert ours.score(rows.sum(axis=0, keepdims=True))[0] == pytest.approx(expected.score, abs=1e-9)


@pytest.mark.parametrize("name", ["bleu", "chrf"])
def test_many_sums_score_as_each_by_itself(name: str) -> None:
    ours = surface_metric(name)
    sums = np.random.default_rng(1).integers(0, 9, size=(50, ours.segment(["a"], "a").shape[1])).astype(np.float64)
    alone = [float(ours.score(row[None])[0]) for row in sums]
    assert ours.score(sums).tolist() == pytest.approx(alone)


@pytest.mark.parametrize(
    ("name", "problem"), [("ter", "unknown metric 'ter'"), ("apt", "not a metric of texts alone: 'apt'")]
)
def test_a_metric_that_tuning_cannot_use_is_refused_with_the_names_of_those_it_can(name: str, problem: str) -> None:
    with pytest.raises(BadOption, match=problem) as refused:
        surface_metric(name)
    named = str(refused.value).rpartition(" are ")[2].split(", ")
    assert {"bleu", "chrf"} <= set(named) <= set(METRICS.names()) - {"apt", "meteor"}
