"""BLEU and chrF of a corpus are sacrebleu's."""

from __future__ import annotations

import pytest
import sacrebleu

from antecede.alignment import Alignments
from antecede.evaluation.corpus import Corpus, Translation
from antecede.evaluation.metrics import Inputs, surface_metric
from antecede.evaluation.results import Judgement
from antecede.evaluation.settings import Settings
from antecede.pairs import pair

REFERENCE = ["Le chat est assis sur le tapis .", "Il dort.", "", "Elle n'a pas vu la souris, qui court vite !"]
CANDIDATE = ["Le chat est sur le tapis .", "Elle dort.", "de trop", "Il n'a pas vu la souris qui court vite !"]


@pytest.fixture(scope="module")
def inputs() -> Inputs:
    en_fr = pair("en-fr")
    nothing = Alignments.parse([""] * len(REFERENCE))
    reference, *candidates = (
        Translation(name, text, text, nothing)
        for name, text in (("r", REFERENCE), ("same", REFERENCE), ("other", CANDIDATE))
    )
    corpus = Corpus([""] * len(REFERENCE), reference, tuple(candidates), None, "given")
    return Inputs(corpus, Settings(pair=en_fr, lists=en_fr.lists["2017"]), Judgement(()))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("bleu", sacrebleu.corpus_bleu(CANDIDATE, [REFERENCE]).score),
        ("chrf", sacrebleu.corpus_chrf(CANDIDATE, [REFERENCE]).score),
    ],
)
def test_scores_from_sentence_statistics_are_sacrebleus(inputs: Inputs, name: str, expected: float) -> None:
    metric = surface_metric(name)
    statistics = metric.statistics(inputs, 1)
    assert len(statistics) == len(CANDIDATE)
    assert metric.score(statistics.sum(axis=0, keepdims=True))[0] == pytest.approx(expected, abs=1e-9)
    assert metric.score(metric.statistics(inputs, 0).sum(axis=0, keepdims=True))[0] == pytest.approx(100)


def test_signatures_are_complete(inputs: Inputs) -> None:
    bleu, chrf = (surface_metric(name).signature(inputs, 1) for name in ("bleu", "chrf"))
    assert bleu.startswith("nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:")
    assert chrf.startswith("nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:")
