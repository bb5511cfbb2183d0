"""Re-ranking: which hypotheses compete, the printed formula, histories through a document."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from pronoun_lm_samples import french_finder

from antecede.alignment import Link
from antecede.engines import Hypothesis
from antecede.pairs import pair
from antecede.pronouns.pronoun_lm.candidates import Shortener
from antecede.pronouns.pronoun_lm.mixture import Mixture
from antecede.pronouns.pronoun_lm.reranking import Paper, PronounScore, Reranker, Tuned

if TYPE_CHECKING:
    from collections.abc import Sequence

F, M = "fem-sg", "masc-sg"


def hypothesis(text: str, score: float) -> Hypothesis:
    """Word for word."""
    tokens = tuple(text.split())
    return Hypothesis(tokens, score, tuple(Link(at, at) for at in range(len(tokens))))


def reranker(score: PronounScore, beam: int = 1) -> Reranker:
    return Reranker(pair("en-fr"), Shortener(pair("en-fr")), french_finder(), score, beam)


class Fixed:
    """Scores that are easy to add up; remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, tuple[str, ...], bool]] = []

    def score(self, pronoun: str, history: Sequence[str], *, same_number: bool) -> float:
        self.asked.append((pronoun, tuple(history), same_number))
        return 3.0 if history and history[-1].startswith("fem") == pronoun.startswith("elle") else 0.0


def test_the_pronouns_that_compete_are_the_pairs_own_and_not_those_that_scores_count() -> None:
    source, listed = ["it", "sees", "them"], [hypothesis("il voit les", -1), hypothesis("elle voit eux", -2)]
    other = replace(pair("en-fr"), resolved=frozenset({"them"}))
    assert [[place.source for place in each.places] for each in Shortener(other).shorten(source, listed)] == [[2], [2]]
    assert [[place.source for place in each.places] for each in Shortener(pair("en-fr")).shorten(source, listed)] == [
        [0],
        [0],
    ]


def test_the_best_hypothesis_of_each_tuple_competes() -> None:
    listed = [
        hypothesis("il dort bien", -1),
        hypothesis("il dort mal", -2),
        hypothesis("elle dort bien", -3),
        hypothesis("dort dort bien", -4),
        hypothesis("elle dort mal", -5),
    ]
    short = Shortener(pair("en-fr")).shorten(["It", "sleeps", "well"], listed)
    assert [(each.rank, each.pronouns) for each in short] == [(0, ("il",)), (2, ("elle",)), (3, ("",))]


def test_a_sentence_without_pronouns_keeps_its_first() -> None:
    listed = [hypothesis("le chat", -1), hypothesis("elle", -2)]
    short = Shortener(pair("en-fr")).shorten(["the", "cat"], listed)
    assert [each.rank for each in short] == [0]


def test_the_history_crosses_sentences_and_sees_the_same_sentence() -> None:
    score = Fixed()
    found = reranker(score).rerank(
        [["the", "house"], ["the", "cat", "says", "they", "sleep"], ["it", "sleeps"]],
        [
            [hypothesis("la maison", -1)],
            [hypothesis("le chat dit ils dorment", -1)],
            [hypothesis("il dort", -1), hypothesis("elle dort", -2)],
        ],
    )
    assert ("ils", (F, M), True) in score.asked
    assert ("il", (F, M, "masc-pl"), True) in score.asked
    assert found[2].best.rank == 0
    assert found[2].scores == (2.0, -2.0)


def test_a_chosen_pronoun_is_part_of_the_next_history() -> None:
    sources = [["the", "house"], ["it", "falls"], ["it", "burns"]]
    lists = [
        [hypothesis("la maison", -1)],
        [hypothesis("il tombe", -1), hypothesis("elle tombe", -2)],
        [hypothesis("il brûle", -1), hypothesis("elle brûle", -2)],
    ]
    found = reranker(Fixed()).rerank(sources, lists)
    assert [each.best.rank for each in found] == [0, 1, 1]


def test_a_beam_sees_what_a_choice_brings_later() -> None:
    sources = [["it", "falls"], ["it", "burns"]]
    lists = [
        [hypothesis("il tombe", -1), hypothesis("elle tombe", -2)],
        # Only the feminine is offered: it agrees with the dearer choice before.
        [hypothesis("elle brûle", -1)],
    ]
    assert [each.best.rank for each in reranker(Fixed(), beam=1).rerank(sources, lists)] == [0, 0]
    assert [each.best.rank for each in reranker(Fixed(), beam=4).rerank(sources, lists)] == [1, 0]


class Told:
    """log10 of what the paper's Figure 4 has for il and elle, whatever came before."""

    def log10(self, pronoun: str, history: Sequence[str]) -> float:
        del history
        return {"elle": -1.0185, "il": -1.1871}[pronoun]


def test_the_published_formula_adds_probabilities() -> None:
    paper = Paper(Told(), french_finder().clues.modelled)
    # 10 ** -1.0185 = 0.09583 and 10 ** -1.1871 = 0.06500: times 5, and times 5 again where the number is the source's.
    assert paper.score("elle", (F, M), same_number=False) == pytest.approx(0.4791, abs=1e-4)
    assert paper.score("elle", (F, M), same_number=True) == pytest.approx(2.3957, abs=1e-4)
    assert paper.score("il", (F, M), same_number=True) == pytest.approx(1.6250, abs=1e-4)
    assert paper.score("y", (F, M), same_number=True) == 0
    found = reranker(paper).rerank(
        [["the", "commission"], ["it", "was", "led"]],
        [
            [hypothesis("la commission", -1)],
            [hypothesis("il est mené", -1), hypothesis("elle est menée", -1.7), hypothesis("est mené mené", -0.5)],
        ],
    )
    # -1 + 1.6250, -1.7 + 2.3957 and -0.5: Figure 4's difference of 0.77 outweighs 0.7, and a pronoun outweighs none.
    assert found[1].scores == pytest.approx((0.6250, 0.6957, -0.5), abs=1e-4)
    assert found[1].best.pronouns == ("elle",)


def test_a_pronoun_of_another_number_than_the_source_gains_a_fifth_as_much() -> None:
    found = reranker(Paper(Told(), french_finder().clues.modelled)).rerank(
        [["they", "sleep"]], [[hypothesis("elle dort", -1), hypothesis("il dort", -1)]]
    )
    # -1 + 5 x 0.09583 and -1 + 5 x 0.06500
    assert found[0].scores == pytest.approx((-0.5208, -0.6750), abs=1e-4)


def test_the_tuned_score_is_what_the_history_adds() -> None:
    mixture = Mixture(("elle", "il"), (F, M), (0.5, 0.5), ((0.2, 0.9, 0.1), (0.8, 0.1, 0.9)), (0.4, 0.6))
    tuned = Tuned(mixture, alpha=2.0, beta=3.0)
    assert tuned.score("elle", (F,), same_number=True) == pytest.approx(2 * math.log(0.55 / 0.4))
    assert tuned.score("elle", (F,), same_number=False) == pytest.approx(3 * math.log(0.55 / 0.4))
    assert tuned.score("y", (F,), same_number=True) == 0
