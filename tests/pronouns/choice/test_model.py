"""The choice model: classes, its file, what it learns, and features."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from antecede.errors import ResourceError
from antecede.pairs import known_pairs, pair
from antecede.pronouns.choice.examples import Example, Examples
from antecede.pronouns.choice.fitting import Fitting, fit, measure
from antecede.pronouns.choice.model import ChoiceModel, feature_number
from antecede.pronouns.target.classes import OTHER, TargetClasses

if TYPE_CHECKING:
    from pathlib import Path

FRENCH = TargetClasses.of(pair("en-fr"))


@pytest.mark.parametrize(
    ("token", "name"),
    [
        ("Elle", "elle"),
        ("-il", "il"),
        ("a-t-il", "il"),
        ("C’", "ce"),
        ("-ce", "ce"),
        ("cela", "cela"),
        ("Ça", "cela"),
        ("l'", "l'"),
        ("maison", ""),
        ("rendez-vous", ""),
        ("", ""),
    ],
)
def test_class_of_a_target_word(token: str, name: str) -> None:
    assert FRENCH.names[FRENCH.number(token)] == name


@pytest.mark.parametrize("name", known_pairs())
def test_no_word_is_of_two_classes(name: str) -> None:
    forms = [form for listed in pair(name).choices for form in listed.forms]
    assert len(forms) == len(set(forms))
    assert all(
        full in TargetClasses.of(pair(name)).names for listed in pair(name).choices for full in listed.stands_for
    )


@given(st.lists(st.floats(0.001, 1), min_size=len(FRENCH.names), max_size=len(FRENCH.names)))
def test_an_elided_form_is_worth_what_it_may_hide(parts: list[float]) -> None:
    probabilities = np.array(parts) / sum(parts)
    scores = np.exp(FRENCH.scores(probabilities, least=0.0))
    le, la, elided = (FRENCH.names.index(name) for name in ("le", "la", "l'"))
    assert scores[elided] == pytest.approx(probabilities[[le, la, elided]].sum())
    assert scores[le] + scores[la] == pytest.approx(scores[elided])
    assert scores[le] / scores[la] == pytest.approx(probabilities[le] / probabilities[la])
    others = [number for number in range(len(FRENCH.names)) if number not in {le, la, elided}]
    assert scores[others] == pytest.approx(probabilities[others])


def _examples() -> Examples:
    il, elle = FRENCH.names.index("il"), FRENCH.names.index("elle")
    rows = [Example([("it", 1.0), ("it gn s fem-sg", 0.9)], elle, 1.0, "it")] * 30
    rows += [Example([("it", 1.0), ("it gn s masc-sg", 0.9)], il, 1.0, "it")] * 30
    rows += [Example([("it", 1.0), ("rare", 1.0)], il, 1.0, "it")]
    return Examples.of(rows)


def test_a_model_learns_what_decides() -> None:
    model = fit(_examples(), FRENCH, Fitting(regularisation=0.1))
    chosen = model.probabilities([("it", 1.0), ("it gn s fem-sg", 0.8), ("never seen", 5.0)])
    assert chosen.sum() == pytest.approx(1)
    assert FRENCH.names[int(chosen.argmax())] == "elle"
    assert chosen.max() > 0.9
    told = measure(model, _examples())
    assert told.accuracy == 1.0
    assert told.majority == pytest.approx(31 / 61)
    assert told.by_class["elle"] == (30, 1.0, 1.0)
    assert feature_number("rare") not in model.numbers


def test_what_tells_nothing_of_antecedents_has_no_gender() -> None:
    """Lone sentences have *ils* for *they are dying*; what came before still decides where something did."""
    ils, elles, masculine, feminine = "ils", "elles", ("they gn s masc-pl", 1.0), ("they gn s fem-pl", 1.0)
    dying, rising = ("they +1+2 are dying", 1.0), ("they +1+2 are rising", 1.0)
    seen = [([dying, ("they none", 1.0)], ils, 100), ([rising, masculine], ils, 20), ([rising, feminine], elles, 20)]
    rows = [Example(features, FRENCH.names.index(name), 1.0, "they") for features, name, n in seen for _ in range(n)]
    model = fit(Examples.of(rows), FRENCH, Fitting(regularisation=0.1))
    said = dict(zip(FRENCH.names, model.probabilities([dying, feminine]), strict=True))
    assert said["elles"] > 0.9
    alone = dict(zip(FRENCH.names, model.probabilities([dying]), strict=True))
    assert alone["ils"] == pytest.approx(alone["elles"], rel=0.1)


@pytest.mark.parametrize(
    ("text", "impersonal"),
    [("il faut partir .", True), ("il s' agit de cela .", True), ("il est parti .", False), ("il", False)],
)
def test_a_pronoun_that_refers_to_nothing_is_learnt_apart_and_told_together(text: str, impersonal: bool) -> None:
    il = FRENCH.names.index("il")
    label = FRENCH.label(il, text.split(), 0)
    assert (label != il) is impersonal
    assert FRENCH.labels[label] == "il"
    rows = [Example([("it", 1.0)], label, 1.0, "it")] * 10
    model = fit(Examples.of(rows), FRENCH, Fitting(regularisation=0.1))
    assert len(model.probabilities([("it", 1.0)])) == len(FRENCH.names)
    assert model.probabilities([("it", 1.0)])[il] > 0.9
    assert measure(model, Examples.of(rows)).by_class == {"il": (10, 1.0, 1.0)}


def test_lots_are_joined_with_their_weights(tmp_path: Path) -> None:
    one = _examples()
    both = Examples.joined([one, one], [1.0, 0.25])
    assert len(both) == 2 * len(one)
    assert both.weights.sum() == pytest.approx(1.25 * len(one))
    both.write(tmp_path / "kept.npz")
    again = Examples.read(tmp_path / "kept.npz")
    assert np.array_equal(again.numbers, both.numbers)
    assert np.array_equal(again.offsets, both.offsets)
    assert again.pronouns == both.pronouns


def test_damaged_examples_are_told(tmp_path: Path) -> None:
    file = tmp_path / "kept.npz"
    _examples().write(file)
    good = file.read_bytes()
    short = replace(_examples(), labels=_examples().labels[:-1])
    for spoil in (
        lambda: file.write_bytes(b""),
        lambda: file.write_bytes(good[: len(good) // 2]),
        lambda: short.write(file),
    ):
        spoil()
        with pytest.raises(ResourceError, match=r"kept\.npz: is damaged"):
            Examples.read(file)
    with pytest.raises(ResourceError, match="nowhere"):
        Examples.read(tmp_path / "nowhere.npz")


def test_a_model_is_the_same_after_writing(tmp_path: Path) -> None:
    model = fit(_examples(), FRENCH)
    model.write(tmp_path / "choice.bin")
    again = ChoiceModel.read(tmp_path / "choice.bin")
    asked = [("it", 1.0), ("it gn s fem-sg", 0.5)]
    assert np.array_equal(again.probabilities(asked), model.probabilities(asked))
    assert (again.pair, again.classes) == ("en-fr", FRENCH.labels)


def test_a_model_that_knows_nothing_prefers_nothing() -> None:
    empty = ChoiceModel.of_weights("en-fr", FRENCH.names, np.zeros(0, np.uint32), np.zeros((0, len(FRENCH.names))))
    assert empty.probabilities([("it", 1.0)])[OTHER] == pytest.approx(1 / len(FRENCH.names))


def test_damaged_files_are_told(tmp_path: Path) -> None:
    file = tmp_path / "choice.bin"
    fit(_examples(), FRENCH).write(file)
    good = file.read_bytes()
    for at in range(0, len(good), 7):
        file.write_bytes(good[:at] + bytes([good[at] ^ 0x41]) + good[at + 1 :])
        with pytest.raises(ResourceError, match=r"choice\.bin"):
            ChoiceModel.read(file)
    for size in (0, 10, len(good) // 2):
        file.write_bytes(good[:size])
        with pytest.raises(ResourceError, match=r"choice\.bin"):
            ChoiceModel.read(file)
    with pytest.raises(ResourceError, match="train-pronouns"):
        ChoiceModel.read(tmp_path / "nowhere.bin")
