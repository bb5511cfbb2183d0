"""BLEU and chrF are sacrebleu's, whichever way they are summed."""

from __future__ import annotations

import pytest
import sacrebleu

from antecede.evaluation import surface

REFERENCE = ["Le chat est assis sur le tapis .", "Il dort.", "", "Elle n'a pas vu la souris, qui court vite !"]
CANDIDATE = ["Le chat est sur le tapis .", "Elle dort.", "de trop", "Il n'a pas vu la souris qui court vite !"]


def test_bleu_from_sentence_statistics_is_corpus_bleu() -> None:
    statistics = surface.bleu_statistics(CANDIDATE, REFERENCE)
    assert statistics.shape == (4, 10)
    assert surface.bleu(statistics) == pytest.approx(sacrebleu.corpus_bleu(CANDIDATE, [REFERENCE]).score, abs=1e-9)


def test_chrf_is_corpus_chrf() -> None:
    assert surface.chrf(CANDIDATE, REFERENCE) == sacrebleu.corpus_chrf(CANDIDATE, [REFERENCE]).score


def test_signatures_are_complete() -> None:
    assert surface.signatures()["bleu"].startswith("nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:")
