from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from antecede.alignment.pronouns import Words
from antecede.errors import InputError
from antecede.evaluation.ratings.gap_filling import DISCOMT_2015, Item
from antecede.evaluation.results import Case, Judged, ScoredPronoun
from antecede.experiments.apt import figures as apt_paper
from antecede.experiments.apt.figures import JudgedCase, Observations

if TYPE_CHECKING:
    from antecede.evaluation.ratings.gap_filling import Annotations


def words(text: str | None) -> Words | None:
    return None if text is None else Words((0,), text)


def scored(sentence: int, reference: str | None, *candidates: tuple[str | None, int]) -> ScoredPronoun:
    judged = tuple(Judged(words(text), Case(case)) for text, case in candidates)
    return ScoredPronoun(sentence, 0, "it", words(reference), judged)


# Three systems, four pronouns. With the heuristic the reference of the last one is found.
REPAIRED = (
    scored(0, "elle", ("elle", 1), ("il", 3), (None, 4)),
    scored(1, "ce", ("c'", 1), ("il", 2), ("elle", 3)),
    scored(2, None, ("il", 5), (None, 6), (None, 6)),
    scored(3, "ils", ("ils", 1), ("ils", 1), ("elles", 3)),
)
BASIC = (*REPAIRED[:3], scored(3, None, ("ils", 5), ("ils", 5), ("elles", 5)))
CHOICES = {
    "a": ("elle", "ce", "il", "ils"),
    "b": ("il", "ce", "il", "ils"),
    "c": ("bad translation", "ce", "il", "ils"),
}


def annotated() -> Annotations:
    return {
        Item(system, sentence, 0): (frozenset({choice}),)
        for system, choices in CHOICES.items()
        for sentence, choice in enumerate(choices)
    }


def observations() -> Observations:
    metrics = {"BLEU": {"a": 30.0, "b": 20.0, "c": 10.0}}
    return Observations(
        systems=("a", "b", "c"), basic=BASIC, repaired=REPAIRED, annotations=annotated(), metrics=metrics
    )


def test_human_scores_come_from_the_annotations() -> None:
    # a: all four fit. b: il fits (a translation with a masculine antecedent), il for ce does not, nothing does not,
    # ils fits. c: nothing fits.
    scores = apt_paper.human_scores(observations())
    assert {name: score.accuracy_with_other for name, score in scores.items()} == {"a": 1.0, "b": 0.5, "c": 0.0}


def test_figure_2() -> None:
    experiment = apt_paper.run(observations())
    # Cases over three systems: the rows of REPAIRED read downwards.
    assert experiment.repaired.cases == (4, 1, 3, 1, 1, 2)
    assert experiment.basic.cases == (2, 1, 2, 1, 4, 2)
    # References that annotators accept: elle for a only; ce for all; none; ils for all, if it is found.
    assert (experiment.repaired.matching_references, experiment.repaired.annotated) == (7, 12)
    assert (experiment.basic.matching_references, experiment.basic.annotated) == (4, 12)


def test_table_5() -> None:
    assert apt_paper.judged_cases(observations()) == (
        JudgedCase(Case.IDENTICAL, 4, 0, 0),
        JudgedCase(Case.EQUIVALENT, 0, 1, 0),
        JudgedCase(Case.DIFFERENT, 1, 2, 0),  # b's il fits; c's elle and elles do not
        JudgedCase(Case.CANDIDATE_MISSING, 0, 0, 1),
        JudgedCase(Case.REFERENCE_MISSING, 1, 0, 0),
        JudgedCase(Case.BOTH_MISSING, 0, 2, 0),
    )


def test_apt_for_each_weight() -> None:
    # With the heuristic: a has cases 1 1 5 1, b has 3 2 6 1, c has 4 3 6 3.
    assert apt_paper.apt_scores(observations(), 0.5, 0.5, heuristic=True) == {"a": 3 / 4, "b": 2 / 4, "c": 0.5 / 4}
    assert apt_paper.apt_scores(observations(), 0, 0, heuristic=False) == {"a": 2 / 4, "b": 0, "c": 0}


def test_table_4() -> None:
    rows = apt_paper.run(observations()).weights
    assert len(rows) == 18
    found = {(row.heuristic, row.w2, row.w6): row.correlation for row in rows}
    # APT 3/4, 1/4, 0 against 1, 1/2, 0: deviations (5, -1, -4)/12 and (1/2, 0, -1/2): 9 / sqrt(42 · 2).
    assert found[True, 0, 0].pearson == pytest.approx(9 / math.sqrt(84))
    assert found[True, 0, 0].spearman == pytest.approx(1)
    # APT 1/2, 0, 0: ranks 3, 1.5, 1.5 against 3, 2, 1: 1.5 / sqrt(1.5 · 2).
    assert found[False, 0, 0].spearman == pytest.approx(1.5 / math.sqrt(3))
    # APT 1/2, 1/2, 1/4.
    assert found[False, 1, 1].pearson == pytest.approx(math.sqrt(3) / 2)


def test_figure_1_and_table_3() -> None:
    rows = {row.metric: row for row in apt_paper.run(observations()).metrics}
    assert list(rows) == ["BLEU", "APT w2=0", "APT w2=0.5", "APT w2=1"]
    assert rows["BLEU"].correlation.pearson == pytest.approx(1)
    assert rows["BLEU"].without_outliers is None
    assert rows["APT w2=1"].scores == {"a": 3 / 4, "b": 2 / 4, "c": 0}


def test_an_outlier_is_left_out_of_table_3_only() -> None:
    four = dataclasses.replace(
        observations(),
        systems=("a", "b", "c", "d"),
        basic=[scored(p.sentence, None, *(("il", 5) for _ in "abcd")) for p in BASIC],
        repaired=[
            scored(0, "il", ("il", 1), ("il", 1), ("il", 1), ("le", 3)),
            scored(1, "il", ("il", 1), ("il", 1), ("le", 3), ("le", 3)),
            scored(2, "il", ("il", 1), ("le", 3), ("le", 3), ("le", 3)),
            scored(3, "il", ("il", 1), ("le", 3), ("le", 3), ("le", 3)),
        ],
        human={"a": 4.0, "b": 2.0, "c": 1.0, "d": 5.0},
        metrics={},
    )
    experiment = apt_paper.run(four, ["d"])
    row = experiment.metrics[0]
    assert row.correlation.systems == 4
    assert row.without_outliers is not None
    assert row.without_outliers.systems == 3
    assert row.without_outliers.pearson == pytest.approx(1)
    assert row.correlation.pearson != pytest.approx(1)
    assert experiment.human == {"a": 4.0, "b": 2.0, "c": 1.0, "d": 5.0}
    # All systems alike without the heuristic: no correlation, and no warning.
    assert {r.correlation.pearson for r in experiment.weights if not r.heuristic} == {None}


# Counts of correct, incorrect and bad translations that give the published Table 5.
TABLE_5 = ((449, 71, 14), (58, 64, 13), (151, 351, 79), (0, 98, 31), (43, 29, 9), (0, 29, 9))


def test_table_5_of_the_paper_comes_out_of_counts_that_fit_it() -> None:
    texts = {Case.CANDIDATE_MISSING: None, Case.BOTH_MISSING: None}
    choices = (frozenset({"il"}), frozenset({"elle"}), frozenset({"bad translation"}))
    pronouns: list[ScoredPronoun] = []
    judged = {}
    for case, row in zip(Case, TABLE_5, strict=True):
        for count, choice in zip(row, choices, strict=True):
            for _ in range(count):
                judged[Item("a", len(pronouns), 0)] = (choice,)
                pronouns.append(scored(len(pronouns), "il", (texts.get(case, "il"), case)))
    data = Observations(systems=("a",), basic=(), repaired=pronouns, annotations=judged, metrics={})
    found = [row.counts for row in apt_paper.judged_cases(data)]
    found.append((701, 642, 155))
    assert tuple(sum(column) for column in zip(*found[:-1], strict=True)) == found[-1]
    shares = [(*(round(count / sum(row), 2) for count in row), sum(row)) for row in found]
    assert shares == list(apt_paper.PUBLISHED_TABLE_5)


@settings(deadline=None, max_examples=25)
@given(st.permutations([0, 1, 2]), st.permutations([0, 1, 2, 3]))
def test_the_order_of_systems_and_pronouns_changes_nothing(systems: list[int], order: list[int]) -> None:
    def permuted(pronouns: tuple[ScoredPronoun, ...]) -> list[ScoredPronoun]:
        return [
            dataclasses.replace(pronouns[i], candidates=tuple(pronouns[i].candidates[s] for s in systems))
            for i in order
        ]

    one = apt_paper.run(observations(), ())
    other = apt_paper.run(
        dataclasses.replace(
            observations(),
            systems=tuple("abc"[s] for s in systems),
            basic=permuted(BASIC),
            repaired=permuted(REPAIRED),
        )
    )
    assert dict(one.human) == dict(other.human)
    assert (one.basic, one.repaired, one.judged_cases) == (other.basic, other.repaired, other.judged_cases)
    for row, same in zip(one.weights, other.weights, strict=True):
        assert row.correlation.pearson == pytest.approx(same.correlation.pearson)


def test_an_annotated_system_without_translation_is_named() -> None:
    data = dataclasses.replace(observations(), annotations={Item("z", 0, 0): (frozenset({"il"}),)})
    with pytest.raises(InputError, match=r"system 'z' is annotated.*the systems are a, b, c"):
        apt_paper.run(data)


def test_an_annotation_that_is_not_about_a_pronoun_is_named() -> None:
    data = dataclasses.replace(observations(), annotations={Item("a", 1, 7): (frozenset({"il"}),)})
    with pytest.raises(InputError, match=r"word 7 of sentence 1 .* is not a pronoun"):
        apt_paper.run(data)


def test_an_unknown_outlier_is_named() -> None:
    with pytest.raises(InputError, match="no system 'z' to leave out"):
        apt_paper.run(observations(), ["z"])


def test_too_few_systems_are_refused() -> None:
    with pytest.raises(InputError, match="at least 3 systems; here are 2"):
        apt_paper.run(observations(), ["c"])


def test_a_source_without_pronouns_is_refused() -> None:
    with pytest.raises(InputError, match="nothing to score"):
        apt_paper.apt_scores(dataclasses.replace(observations(), repaired=()), 0, 0, heuristic=True)


def test_published_figures_are_those_of_the_same_tables() -> None:
    # Table 3 says that its APT rows have w6 = 0: they are the heuristic rows of Table 4.
    for w2 in (0.0, 0.5, 1.0):
        assert apt_paper.PUBLISHED_TABLE_3[f"APT w2={w2:g}"] == apt_paper.PUBLISHED_TABLE_4[True, w2, 0.0]
    assert sum(int(row[3]) for row in apt_paper.PUBLISHED_TABLE_5[:-1]) == apt_paper.PUBLISHED_TABLE_5[-1][3]
    assert len(DISCOMT_2015.choices) == 9
