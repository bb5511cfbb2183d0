"""Two simulated raters worked out by hand, and the evaluation that Luong and Popescu-Belis published in 2016."""

from __future__ import annotations

from itertools import cycle, islice
from typing import TYPE_CHECKING

import pytest
from rating_samples import by_system, prepared

from antecede.errors import InputError
from antecede.evaluation.ratings.accuracy import SHARED, final_labels, interval, rating_json, score_ratings
from antecede.evaluation.ratings.correlation import correlate
from antecede.evaluation.settings import Settings
from antecede.pairs import pair

if TYPE_CHECKING:
    from antecede.evaluation.ratings.answers import Label
    from antecede.evaluation.ratings.blocks import Instance

SETTINGS = Settings(pair=pair("en-fr"), lists=pair("en-fr").lists["2017"])
SYSTEMS = ("BL", "PE", "CM")


def labels(instances: list[Instance], text: str) -> dict[Instance, Label]:
    return {instance: sign == "1" for instance, sign in zip(instances, text, strict=True)}


def test_two_raters_worked_out_by_hand() -> None:
    # Five sentences with one pronoun, two systems: ten instances.
    found = prepared(("x", "y"), [[("il", "il", "elle")]] * 5)
    first, second = by_system(found, 0), by_system(found, 1)
    answers = {
        "A": labels(first, "11100") | labels(second, "11001"),
        "B": labels(first, "11000") | labels(second, "10011"),
    }
    # They differ on the third of x, and on the second and fourth of y. A says right 6 times, B 5 times.
    # Observed .7; expected .6 · .5 + .4 · .5 = .5; kappa .2 / .5.
    settled: dict[Instance, Label] = {first[2]: True, second[1]: False}
    scores = score_ratings(found, answers, settled, SETTINGS)
    assert [(each.shared, each.agreed) for each in (*scores.before, *scores.after)] == [(10, 7), (10, 9)]
    assert scores.before[0].kappa == pytest.approx(0.4)
    # After: both say 11100 of x; A 10001 and B 10011 of y. Right 5 and 6 times; expected .5, observed .9.
    assert scores.after[0].kappa == pytest.approx(0.8)
    assert set(scores.disputed) == {first[2], second[1], second[3]}
    assert scores.open == (second[3],)
    together, alone, other = scores.views
    assert together.name == SHARED
    assert [(each.right, each.wrong, each.open) for each in together.systems] == [(3, 2, 0), (2, 3, 1)]
    assert [(each.right, each.wrong) for each in alone.systems] == [(3, 2), (3, 2)]
    assert [(each.right, each.wrong) for each in other.systems] == [(2, 3), (3, 2)]
    # x is 11100, y is 10001: y is better on the last and worse on the second and third; exact p of 1 in 3 is 1.
    compared = together.comparisons[0]
    assert (compared.improved, compared.degraded, compared.p_value) == (1, 2, 1.0)
    assert not together.correlations  # two points always lie on a line


def test_what_stays_open_counts_as_incorrect() -> None:
    found = prepared(("x",), [[("il", "il")]])
    (instance,) = found.rated()
    assert final_labels({"A": {instance: True}, "B": {instance: False}}, {}) == {instance: False}
    assert final_labels({"A": {instance: True}, "B": {instance: False}}, {instance: True}) == {instance: True}


def test_the_published_evaluation_comes_out() -> None:
    # 329 blocks with 563 pronouns. Cases that are right: 232, 223, 253 (Table 1).
    right = {"BL": 232, "PE": 223, "CM": 253}
    words = [tuple("il" if n < right[system] else "elle" for system in SYSTEMS) for n in range(563)]
    pronouns = iter([("il", *each) for each in words])
    sentences = [list(islice(pronouns, 2 if n < 234 else 1)) for n in range(329)]
    found = prepared(SYSTEMS, sentences)
    assert len(found.blocks) == 329
    assert len(found.rated()) == 3 * 563

    # The second rater had 40 blocks with 73 pronouns: here 33 of two and 7 of one. Of the 219 instances both call
    # 144 right and 44 wrong; they settle 18 as right and 8 as wrong, and 5 stay open. By system, so that Table 4's
    # 53, 52 and 57 are right: both right, settled as right, both wrong, settled as wrong, open.
    shares = {"BL": (47, 6, 15, 3, 2), "PE": (46, 6, 16, 3, 2), "CM": (51, 6, 13, 2, 1)}
    shared_blocks = {keyed.block.id for keyed in (*found.blocks[:33], *found.blocks[-7:])}
    a: dict[Instance, Label] = {}
    b: dict[Instance, Label] = {}
    settled: dict[Instance, Label] = {}
    # 7 times the first rater alone says right, 24 times the second.
    splits = cycle([True] * 7 + [False] * 24)
    total = {"BL": 360, "PE": 344, "CM": 370}
    for index, system in enumerate(SYSTEMS):
        instances = by_system(found, index)
        shared = iter([each for each in instances if each.block in shared_blocks])
        both, settled_right, wrong, settled_wrong, still = shares[system]
        for instance in islice(shared, both):
            a[instance] = b[instance] = True
        for instance in islice(shared, wrong):
            a[instance] = b[instance] = False
        for number, instance in enumerate(islice(shared, settled_right + settled_wrong + still)):
            a[instance] = next(splits)
            b[instance] = not a[instance]
            if number < settled_right + settled_wrong:
                settled[instance] = number < settled_right
        assert next(shared, None) is None
        rest = [each for each in instances if each.block not in shared_blocks]
        left = total[system] - sum(a.get(each) is True for each in instances)
        a |= {instance: number < left for number, instance in enumerate(rest)}

    scores = score_ratings(found, {"first": a, "second": b}, settled, SETTINGS)
    before, after = scores.before[0], scores.after[0]
    assert (before.shared, before.agreed) == (219, 188)
    # Observed .8584, expected (151·168 + 68·51) / 219² = .6012.
    assert before.kappa == pytest.approx((188 / 219 - 28836 / 47961) / (1 - 28836 / 47961))
    assert round(before.kappa or 0, 3) == 0.645
    assert (after.agreed, round(after.kappa or 0, 3)) == (214, 0.939)
    assert (len(scores.disputed), len(scores.open)) == (31, 5)
    together, first, _ = scores.views
    assert [each.right for each in together.systems] == [53, 52, 57]
    assert sum(each.right for each in together.systems) == 162
    assert [round(each.accuracy, 2) for each in together.systems] == [0.73, 0.71, 0.78]
    assert [each.right for each in first.systems] == [360, 344, 370]
    assert [each.total for each in first.systems] == [563] * 3
    assert [round(each.accuracy, 2) for each in first.systems] == [0.64, 0.61, 0.66]
    assert dict(scores.metrics["C1+C2"]) == right
    assert together.correlations["C1+C2"].pearson == pytest.approx(0.9943, abs=5e-5)
    assert first.correlations["C1+C2"].pearson == pytest.approx(0.9361, abs=5e-5)
    # All that is right is identical here, so that APT is the same share.
    assert first.correlations["APT"].pearson == pytest.approx(0.9361, abs=5e-5)


@pytest.mark.parametrize(("people", "pearson"), [((53, 52, 57), 0.9943), ((360, 344, 370), 0.9361)])
def test_the_published_correlations(people: tuple[int, ...], pearson: float) -> None:
    metric, human = (dict(zip(SYSTEMS, each, strict=True)) for each in ((232, 223, 253), people))
    assert correlate(metric, human).pearson == pytest.approx(pearson, abs=5e-5)


def test_the_published_gap_filling_comes_out() -> None:
    # 210 pronouns: 79 listed ones right (32 it, 47 they), 35 right as OTHER, 74 listed ones wrong (60, 14), 22 others.
    written = ["il"] * 79 + ["cette"] * 35 + ["elle"] * 74 + [None] * 22
    found = prepared(("system",), [[("il", word)] for word in written], kind="gap-filling")
    ticked = ["il"] * 79 + ["other"] * 35 + ["ce"] * 74 + ["bad translation"] * 22
    told: dict[Instance, Label] = {
        instance: frozenset({choice}) for instance, choice in zip(by_system(found, 0), ticked, strict=True)
    }
    scores = score_ratings(found, {"A": told}, {}, SETTINGS)
    (view,) = scores.views
    assert (view.systems[0].right, view.systems[0].total) == (114, 210)
    human = view.human["system"]
    assert round(human.accuracy_with_other, 3) == 0.543
    # il: 79 of the 79 written; elle: none of 74. Precision 79/153.
    assert human.micro.precision == pytest.approx(79 / 153)
    assert rating_json(scores)["views"][0]["gap_filling"]["system"]["items"] == 210


def test_of_open_gaps_only_what_all_ticked_is_accepted() -> None:
    found = prepared(("x",), [[("il", "il")], [("il", "ce")]], kind="gap-filling")
    one, two = by_system(found, 0)
    answers: dict[str, dict[Instance, Label]] = {
        "A": {one: frozenset({"il", "ce"}), two: frozenset({"ce"})},
        "B": {one: frozenset({"il"}), two: frozenset({"il"})},
    }
    scores = score_ratings(found, answers, {}, SETTINGS)
    assert scores.disputed == (one, two)
    system = scores.views[0].systems[0]
    assert (system.right, system.wrong, system.open) == (1, 1, 1)


def test_one_rater_alone_has_scores_but_nothing_to_adjudicate() -> None:
    found = prepared(("x",), [[("il", "il")]])
    (instance,) = found.rated()
    scores = score_ratings(found, {"A": {instance: True}}, {}, SETTINGS)
    assert (scores.before, len(scores.views)) == ((), 1)
    with pytest.raises(InputError, match="another rater"):
        score_ratings(found, {"A": {instance: True}}, {instance: True}, SETTINGS)


def test_the_interval_is_wilsons() -> None:
    # 3 of 5, z = 1.96: centre (.6 + z²/10) / (1 + z²/5) = .5566; half of its width
    # z √(.6 · .4 / 5 + z²/100) / (1 + z²/5) = .3258.
    low, high = interval(3, 5)
    assert (round(low, 3), round(high, 3)) == (0.231, 0.882)
    assert interval(0, 0) == (0.0, 1.0)
