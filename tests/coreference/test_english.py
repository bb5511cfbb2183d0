"""The English resolver with the real pipeline."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from antecede.coreference import ResolvedDocument, resolver
from antecede.text import words

if TYPE_CHECKING:
    from collections.abc import Callable

    from antecede.analysis.analyser import Analyser
    from antecede.coreference.resolvers import Method

    Resolve = Callable[..., ResolvedDocument]


@pytest.fixture(scope="module")
def resolve(analyser: Callable[[str], Analyser]) -> Resolve:
    def run(*sentences: str, method: Method = "ranker") -> ResolvedDocument:
        document = analyser("en").document([words(sentence, "en") for sentence in sentences])
        return resolver("en", method=method).resolve(document)

    return run


@pytest.mark.parametrize(
    "sentence",
    [
        "It is important that everybody votes.",
        "It seems that the door is open.",
        "It turns out that nobody was at home.",
        "It is raining again.",
        "It is hard to say what went wrong.",
        "We find it difficult to believe such stories.",
        "It is up to the members to decide.",
        "It is time to leave.",
    ],
)
def test_an_empty_pronoun_is_pleonastic(resolve: Resolve, sentence: str) -> None:
    anaphor = resolve("The train has left.", sentence).anaphors[0]
    function = anaphor.function
    assert function.pleonastic > max(function.anaphoric, function.event)
    assert anaphor.none > 0.5


@pytest.mark.parametrize(
    ("sentences", "antecedents"),
    [
        (("My sister bought an old bicycle.", "It broke after two days."), ["an old bicycle"]),
        (("The boxes stood in the hall.", "They were empty."), ["The boxes"]),
        (("The gardener planted two trees.", "They grew fast."), ["two trees"]),
        (("The visitors liked the library.", "It was small."), ["the library"]),
    ],
)
def test_a_pronoun_stands_for_what_agrees(resolve: Resolve, sentences: tuple[str, ...], antecedents: list[str]) -> None:
    anaphor = resolve(*sentences).anaphors[0]
    assert anaphor.function.anaphoric > 0.5
    assert anaphor.antecedents[0].text in antecedents


def test_positions_come_from_the_syntax(resolve: Resolve) -> None:
    resolved = resolve("The bridge is old.", "They closed it.", "It was not safe, so nobody went across it.")
    assert [anaphor.position for anaphor in resolved.anaphors] == ["subject", "object", "subject", "other"]


@pytest.mark.parametrize(
    "sentences",
    [
        ("It is here.",),
        ("They went away.", "It went too."),
        ("😀 it 😀 they 👩‍👩‍👧",),
        ("it\u0007 \u200b they \u202e it \ufffd",),
        ("Il pleut et elle ne vient pas.", "It faut partir, they disent."),
        ("it " * 300,),
        ("they they they they",),
        ("?!", "...", "it"),
    ],
)
@pytest.mark.parametrize("method", ["ranker", "sieve"])
def test_odd_text_gets_sane_answers(resolve: Resolve, sentences: tuple[str, ...], method: Method) -> None:
    for anaphor in resolve(*sentences, method=method).anaphors:
        assert math.isclose(sum(each.probability for each in anaphor.antecedents) + anaphor.none, 1)
        assert all(0 <= each.probability <= 1 for each in anaphor.antecedents)
