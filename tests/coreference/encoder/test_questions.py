"""What is asked about a pronoun: its candidates as far as they are shown, and the clauses that it may take up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from antecede.coreference.encoder.pieces import WordPieces
from antecede.coreference.encoder.questions import questions
from antecede.coreference.models import shipped_model
from antecede.languages import language
from antecede.text import Document

if TYPE_CHECKING:
    from collections.abc import Callable

    from antecede.analysis import Analyser
    from antecede.coreference.encoder.questions import Question

CUTTER = WordPieces(["[UNK]", "[CLS]", "[SEP]", *(f"[unused{number}]" for number in range(1, 5))])


def asked(analyser: Callable[[str], Analyser], text: str, *pronouns: str) -> list[Question]:
    reference = language("en").reference
    assert reference is not None
    document = analyser("en").document(Document.from_text(text, "en"))
    return list(questions(document, pronouns, reference, shipped_model("en").function, CUTTER))


@pytest.mark.parametrize(
    ("text", "pronoun", "options"),
    [
        ("The cat saw a dog. It ran.", "it", ["dog", "cat"]),
        ("Before it left, the train whistled.", "it", ["train"]),
        ("It left before the train whistled.", "it", []),  # what follows in a clause below is none
        ("Her house burned. They saw it.", "it", ["house"]),  # *they* is of another number
    ],
)
def test_candidates_come_before_or_follow_where_syntax_allows(
    analyser: Callable[[str], Analyser], text: str, pronoun: str, options: list[str]
) -> None:
    [question] = asked(analyser, text, pronoun)
    assert [option.lemma for option in question.options] == options
    assert len(question.names) == len(options)


def test_a_candidate_that_the_window_does_not_show_is_none(analyser: Callable[[str], Analyser]) -> None:
    text = "The bell rang. " + "We waited for a very long time there today and nobody came. " * 20 + "It rang."
    *_, question = asked(analyser, text, "it")
    assert all((option.sentence, option.head) in question.window.places for option in question.options)
    assert "bell" not in {option.lemma for option in question.options}


def test_clauses_are_those_before_the_pronoun_that_it_is_not_in(analyser: Callable[[str], Analyser]) -> None:
    document = "He lost the match because he slept. She said that it surprised her."
    [question] = asked(analyser, document, "it")
    found = [(clause.sentence, clause.head) for clause in question.clauses]
    # *slept* and *lost*; *said* and *surprised* are above *it*.
    assert found == [(0, 6), (0, 1)]


def test_a_new_paragraph_and_a_heading_are_features(analyser: Callable[[str], Analyser]) -> None:
    [question] = asked(analyser, "The mill\n\nA bridge stood there.\n\nIt was old.", "it")
    by_lemma = {option.lemma: set(names) for option, names in zip(question.options, question.names, strict=True)}
    assert "paragraphs=1+False" in by_lemma["bridge"]
    assert {"paragraphs=2+False", "in a heading"} <= by_lemma["mill"]
