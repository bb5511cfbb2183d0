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
from antecede.pronouns.coreference_model.classes import best_antecedent, mixture_classes, paper_class, paper_classes
from antecede.pronouns.coreference_model.model import (
    CoreferenceModel,
    Observation,
    Table,
    estimate_mixture,
    estimate_shares,
)
from antecede.pronouns.target.projection import Projected

if TYPE_CHECKING:
    from pathlib import Path

    from antecede.coreference import Antecedent

HOUSE = Projected(1, "maison", Agreement(Gender.FEMININE, Number.SINGULAR))


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
    assert paper_class(su, house, pair("es-en"), nothing) == "su-any-sg-other"


@pytest.mark.parametrize(
    ("probabilities", "kept"), [([0.9, 0.05, 0.004], 2), ([0.5, 0.3, 0.2], 3), ([0.99, 0.0001], 2), ([], 0)]
)
def test_spanish_training_keeps_what_counts(probabilities: list[float], kept: int) -> None:
    document = analysed("a b c", "su casa")
    candidates = [mention(document, 0, place, share) for place, share in enumerate(probabilities)]
    [su] = resolved(document, (1, 0, candidates)).anaphors
    found = paper_classes(su, pair("es-en"), nothing)
    assert len(found) == kept
    if kept:
        assert sum(score for _, score in found) == pytest.approx(1.0)


def test_english_training_has_the_best_antecedent_with_its_confidence() -> None:
    document = analysed("the house and the garden", "it sleeps")
    [it] = resolved(document, (1, 0, [mention(document, 0, 1, 0.6), mention(document, 0, 4, 0.3)])).anaphors
    assert paper_classes(it, pair("en-fr"), lambda _: HOUSE) == (("feminine-singular", 0.6),)
    unsure = replace(it, none=0.6)
    assert best_antecedent(unsure) is None
    assert paper_classes(unsure, pair("en-fr"), lambda _: HOUSE) == ()


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
