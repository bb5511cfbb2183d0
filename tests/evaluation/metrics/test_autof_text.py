"""AutoP, AutoR and AutoF over one list of words for each text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antecede.alignment import Alignments
from antecede.alignment.pronouns import Side
from antecede.evaluation.metrics import autof
from antecede.evaluation.metrics.autof_text import text_score
from antecede.evaluation.results import AutoPrf

PRONOUNS = frozenset({"it", "they"})
WORDS = ["il", "elle", "ce", "est", "Il"]


def test_a_word_counts_wherever_it_stands_in_the_text() -> None:
    source = ["it is", "they are", "no pronoun", "It rains"]
    reference = Side(["il est", "elles sont", "rien", "Il pleut"], Alignments.parse(["0-0", "0-0", "0-0", "0-0"]))
    candidate = Side(
        ["elles est", "il il sont", "rien", "il pleut"], Alignments.parse(["0-0", "0-0 0-1", "0-0", "0-0"])
    )
    # R = il, elles, Il; C = elles, il, il, il. In both: il once, elles once; Il is not il. 2 of 4 words, 2 of 3.
    score = text_score(source, reference, candidate, PRONOUNS)
    assert (score.matched, score.candidate_total, score.reference_total) == (2, 4, 3)
    assert (score.precision, score.recall) == (2 / 4, 2 / 3)
    assert score.f == pytest.approx(2 * (2 / 4) * (2 / 3) / (2 / 4 + 2 / 3))
    # At each pronoun by itself nothing agrees: il and elles, elles and il il, Il and il.
    assert autof.statistics(source, reference, candidate, PRONOUNS).sum(axis=0).tolist() == [0, 4, 3]


def test_nothing_aligned_scores_nothing() -> None:
    side = Side(["il pleut"], Alignments.parse([""]))
    assert text_score(["it rains"], side, side, PRONOUNS) == AutoPrf(0.0, 0.0, 0.0, 0, 0, 0)


@st.composite
def texts(draw: st.DrawFn) -> tuple[list[str], Side, Side]:
    lines = draw(st.integers(1, 5))
    source = [
        " ".join(draw(st.lists(st.sampled_from(["it", "they", "and"]), min_size=1, max_size=4))) for _ in range(lines)
    ]

    def side() -> Side:
        targets, links = [], []
        for line in source:
            words = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4))
            pairs = st.tuples(st.integers(0, len(line.split()) - 1), st.integers(0, len(words) - 1))
            targets.append(" ".join(words))
            links.append(" ".join(f"{a}-{b}" for a, b in sorted(draw(st.sets(pairs, max_size=6)))))
        return Side(targets, Alignments.parse(links))

    return source, side(), side()


@given(texts())
def test_counting_at_each_pronoun_is_never_higher(text: tuple[list[str], Side, Side]) -> None:
    source, reference, candidate = text
    by_pronoun = autof.aggregate(autof.statistics(source, reference, candidate, PRONOUNS).sum(axis=0))
    by_text = text_score(source, reference, candidate, PRONOUNS)
    assert by_pronoun.matched <= by_text.matched
    assert (by_pronoun.candidate_total, by_pronoun.reference_total) == (
        by_text.candidate_total,
        by_text.reference_total,
    )
    assert by_pronoun.f <= by_text.f
