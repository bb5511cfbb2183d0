from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antecede.errors import BadFormat
from antecede.evaluation.ratings.gap_filling import (
    BAD_TRANSLATION,
    DISCOMT_2015,
    OTHER,
    Answer,
    Item,
    Judgement,
    PronounCounts,
    accepted,
    read_annotations,
    score,
)

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

BAD = frozenset({BAD_TRANSLATION})


def answer(choices: str, candidate: str | None) -> Answer:
    return Answer(frozenset(choices.split("|")), candidate)


@pytest.mark.parametrize(
    ("word", "pronoun_class"),
    [
        ("il", "il"),
        ("Elles", "elles"),
        ("c'", "ce"),
        ("C’", "ce"),
        ("cela", "ça/cela"),
        ("Ça", "ça/cela"),
        ("ç'", "ça/cela"),
        ("on", "on"),
        ("le", OTHER),
        ("chat", OTHER),
        (None, None),
    ],
)
def test_the_class_of_a_candidate(word: str | None, pronoun_class: str | None) -> None:
    assert DISCOMT_2015.pronoun_class(word) == pronoun_class


@pytest.mark.parametrize(
    ("choices", "candidate", "judgement"),
    [
        ("il", "il", Judgement.CORRECT),
        ("il|ce", "ce", Judgement.CORRECT),
        ("il|ce", "elle", Judgement.INCORRECT),
        ("other", "other", Judgement.CORRECT),
        ("il", None, Judgement.INCORRECT),
        ("other", None, Judgement.INCORRECT),
        ("bad translation", "il", Judgement.BAD_TRANSLATION),
        ("bad translation", None, Judgement.BAD_TRANSLATION),
        ("bad translation|il", "il", Judgement.CORRECT),
        ("bad translation|il", "elle", Judgement.INCORRECT),
    ],
)
def test_the_judgement_of_a_candidate(choices: str, candidate: str | None, judgement: Judgement) -> None:
    assert answer(choices, candidate).judgement is judgement


# Eight items:                         right?
ANSWERS = (
    answer("il|ce", "ce"),  #          yes: il was not needed, so il is not missed
    answer("il|ce", "elle"),  #        no: misses il and ce
    answer("elle", "elle"),  #         yes
    answer("il", "elle"),  #           no: misses il
    answer("other", "other"),  #       yes; left out without OTHER
    answer("other", "il"),  #          no; left out without OTHER
    answer("bad translation", "il"),  # no
    answer("ils", None),  #            no: misses ils
)


def test_the_figures_of_the_shared_task_worked_out_by_hand() -> None:
    found = score(ANSWERS)
    assert found.items == 8
    assert found.accuracy_with_other == 3 / 8
    assert found.accuracy_without_other == 2 / 6
    counts = {count.pronoun: count for count in found.pronouns}
    assert list(counts) == ["il", "elle", "ils", "elles", "ce", "on", "ça/cela"]
    assert counts["il"] == PronounCounts("il", correct=0, produced=2, missed=2)
    assert counts["elle"] == PronounCounts("elle", correct=1, produced=3, missed=0)
    assert counts["ce"] == PronounCounts("ce", correct=1, produced=1, missed=1)
    assert counts["ils"] == PronounCounts("ils", correct=0, produced=0, missed=1)
    # Micro: 2 right of 6 written; 2 right and 4 missed.
    assert (found.micro.precision, found.micro.recall) == (2 / 6, 2 / 6)


@pytest.mark.parametrize(
    ("counts", "precision", "recall", "f"),
    [
        (PronounCounts("elle", 1, 3, 0), 1 / 3, 1.0, 0.5),  # 2 · (1/3 · 1) / (4/3)
        (PronounCounts("ce", 1, 1, 1), 1.0, 0.5, 2 / 3),
        (PronounCounts("il", 0, 2, 2), 0.0, 0.0, 0.0),
        (PronounCounts("ils", 0, 0, 1), None, 0.0, 0.0),
        (PronounCounts("on", 0, 0, 0), None, None, None),
    ],
)
def test_precision_recall_and_f(
    counts: PronounCounts, precision: float | None, recall: float | None, f: float | None
) -> None:
    assert (counts.precision, counts.recall) == (precision, recall)
    assert counts.f == (None if f is None else pytest.approx(f))


def test_accuracy_with_other_counts_the_whole_sample() -> None:
    # Guillou 2015: 79 right and 74 wrong among listed pronouns, and 114 right of 210 in all; so 35 of the other 57
    # items are *other* rightly, and the rest are bad translations or *other* wrongly: here 14 and 8.
    items = [answer("il", "il")] * 79 + [answer("il", "elle")] * 74
    items += [answer("other", "other")] * 35 + [answer("bad translation", "il")] * 14 + [answer("other", "il")] * 8
    found = score(items)
    assert found.accuracy_with_other == 114 / 210
    assert found.accuracy_without_other == 79 / 167


def test_accuracy_without_other_is_undefined_where_all_is_other() -> None:
    assert score([answer("other", "other"), answer("il", "other")]).accuracy_without_other is None


CHOICES = st.frozensets(st.sampled_from(DISCOMT_2015.choices), min_size=1)
CANDIDATES = st.sampled_from([*DISCOMT_2015.pronouns, OTHER, None])
ITEMS = st.lists(st.builds(Answer, CHOICES, CANDIDATES), min_size=1, max_size=30)


@given(ITEMS, st.randoms(use_true_random=False))
def test_the_order_of_items_changes_nothing(answers: list[Answer], random: Random) -> None:
    assert score(random.sample(answers, len(answers))) == score(answers)


@given(ITEMS)
def test_lenient_recall_never_asks_for_a_second_pronoun(answers: list[Answer]) -> None:
    found = score(answers)
    right = sum(a.judgement is Judgement.CORRECT and a.candidate != OTHER for a in answers)
    assert found.micro.correct == right
    if all(a.judgement is Judgement.CORRECT for a in answers):
        assert found.micro.missed == 0
        assert found.accuracy_with_other == 1


def test_annotations_are_read_and_several_annotators_are_kept_apart(tmp_path: Path) -> None:
    path = tmp_path / "annotations.csv"
    path.write_text(
        "annotator,system,sentence,source_position,choices\n"
        "x,a,0,3,il | ce\n"
        "x,a,4,0,Bad translation\n"
        "y,a,0,3,C’|Cela\n"
        "x,b,0,3,other\n",
        encoding="utf-8",
    )
    annotations = read_annotations(path)
    assert annotations == {
        Item("a", 0, 3): (frozenset({"il", "ce"}), frozenset({"ce", "ça/cela"})),
        Item("a", 4, 0): (BAD,),
        Item("b", 0, 3): (frozenset({OTHER}),),
    }
    assert accepted(annotations[Item("a", 0, 3)]) == {"il", "ce", "ça/cela"}


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("a,0,1,elel", "line 2: unknown choice 'elel': the choices are il, elle, ils, elles, ce, on, ça/cela, other"),
        ("a,0,1,", "line 2: unknown choice ''"),
        ("a,0,1,il|", "line 2: unknown choice ''"),
        ("a,-1,1,il", "line 2: sentence '-1' is not a position"),
        ("a,0,one,il", "line 2: source_position 'one' is not a position"),
        ("a,0,²,il", "line 2: source_position '²' is not a position"),
        ("a,0,1", "line 2: 3 fields where the header has 4"),
        ("", "has a header but no annotations"),
    ],
)
def test_bad_annotations_are_a_clear_error(tmp_path: Path, row: str, problem: str) -> None:
    path = tmp_path / "annotations.csv"
    path.write_text(f"system,sentence,source_position,choices\n{row}\n", encoding="utf-8")
    with pytest.raises(BadFormat) as error:
        read_annotations(path)
    assert str(path) in str(error.value)
    assert problem in str(error.value)
