"""The tables of the coreference model, and what antecedents are called in them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pronoun_samples import analysed, mention, resolved

from antecede.coreference import Function
from antecede.errors import ResourceError
from antecede.languages import Agreement, Gender, Number
from antecede.pairs import pair
from antecede.pronouns.coreference_model.classes import mixture_classes, paper_class, paper_classes, sure_link
from antecede.pronouns.coreference_model.model import (
    CoreferenceModel,
    Observation,
    Table,
    estimate_mixture,
    estimate_shares,
    with_accuracy,
)
from antecede.pronouns.target.projection import Projected

if TYPE_CHECKING:
    from pathlib import Path

    from antecede.coreference import Antecedent

HOUSE = Projected(1, "maison", Agreement(Gender.FEMININE, Number.SINGULAR))
HOLIDAY = Projected(1, "vacances", Agreement(Gender.FEMININE, Number.PLURAL))
THAT = Projected(0, "cela", Agreement(Gender.NEUTER, Number.SINGULAR), pronoun=True)


def nothing(_antecedent: Antecedent) -> None:
    return None


observations = st.lists(
    st.builds(
        Observation,
        st.sampled_from(["il", "elle", "ce"]),
        st.lists(st.tuples(st.sampled_from("abc"), st.floats(0.01, 1)), min_size=1, max_size=3).map(tuple),
    ),
    min_size=1,
    max_size=30,
)


@given(observations)
def test_shares_are_sums_of_scores_over_sums_of_scores(seen: list[Observation]) -> None:
    joint: dict[tuple[str, str], float] = defaultdict(float)
    alone: dict[str, float] = defaultdict(float)
    for translation, classes in seen:
        for name, score in classes:
            joint[name, translation] += score
            alone[name] += score
    table = estimate_shares(seen)
    for (name, translation), score in joint.items():
        assert table.probability(name, translation) == pytest.approx(score / alone[name])
    assert len(table) == len(joint)


def test_what_is_too_rare_is_dropped() -> None:
    seen = [Observation("il", (("a", 100_001.0),)), Observation("elle", (("a", 1.0),))]
    assert [triple[:2] for triple in estimate_shares(seen).triples()] == [("a", "il")]


def test_a_mixture_finds_which_candidate_spoke() -> None:
    # Every pronoun has one candidate of each class, yet the translation follows the likelier one.
    seen = [Observation("elle", (("fem", 0.7), ("masc", 0.3)))] * 70
    seen += [Observation("il", (("fem", 0.3), ("masc", 0.7)))] * 70
    plain = estimate_shares(seen)
    learnt = estimate_mixture(seen, {"fem": "it", "masc": "it"}, iterations=50, strength=1.0)
    assert plain.probability("fem", "elle") == pytest.approx(0.7)
    assert learnt.probability("fem", "elle") > 0.95
    assert learnt.probability("masc", "il") > 0.95
    assert learnt.probability("it", "il") == pytest.approx(0.5)


@given(observations)
def test_distributions_sum_to_one(seen: list[Observation]) -> None:
    parents = {name: "all" for observation in seen for name, _ in observation.classes}
    for table in (estimate_shares(seen), estimate_mixture(seen, parents)):
        for shares in table.shares.values():
            assert sum(shares.values()) == pytest.approx(1.0)


def test_a_model_reads_what_it_wrote(tmp_path: Path) -> None:
    model = CoreferenceModel(
        Table({"ella-fem-sg-person": {"she": 0.75, "her": 0.25}}, {"ella-fem-sg-person": 4.0}),
        Table({"ella-subject": {"she": 0.5, "": 0.5}}, {"ella-subject": 2.0}),
    )
    model.write(tmp_path / "coreference.tsv")
    assert CoreferenceModel.read(tmp_path / "coreference.tsv") == model


@pytest.mark.parametrize(
    "line",
    ["paper\ta\tb\t0.5", "paper\ta\tb\tmuch\t1", "other\ta\tb\t0.5\t1", "paper\ta\tb\t7\t1", "paper\ta\tb\tnan\t1"],
)
def test_a_damaged_model_is_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "coreference.tsv"
    CoreferenceModel(Table(), Table()).write(path)
    path.write_text(path.read_text() + line + "\n")
    with pytest.raises(ResourceError, match="line 2: is damaged"):
        CoreferenceModel.read(path)
    path.write_text("x\n")
    with pytest.raises(ResourceError, match="no coreference model"):
        CoreferenceModel.read(path)


def test_classes_name_what_the_antecedent_became_or_is() -> None:
    document = analysed("the house sleeps", "it sleeps", "Su casa")
    house = mention(document, 0, 1, 0.6)
    [it] = resolved(document, (1, 0, [house])).anaphors
    assert paper_class(it, house, pair("en-fr"), lambda _: HOUSE) == "feminine-singular"
    assert paper_class(it, house, pair("en-fr"), nothing) is None
    [su] = resolved(document, (2, 0, [house])).anaphors
    woman = replace(house, gender=Gender.FEMININE, human=True)
    assert paper_class(su, woman, pair("es-en"), nothing) == "su-fem-sg-person"
    # What the paper has no class for is unresolved: an unknown gender, an antecedent that became *ce* or *cela*.
    assert paper_class(su, house, pair("es-en"), nothing) is None
    assert paper_class(it, house, pair("en-fr"), lambda _: THAT) is None
    # Gender and number are those of the translation.
    assert paper_class(it, house, pair("en-fr"), lambda _: HOLIDAY) == "feminine-plural"
    # Only *they* stays plural.
    [they] = resolved(analysed("the houses", "They sleep"), (1, 0, [house])).anaphors
    assert paper_class(they, house, pair("en-fr"), lambda _: HOLIDAY) == "feminine-plural"
    assert paper_class(they, house, pair("en-fr"), lambda _: HOUSE) is None


@pytest.mark.parametrize(
    ("probabilities", "kept"), [([0.9, 0.05, 0.004], 2), ([0.5, 0.3, 0.2], 3), ([0.99, 0.0001], 2), ([], 0)]
)
def test_spanish_training_keeps_what_counts(probabilities: list[float], kept: int) -> None:
    document = analysed("a b c", "su casa")
    candidates = [
        replace(mention(document, 0, place, share), gender=Gender.MASCULINE)
        for place, share in enumerate(probabilities)
    ]
    [su] = resolved(document, (1, 0, candidates)).anaphors
    found = paper_classes(su, pair("es-en"), nothing)
    assert len(found) == kept
    if kept:
        assert sum(score for _, score in found) == pytest.approx(1.0)


def test_english_training_has_one_link_with_confidence_one() -> None:
    document = analysed("the house and the garden", "it sleeps")
    [it] = resolved(document, (1, 0, [mention(document, 0, 1, 0.6), mention(document, 0, 4, 0.3)])).anaphors
    assert paper_classes(it, pair("en-fr"), lambda _: HOUSE, {"it": 0.6}) == (("feminine-singular", 1.0),)
    assert paper_classes(it, pair("en-fr"), lambda _: HOUSE, {"it": 0.7}) == ()


@pytest.mark.parametrize(
    ("pronoun", "number", "probability", "taken"),
    [
        ("it", Number.SINGULAR, 0.5, True),
        ("it", Number.SINGULAR, 0.49, False),
        ("They", Number.PLURAL, 0.8, True),
        ("They", Number.PLURAL, 0.7, False),
        # The sieve links a pronoun to mentions of its own number alone.
        ("They", Number.SINGULAR, 0.9, False),
        ("it", Number.PLURAL, 0.9, False),
        ("it", None, 0.9, False),
    ],
)
def test_a_link_is_sure_by_its_pronouns_measure_and_of_its_number(
    pronoun: str, number: Number | None, probability: float, taken: bool
) -> None:
    document = analysed("the house", f"{pronoun} sleeps")
    link = replace(mention(document, 0, 1, probability), number=number)
    [anaphor] = resolved(document, (1, 0, [link])).anaphors
    found = sure_link(anaphor, pair("en-fr"), {"it": 0.5, "they": 0.8})
    assert found == (link if taken else None)


def test_without_a_measure_the_pair_says_what_is_sure() -> None:
    document = analysed("the house", "it sleeps")
    least = pair("en-fr").sure_links["it"]
    for probability, taken in ((least + 0.01, True), (least - 0.01, False)):
        [it] = resolved(document, (1, 0, [mention(document, 0, 1, probability)])).anaphors
        assert (sure_link(it, pair("en-fr")) is not None) is taken


def test_the_resolvers_accuracy_as_confidence_gives_the_rest_to_the_other_classes() -> None:
    # Ten links: 6 masculine (5 il, 1 ce), 3 feminine (2 elle, 1 il), 1 plural (ils). With p = .6 masculine gets from
    # its own 5 * .6 and 1 * .6; from each feminine link .4 * .6 / (1 - .3), from the plural one .4 * .6 / (1 - .1): il
    # 3 + .342857, ce .6, elle .685714, ils .266667; together 4.895238.
    table = Table(
        {"m-sg": {"il": 5 / 6, "ce": 1 / 6}, "f-sg": {"elle": 2 / 3, "il": 1 / 3}, "m-pl": {"ils": 1.0}},
        {"m-sg": 6.0, "f-sg": 3.0, "m-pl": 1.0},
    )
    found = with_accuracy(table, 0.6)
    assert found.shares["m-sg"] == pytest.approx(
        {"il": 3.342857 / 4.895238, "ce": 0.6 / 4.895238, "elle": 0.685714 / 4.895238, "ils": 0.266667 / 4.895238},
        abs=1e-6,
    )
    assert sum(found.weights.values()) == pytest.approx(10)
    assert with_accuracy(table, 1.0) == table


def test_mixtures_have_all_antecedents_and_the_reasons_for_none() -> None:
    document = analysed("the house and the garden", "it sleeps")
    house, garden = mention(document, 0, 1, 0.5), mention(document, 0, 4, 0.2)
    [it] = resolved(document, (1, 0, [house, garden])).anaphors
    it = replace(it, function=Function(0.7, 0.1, 0.2))
    found = {
        name: share for name, _, share in mixture_classes(it, pair("en-fr"), lambda a: HOUSE if a is house else None)
    }
    assert found == pytest.approx(
        {
            "it-subject-fem-sg-other": 0.5,
            "it-subject-any-sg-other": 0.2,
            "it-subject-event": 0.1,
            "it-subject-pleonastic": 0.2,
        }
    )
    bare = replace(it, antecedents=(), none=1.0, function=Function())
    assert [name for name, _, _ in mixture_classes(bare, pair("en-fr"), nothing)] == ["it-subject-unknown"]
