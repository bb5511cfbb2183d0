"""Nouns and pronouns are told by the words around them and a lexicon."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pronoun_lm_samples import french_finder, french_nouns

from antecede.errors import ResourceError
from antecede.languages import Gender
from antecede.pronouns.target.nominals import NominalFinder


@pytest.mark.parametrize(
    ("text", "nouns", "pronouns"),
    [
        ("La maison est grande .", ["maison/fem-sg"], []),
        ("Il la porte .", [], ["il", "la"]),
        ("Il ouvre la porte .", ["porte/fem-sg"], ["il"]),
        ("Nous voulons la voir .", [], ["la"]),
        ("Je l' ai vu .", [], ["l'"]),
        ("L' ami de la femme", ["ami/masc-sg", "femme/fem-sg"], []),
        ("les petites maisons", ["maisons/fem-pl"], []),
        ("une énorme maison", ["maison/fem-sg"], []),
        ("Viendra -t -elle ?", [], ["elle"]),
        ("Prends -la .", [], ["la"]),
        ("trois élèves", ["élèves/None-pl"], []),
        ("une élève", ["élève/fem-sg"], []),
        ("la bloutche est là", ["bloutche/fem-sg"], []),  # no lexicon has it: the determiner tells
        ("Il y en a une autre !", [], ["il", "une"]),
        ("J' ai une autre maison", ["maison/fem-sg"], []),
        ("C' est la mienne .", [], ["c'", "mienne"]),
        ("Ce livre", ["livre/masc-sg"], []),
        ("C' est bien .", [], ["c'"]),
        ("", [], []),
    ],
)
def test_nouns_and_pronouns_of_a_sentence(text: str, nouns: list[str], pronouns: list[str]) -> None:
    found = french_finder().find(text.split())
    told = [f"{each.word}/{each.agreement.gender}-{each.agreement.number}" for each in found if not each.pronoun]
    assert told == nouns
    assert [each.word for each in found if each.pronoun] == pronouns


@given(st.lists(st.sampled_from(["la", "le", "l'", "maison", "chat", "il", "ne", "-la", ",", "à", "", "«", "É"])))
def test_any_words_give_positions_in_order(tokens: list[str]) -> None:
    positions = [nominal.position for nominal in french_finder().find(tokens)]
    assert positions == sorted(set(positions))
    assert all(0 <= position < len(tokens) for position in positions)


def test_a_language_without_clues_is_named() -> None:
    with pytest.raises(ResourceError, match="Spanish"):
        NominalFinder.of("es", french_nouns)


@pytest.mark.parametrize(
    ("text", "gender"),
    [
        ("Il dort .", Gender.MASCULINE),
        ("Il faut dormir .", None),
        ("Il n' y a rien .", None),
        ("Il y va .", Gender.MASCULINE),
        ("Il s' agit de lui .", None),
    ],
)
def test_a_subject_of_an_impersonal_verb_stands_for_nothing(text: str, gender: Gender | None) -> None:
    assert french_finder().find(text.split())[0].agreement.gender is gender
