"""BLEU and chrF are sacrebleu's, whichever way they are summed."""

from __future__ import annotations

import pytest
import sacrebleu

from antecede.evaluation.metrics import surface

REFERENCE = ["Le chat est assis sur le tapis .", "Il dort.", "", "Elle n'a pas vu la souris, qui court vite !"]
CANDIDATE = ["Le chat est sur le tapis .", "Elle dort.", "de trop", "Il n'a pas vu la souris qui court vite !"]


@pytest.mark.parametrize("times", [1, 700])  # 2,800 sentences are more than one piece
def test_scores_from_sentence_statistics_are_sacrebleus(times: int) -> None:
    candidate, reference = CANDIDATE * times, REFERENCE * times
    for metric, expected in (
        (surface.Bleu(), sacrebleu.corpus_bleu(candidate, [reference]).score),
        (surface.Chrf(), sacrebleu.corpus_chrf(candidate, [reference]).score),
    ):
        statistics = metric.statistics(candidate, reference)
        assert len(statistics) == len(candidate)
        assert metric.score(statistics) == pytest.approx(expected, abs=1e-9)


def test_signatures_are_complete() -> None:
    assert surface.signatures()["bleu"].startswith("nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:")
