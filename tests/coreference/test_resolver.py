"""The English resolver on sentences analysed by hand."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from written import analysed

from antecede.coreference import resolver
from antecede.coreference.resolvers import reference_of
from antecede.errors import BadOption, UnknownLanguage
from antecede.languages import Number

if TYPE_CHECKING:
    from antecede.coreference.resolvers import Method

DRIVER = "The/DET/1/det driver/NOUN/2/nsubj parked/VERB/2/root the/DET/4/det car/NOUN/2/obj ./PUNCT/2/punct"
BROKE = "Then/ADV/2/advmod it/PRON/2/nsubj broke/VERB/2/root down/ADP/2/compound:prt ./PUNCT/2/punct"
CHILDREN = "The/DET/1/det pupils/NOUN/2/nsubj saw/VERB/2/root the/DET/4/det car/NOUN/2/obj ./PUNCT/2/punct"
LAUGHED = "They/PRON/1/nsubj laughed/VERB/1/root ./PUNCT/1/punct"
CLEAR = (
    "It/PRON/2/expl is/AUX/2/cop clear/ADJ/2/root that/SCONJ/5/mark Ann/PROPN/5/nsubj won/VERB/2/csubj ./PUNCT/2/punct"
)


@pytest.mark.parametrize("method", ["ranker", "sieve"])
@pytest.mark.parametrize(
    ("sentences", "pronoun", "antecedent"),
    [
        ((DRIVER, BROKE), "it", "the car"),  # a driver is a person
        ((CHILDREN, LAUGHED), "They", "The pupils"),  # a car is one
    ],
)
def test_a_pronoun_finds_its_antecedent(
    method: Method, sentences: tuple[str, ...], pronoun: str, antecedent: str
) -> None:
    (anaphor,) = resolver("en", method=method).resolve(analysed(*sentences)).anaphors
    assert anaphor.text == pronoun
    assert anaphor.position == "subject"
    assert anaphor.antecedents[0].text == antecedent


@pytest.mark.parametrize("method", ["ranker", "sieve"])
def test_probabilities_and_none_sum_to_one(method: Method) -> None:
    resolved = resolver("en", method=method).resolve(analysed(DRIVER, BROKE, CHILDREN, LAUGHED, CLEAR))
    assert len(resolved.anaphors) == 3
    for anaphor in resolved.anaphors:
        assert math.isclose(sum(each.probability for each in anaphor.antecedents) + anaphor.none, 1)
        function = anaphor.function
        assert math.isclose(function.anaphoric + function.event + function.pleonastic, 1)
        probabilities = [each.probability for each in anaphor.antecedents]
        assert probabilities == sorted(probabilities, reverse=True)


def test_an_empty_pronoun_is_known_and_has_probably_no_antecedent() -> None:
    *_, anaphor = resolver("en").resolve(analysed(DRIVER, CLEAR)).anaphors
    assert anaphor.function.pleonastic > 0.5
    assert anaphor.none > 0.5


def test_candidates_carry_number_and_humanness() -> None:
    (anaphor,) = resolver("en").resolve(analysed(CHILDREN, LAUGHED)).anaphors
    pupils = anaphor.antecedents[0]
    assert (pupils.number, pupils.human) == (Number.PLURAL, True)
    assert (pupils.sentence, pupils.start, pupils.end, pupils.head) == (0, 0, 2, 1)


@pytest.mark.parametrize("method", ["ranker", "sieve"])
def test_a_pronoun_with_nothing_before_it_has_no_antecedent(method: Method) -> None:
    (anaphor,) = resolver("en", method=method).resolve(analysed(LAUGHED)).anaphors
    assert anaphor.antecedents == ()
    assert anaphor.none == 1


@pytest.mark.parametrize("method", ["ranker", "sieve"])
def test_a_document_without_sentences_or_words_has_no_pronouns(method: Method) -> None:
    assert resolver("en", method=method).resolve(analysed()).anaphors == ()
    assert resolver("en", method=method).resolve(analysed("")).anaphors == ()


@pytest.mark.parametrize(
    ("code", "pronouns"), [("en", {"it", "they", "them"}), ("es", {"él", "ella", "su", "sus", "suyo", "suya"})]
)
def test_without_a_pair_the_language_says_what_is_resolved(code: str, pronouns: set[str]) -> None:
    assert reference_of(code).resolved == pronouns
    assert pronouns <= reference_of(code).pronouns.keys()


def test_other_pronouns_can_be_asked_for() -> None:
    saw = "Ann/PROPN/1/nsubj saw/VERB/1/root them/PRON/1/obj ./PUNCT/1/punct"
    document = analysed(CHILDREN, saw)
    assert resolver("en", ["it"]).resolve(document).anaphors == ()
    (anaphor,) = resolver("en", ["them"]).resolve(document).anaphors
    assert anaphor.antecedents[0].text == "The pupils"
    assert anaphor.position == "object"


def test_an_unknown_language_or_method_is_refused_in_one_line() -> None:
    with pytest.raises(UnknownLanguage):
        resolver("xx")
    with pytest.raises(BadOption, match="not resolved"):
        resolver("fr")
    with pytest.raises(BadOption, match="unknown method"):
        resolver("en", method="guess")  # type: ignore[arg-type]


def test_a_document_of_fifty_thousand_words_is_resolved_as_a_short_one_is() -> None:
    """Antecedents lie in the last few sentences, so that every round but the first few looks the same."""
    sentences = (DRIVER, BROKE, CHILDREN, LAUGHED)
    rounds = 50_000 // sum(len(sentence.split()) for sentence in sentences) + 1
    anaphors = resolver("en", method="ranker").resolve(analysed(*sentences * rounds)).anaphors
    assert len(anaphors) == 2 * rounds
    for anaphor in anaphors:
        assert math.isclose(anaphor.none + sum(one.probability for one in anaphor.antecedents), 1.0, abs_tol=1e-6)
        assert all(0 <= anaphor.sentence - one.sentence <= 5 for one in anaphor.antecedents)
    shapes = [tuple(one.text for one in anaphor.antecedents) for anaphor in anaphors]
    assert shapes[-2:] == shapes[20:22]


@pytest.mark.parametrize("method", ["ranker", "sieve"])
def test_a_long_document_has_bounded_candidates(method: Method) -> None:
    resolved = resolver("en", method=method).resolve(analysed(*(DRIVER, BROKE, CHILDREN, LAUGHED) * 2500))
    assert len(resolved.anaphors) == 5000
    assert max(len(anaphor.antecedents) for anaphor in resolved.anaphors) < 100
