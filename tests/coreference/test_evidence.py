"""What a French pronoun says of its English antecedent."""

from __future__ import annotations

import pytest
from written import analysed

from antecede.coreference.candidates import candidates
from antecede.coreference.evidence import Evidence, Translation
from antecede.coreference.mentions import find_mentions
from antecede.coreference.resolvers import reference_of
from antecede.languages import Gender, language
from antecede.pairs import pair

FRENCH = Evidence(
    language("fr").pronouns,
    pair("en-fr").determiners,
    {"voiture": Gender.FEMININE, "mur": Gender.MASCULINE},
    pair("en-fr").impersonal,
)
CAR = "The/DET/1/det car/NOUN/2/nsubj hit/VERB/2/root the/DET/4/det wall/NOUN/2/obj ./PUNCT/2/punct"
FELL = "It/PRON/1/nsubj fell/VERB/1/root ./PUNCT/1/punct"
CAR_IN_FRENCH = Translation("La voiture a heurté le mur .".split(), {0: [0], 1: [1], 2: [2, 3], 3: [4], 4: [5], 5: [6]})


@pytest.mark.parametrize(
    ("french", "order"),
    [
        ("Elle est tombée .", ["car", "wall"]),
        ("Il est tombé .", ["wall", "car"]),
        ("mur est tombé .", ["wall", "car"]),  # the translator repeats the noun
    ],
)
def test_a_translation_prefers_the_antecedent_that_agrees(french: str, order: list[str]) -> None:
    mentions = find_mentions(analysed(CAR, FELL), reference_of("en"))
    (pronoun,) = mentions[1]
    found = candidates(mentions, pronoun)
    chances = FRENCH.likelihoods(pronoun, found, [CAR_IN_FRENCH, Translation(french.split(), {0: [0]})])
    assert chances is not None
    ranked = sorted(zip(chances[:-1], [each.lemma for each in found], strict=True), reverse=True)
    assert [lemma for _, lemma in ranked] == order


@pytest.mark.parametrize("french", ["On tomba .", "tomba ."])
def test_a_translation_without_gender_tells_nothing(french: str) -> None:
    mentions = find_mentions(analysed(CAR, FELL), reference_of("en"))
    (pronoun,) = mentions[1]
    found = candidates(mentions, pronoun)
    assert FRENCH.likelihoods(pronoun, found, [CAR_IN_FRENCH, Translation(french.split(), {0: [0]})]) is None


@pytest.mark.parametrize(
    ("french", "functions"),
    [
        ("Elle est tombée .", ("anaphoric",)),
        ("Il faut partir .", ("pleonastic",)),
        ("Il n' est pas clair que cela suffise .", ("pleonastic",)),
        ("Il est tombé .", ("anaphoric",)),
        ("Cela me plaît .", ("event",)),
        ("C' est clair .", ()),
        ("Partons .", ()),
    ],
)
def test_a_translation_says_what_a_pronoun_does(french: str, functions: tuple[str, ...]) -> None:
    assert FRENCH.functions(Translation(french.split(), {0: [0]}), 0) == functions
