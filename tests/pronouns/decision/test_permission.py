"""In the output of other engines only gender is edited, and only after a noun in an earlier sentence."""

from __future__ import annotations

import pytest
from pronoun_samples import analysed, mention, resolved

from antecede.analysis import AnalysedDocument, AnalysedSentence
from antecede.errors import BadOption
from antecede.pairs import Pair, known_pairs, pair
from antecede.pronouns.decision.permission import AnyEdit, permission, permitted
from antecede.pronouns.types import Decision

NOUNS = {"house": "NOUN", "houses": "NOUN", "Paris": "PROPN", "abogada": "NOUN", "María": "PROPN", "banco": "NOUN"}


def parsed(*sentences: str) -> AnalysedDocument:
    """Sentences whose nouns are known as such; other words are pronouns, as far as anybody asks."""
    bare = analysed(*sentences)
    return AnalysedDocument(
        bare.language,
        tuple(
            AnalysedSentence(tuple(word._replace(pos=NOUNS.get(word.text, "PRON")) for word in sentence.words))
            for sentence in bare.sentences
        ),
    )


ENGLISH = ("the house is old and this too .", "house or not , it is cold .", 4)
SPANISH = ("la abogada llegó ayer con ella .", "abogada o no , su coche es rojo .", 4)


@pytest.mark.parametrize(
    ("name", "before", "after", "antecedents", "objection"),
    [
        ("en-fr", "il", "elle", [(0, 1, 0.9)], ""),
        ("en-fr", "elle", "il", [(0, 1, 0.9)], ""),
        ("en-fr", "elles", "ils", [(0, 1, 0.9)], ""),
        ("en-fr", "-t-il", "-t-elle", [(0, 1, 0.9)], ""),
        ("en-fr", "il", "elles", [(0, 1, 0.9)], "more than gender"),
        ("en-fr", "il", "ce", [(0, 1, 0.9)], "more than gender"),
        ("en-fr", "c'", "elle", [(0, 1, 0.9)], "more than gender"),
        ("en-fr", "le", "la", [(0, 1, 0.9)], "more than gender"),
        ("en-fr", "il", "elle", [], "no antecedent is likelier than none"),
        ("en-fr", "il", "elle", [(0, 1, 0.3)], "no antecedent is likelier than none"),
        ("en-fr", "il", "elle", [(0, 5, 0.9)], "no noun"),
        ("en-fr", "il", "elle", [(1, 0, 0.9)], "no earlier sentence"),
        # The likeliest one alone is asked.
        ("en-fr", "il", "elle", [(1, 0, 0.5), (0, 1, 0.4)], "no earlier sentence"),
        ("en-fr", "il", "elle", [(0, 1, 0.5), (1, 0, 0.4)], ""),
        ("es-en", "his", "her", [(0, 1, 0.9)], ""),
        ("es-en", "its", "her", [(0, 1, 0.9)], ""),
        ("es-en", "her", "its", [(0, 1, 0.9)], ""),
        ("es-en", "their", "her", [(0, 1, 0.9)], "more than gender"),
        ("es-en", "its", "the", [(0, 1, 0.9)], "more than gender"),
        ("es-en", "he", "she", [(0, 1, 0.9)], "more than gender"),
        ("es-en", "his", "her", [(1, 0, 0.9)], "no earlier sentence"),
        ("es-en", "his", "her", [(0, 5, 0.9)], "no noun"),
    ],
)
def test_an_edit_of_gender_after_an_earlier_noun_is_allowed_and_no_other(
    name: str, before: str, after: str, antecedents: list[tuple[int, int, float]], objection: str
) -> None:
    first, second, token = ENGLISH if name == "en-fr" else SPANISH
    text = parsed(first, second)
    document = resolved(text, (1, token, [mention(text, *each) for each in antecedents]))
    wanted = Decision(document.anaphors[0], (), after, before, "It says so.", 3, "choice model")
    decided = permitted(permission(pair(name), "gender"), wanted, document, 7)
    if objection:
        assert objection in decided.reason
        assert decided.reason.startswith(f"It says so. {before} is not made {after}: ")
        told = decided.choice, decided.withheld, decided.decided_by, decided.target
        assert told == (before, after, "engine", 7)
    else:
        assert decided == wanted
    assert permitted(permission(pair(name), "all"), wanted, document, 7) == wanted


@pytest.mark.parametrize("name", known_pairs())
def test_what_a_pair_exchanges_differs_in_gender_and_not_in_number(name: str) -> None:
    listed = {choice.name: choice for choice in pair(name).choices}
    for group in pair(name).gender_groups:
        genders = [listed[each].gender for each in group]
        assert None not in genders
        assert len(set(genders)) == len(group) > 1
        assert len({listed[each].number for each in group}) == 1


def test_a_pair_that_says_nothing_exchanges_each_choice_and_its_twin() -> None:
    told = pair("en-fr")
    silent = Pair(name="en-fr", source="en", target="fr", default_lists="2017", lists=told.lists, choices=told.choices)
    assert {"le", "la"} in silent.gender_groups
    assert set(told.gender_groups) < set(silent.gender_groups)


def test_a_pair_without_genders_and_unknown_edits_are_said_to_be_so() -> None:
    told = pair("en-fr")
    bare = Pair(name="en-xx", source="en", target="xx", default_lists="2017", lists=told.lists)
    with pytest.raises(BadOption, match="en-xx has no `gender_groups`, the pronouns that differ in gender alone"):
        permission(bare, "gender")
    assert permission(bare, "all") == AnyEdit()
    with pytest.raises(BadOption, match="unknown edits 'some': they are gender, all, none"):
        permission(told, "some")  # type: ignore[arg-type]
