"""Pronouns of the object that the decoder left behind their verbs."""

from __future__ import annotations

import pytest
from french import SmallLexicon

from antecede.alignment import Link
from antecede.engines import Hypothesis
from antecede.pronouns.agreement.clitics import placed

CASES = [
    # The pronoun has a star; what it is with all its letters; the sentence as it should be.
    ("elle va vendre *-le .", "le", "elle va *le vendre ."),
    ("elle va acheter *-la .", "la", "elle va *l' acheter ."),
    ("j' ai vu *l' .", "la", "je *l' ai vu ."),
    ("je n' ai pas vu *le .", "le", "je ne *l' ai pas vu ."),
    ("il veut d' acheter *le .", "le", "il veut de *l' acheter ."),
    ("tu prends *le .", "le", "tu *le prends ."),
    ("vous prenez *le .", "le", "vous *le prenez ."),
    ("je lui donne *le .", "le", "je *le lui donne ."),
    ("il me donne *le .", "le", "il me *le donne ."),
    ("il s' aime *le .", "le", "il se *l' aime ."),
    ("il donne *leur .", "leur", "il *leur donne ."),
    ("tu le vois *le .", "le", "tu *le vois ."),  # once is enough
    ("à *l' prendre", "la", "à *la prendre"),
    ("elle va *l' vendre .", "la", "elle va *la vendre ."),
    ("elle va *le vendre .", "le", None),
    ("prends *-le !", "le", None),  # an imperative
    ("il a vu *le chat .", "le", None),  # an article
    ("tu *le vois .", "le", None),
    ("*le vois", "le", None),
    ("Marie *elle .", "elle", None),
]


@pytest.fixture
def lexicon() -> SmallLexicon:
    return SmallLexicon()


@pytest.mark.parametrize(("before", "whole", "after"), CASES)
def test_objects_stand_before_their_verbs(before: str, whole: str, after: str | None, lexicon: SmallLexicon) -> None:
    marked = before.split()
    position = next(at for at, word in enumerate(marked) if word.startswith("*"))
    links = tuple(Link(at, at) for at in range(len(marked)))
    sentence = Hypothesis(tuple(before.replace("*", "").split()), alignment=links)
    found = placed(sentence, position, whole, lexicon, language_code="fr")
    if after is None:
        assert found is None
        return
    assert found is not None
    assert found.tokens == tuple(after.replace("*", "").split())
    # Every source word still has its word, the pronoun the one with the star.
    goal = next(at for at, word in enumerate(after.split()) if word.startswith("*"))
    assert Link(position, goal) in found.alignment
    assert {link.target for link in found.alignment} == set(range(len(found.tokens)))


def test_a_language_without_rules_is_left_alone(lexicon: SmallLexicon) -> None:
    assert placed(Hypothesis(("see", "it")), 1, "it", lexicon, language_code="en") is None
