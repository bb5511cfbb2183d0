"""Judging: versions aligned alike, and the version whose pronouns go with its own nouns preferred."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pronoun_lm_samples import french_finder
from pronoun_samples import analysed, mention, resolved

from antecede.alignment import Link
from antecede.engines import Hypothesis
from antecede.languages import Agreement, Gender
from antecede.pairs import pair
from antecede.pronouns.judging.judge import Parts, VersionJudge, Weights
from antecede.pronouns.judging.versions import carry, differing
from antecede.pronouns.target.projection import TargetWords


def judge(**changes: float) -> VersionJudge:
    finder = french_finder()
    words = TargetWords.of("fr", lambda tokens, position: finder.lexicon(tokens[position].lower()))
    gender = {"vu": Gender.MASCULINE, "vue": Gender.FEMININE}.get
    return VersionJudge(pair("en-fr"), words, finder, gender=gender, weights=Weights(**changes))


def sentence(text: str, links: str) -> Hypothesis:
    pairs = (link.split("-") for link in links.split())
    return Hypothesis(tuple(text.split()), alignment=tuple(Link(int(source), int(target)) for source, target in pairs))


HOUSE = analysed("the house and the cat", "it sleeps")
HOUSE_IS_IT = resolved(HOUSE, (1, 0, [mention(HOUSE, 0, 1, 0.8), mention(HOUSE, 0, 4, 0.2)]))
STRAIGHT = "0-0 1-1 2-2 3-3 4-4"


@pytest.mark.parametrize(
    ("before", "better", "worse"),
    [
        ("la maison et le chat", "elle dort", "il dort"),  # the antecedent, not the nearest noun
        ("le livre et la femme", "il dort", "elle dort"),  # what it became in this version decides
        ("la maison et le chat", "dort -elle", "dort -il"),
    ],
)
def test_the_pronoun_agrees_with_what_the_antecedent_became(before: str, better: str, worse: str) -> None:
    links = "0-0 1-1" if better.split(maxsplit=1)[0] != "dort" else "0-1 1-0"
    versions = [[sentence(before, STRAIGHT), sentence(text, links)] for text in (better, worse)]
    first, second = judge().judge(HOUSE_IS_IT, versions)
    assert first[0] == first[1]
    assert second[0] > second[1]


def test_each_version_is_judged_by_its_own_lines() -> None:
    versions = [
        [sentence("la maison et le chat", STRAIGHT), sentence("elle dort", "0-0 1-1")],
        [sentence("le livre et le chat", STRAIGHT), sentence("elle dort", "0-0 1-1")],
    ]
    scores = judge().judge(HOUSE_IS_IT, versions)[1]
    assert scores[0] > scores[1]


def test_an_antecedent_that_nothing_is_aligned_to_is_guessed_by_its_place() -> None:
    document = analysed("the house", "it sleeps")
    known = resolved(document, (1, 0, [mention(document, 0, 1)]))
    versions = [[sentence("la femme", ""), sentence(text, "1-1")] for text in ("elle dort", "il dort")]
    parts = judge().parts(known, versions)[1]
    assert parts[0].agreement > parts[1].agreement


def test_what_a_pronoun_hides_its_participle_shows() -> None:
    document = analysed("the house", "we saw it")
    known = resolved(document, (1, 2, [mention(document, 0, 1)]))
    versions = [
        [sentence("la maison", "0-0 1-1"), sentence(f"nous l' avons {form}", "0-0 1-3 2-1")] for form in ("vue", "vu")
    ]
    parts = judge().parts(known, versions)[1]
    assert parts[0].agreement > parts[1].agreement


def test_without_anaphors_the_nouns_before_decide() -> None:
    document = analysed("the house", "mine sleeps")
    versions = [
        [sentence("la maison", "0-0 1-1"), sentence(f"{word} dort", "0-0 1-1")] for word in ("celle-ci", "celui-ci")
    ]
    scores = judge().judge(resolved(document), versions)[1]
    assert scores[0] > scores[1]


def test_lines_that_are_the_same_score_the_same() -> None:
    versions = [[sentence("la maison et le chat", STRAIGHT), sentence("elle dort", "0-0 1-1")]] * 3
    for line in judge().judge(HOUSE_IS_IT, versions):
        assert len(set(line)) == 1


def test_weights_add_up_the_parts() -> None:
    assert Weights(1, 2, 3, 4).score(Parts(1, 10, 100, 1000)) == 4321


@pytest.mark.parametrize(
    ("links", "old", "new", "expected"),
    [
        ("0-0 1-1", "il dort", "elle dort", "0-0 1-1"),
        ("0-0 1-1", "il dort", "elle ne dort", "0-0 0-1 1-2"),
        ("0-0 1-1 2-2", "il est là", "c' est là", "0-0 1-1 2-2"),
        ("0-0 1-1", "il dort", "dort", "1-0"),
        ("0-0", "a", "b c", "0-0 0-1"),
        ("", "a", "b", ""),
    ],
)
def test_links_are_carried_to_another_version(links: str, old: str, new: str, expected: str) -> None:
    given_links = [Link(*map(int, link.split("-"))) for link in links.split()]
    carried = carry(given_links, old.split(), new.split())
    assert " ".join(f"{link.source}-{link.target}" for link in carried) == expected


words = st.lists(st.sampled_from(["il", "elle", "dort", "est", "L'", "l’"]), max_size=6)


@given(words, words)
def test_versions_differ_only_where_they_differ(one: list[str], other: list[str]) -> None:
    found = differing([one, other])
    assert all(
        0 <= position < len(text) for text, changed in zip([one, other], found, strict=True) for position in changed
    )
    if one == other:
        assert found == [frozenset(), frozenset()]


def test_natural_gender_is_the_antecedents_own() -> None:
    document = analysed("su casa", language="es")
    word = resolved(document, (0, 0, [mention(document, 0, 1)]))
    english = VersionJudge(pair("es-en"), TargetWords.of("en", lambda _tokens, _position: Agreement()))
    versions = [[sentence(f"{form} house", "0-0 1-1")] for form in ("its", "her", "their")]
    scores = english.judge(word, versions)[0]
    assert scores[0] == max(scores)
