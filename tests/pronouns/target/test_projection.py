"""What an antecedent became in the translation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pronoun_samples import analysed, mention, noun

from antecede.alignment import Link
from antecede.languages import Agreement, Gender, Number
from antecede.pronouns.target.projection import Projected, TargetWords, project

WORDS = TargetWords.of("fr", noun)
HOUSE = Agreement(Gender.FEMININE, Number.SINGULAR)


@pytest.mark.parametrize(
    ("target", "links", "found"),
    [
        ("la maison dort", [(1, 1)], Projected(1, "maison", HOUSE)),
        ("la maison dort", [(1, 0), (1, 1)], Projected(1, "maison", HOUSE)),
        # A head that went with its article alone still says its gender.
        ("la bicoque dort", [(1, 0), (1, 1)], Projected(0, "la", HOUSE, pronoun=True)),
        ("elle dort", [(1, 0)], Projected(0, "elle", HOUSE, pronoun=True)),
        ("dort", [(1, 0)], None),
        ("la maison dort", [(0, 1)], None),
        ("", [(1, 3)], None),
    ],
)
def test_the_first_noun_or_pronoun_stands_for_the_antecedent(
    target: str, links: list[tuple[int, int]], found: Projected | None
) -> None:
    document = analysed("the house sleeps")
    assert project(mention(document, 0, 1), target.split(), [Link(*link) for link in links], WORDS) == found


def test_the_phrase_is_asked_where_the_head_has_no_noun() -> None:
    document = analysed("the small house sleeps")
    whole = mention(document, 0, 2)
    whole = type(whole)(0, 0, 3, 2, "the small house", None, Number.SINGULAR, human=False, probability=1.0)
    found = project(whole, ["maisonnette", "maison"], [Link(2, 0), Link(1, 1)], WORDS)
    assert found is not None
    assert found.word == "maison"


@given(
    st.lists(st.sampled_from(["le", "maison", "chat", "dort", "elle"]), max_size=6),
    st.lists(st.builds(Link, st.integers(0, 3), st.integers(0, 8))),
)
def test_what_is_found_is_aligned_and_known(target: list[str], links: list[Link]) -> None:
    found = project(mention(analysed("a b c d"), 0, 2), target, links, WORDS)
    if found is not None:
        assert Link(2, found.position) in links
        assert target[found.position] == found.word
        assert found.word != "dort"
