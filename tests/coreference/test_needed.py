"""Answers are the same where only the sentences that pronouns depend on are parsed, and in several processes."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from antecede.coreference.candidates import WINDOW, needed_for
from antecede.coreference.reader import Reader
from antecede.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Callable

    from antecede.analysis import Analyser
    from antecede.coreference import ResolvedDocument

SENTENCES = [
    sentence.split()
    for sentence in (
        "The committee met in Paris .",
        "It read the letter that Anna had sent .",
        "Rain fell all night .",
        "They did not answer it .",
        "My neighbour bought two old lamps .",
        "Nobody came .",
        "He said that they were broken .",
        "",
        "Is it clear that she left ?",
    )
]


@cache
def reader() -> Reader:
    return Reader.of("en").load()


def answers(documents: list[ResolvedDocument]) -> list[object]:
    return [
        (document.analysis.id, [sentence.tokens for sentence in document.analysis.sentences], document.anaphors)
        for document in documents
    ]


@given(texts=st.lists(st.lists(st.sampled_from(SENTENCES), max_size=24), max_size=3))
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_sentences_that_no_pronoun_depends_on_change_no_answer(
    analyser: Callable[[str], Analyser], texts: list[list[list[str]]]
) -> None:
    analyser("en")
    some = list(reader().stream(texts, only_needed=True))
    assert answers(some) == answers(list(reader().stream(texts)))


def test_what_is_not_needed_is_not_parsed(analyser: Callable[[str], Analyser]) -> None:
    analyser("en")
    text = [["A", "dog", "barks", "."]] * (WINDOW + 2) + [["It", "sleeps", "."]]
    (document,) = Reader.of("en", method="ranker").stream([text], only_needed=True)
    assert [sentence.words[1].pos for sentence in document.analysis.sentences] == (
        ["X"] * 2 + ["NOUN"] * WINDOW + ["VERB"]
    )


def test_a_chain_may_come_from_anywhere() -> None:
    assert Reader.of("en", method="sieve").needed is None
    assert Reader.of("en", functions="sieve").needed is None


@given(
    sentences=st.lists(st.lists(st.sampled_from(["It", "dog", "They", "."]), max_size=3), max_size=12),
    window=st.integers(0, 4),
)
def test_needed_are_the_pronouns_and_the_window_before_each(sentences: list[list[str]], window: int) -> None:
    has = [any(token in {"It", "They"} for token in sentence) for sentence in sentences]
    assert needed_for(sentences, {"it", "they"}, window) == [
        any(has[place : place + window + 1]) for place in range(len(sentences))
    ]


def test_two_processes_give_the_answers_of_one_in_the_same_order(
    analyser: Callable[[str], Analyser], monkeypatch: pytest.MonkeyPatch
) -> None:
    analyser("en")
    monkeypatch.setattr("antecede.coreference.reader._TOGETHER", 12)
    texts = [SENTENCES[first:] + SENTENCES[:first] for first in range(len(SENTENCES))]
    names = [f"text {number}" for number in range(len(texts))]
    one = list(reader().stream(texts, names, only_needed=True))
    two = list(reader().stream(texts, names, only_needed=True, processes=2))
    assert two == one


def test_no_process_is_too_few() -> None:
    with pytest.raises(BadOption, match="1 or more"):
        list(Reader.of("en").stream([], processes=0))
