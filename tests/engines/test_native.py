"""Our own engine on a model folder."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from antecede import _native
from antecede.alignment import Link
from antecede.engines import Option, Phrase, Request
from antecede.engines.attributes import word_attributes
from antecede.engines.native import BackoffTable, Extras, NativeEngine
from antecede.errors import AntecedeError, BadOption, ResourceError
from antecede.models import ModelFolder

if TYPE_CHECKING:
    from pathlib import Path

SENTENCE = ["the", "cat", "sleeps", "."]


def test_a_folder_translates(model_folder: Path) -> None:
    engine = NativeEngine.open(model_folder)
    [[best]] = engine.translate([SENTENCE])
    assert best.tokens == ("le", "chat", "dort", ".")
    assert best.alignment == tuple(Link(n, n) for n in range(4))
    assert best.segmentation[0] == Phrase(0, 1, 0, 2)
    assert best.features["WordPenalty0"] == (-4.0,)
    weighted = (w * v for name, ws in engine.weights.items() for w, v in zip(ws, best.features[name], strict=True))
    assert best.score == pytest.approx(sum(weighted))


def test_lists_have_the_size_that_is_asked(model_folder: Path) -> None:
    engine = NativeEngine.open(model_folder, threads=2)
    lists = engine.translate([SENTENCE, [], ["nowhere"]], n_best=3)
    assert [len(listed) for listed in lists] == [3, 1, 1]
    assert lists[2][0].tokens == ("nowhere",)
    tokens = [h.tokens for h in engine.translate([SENTENCE], n_best=20, distinct=True)[0]]
    assert len(set(tokens)) == len(tokens)


def test_weights_can_be_replaced(model_folder: Path) -> None:
    engine = NativeEngine.open(model_folder)
    other = engine.with_weights({"LM0": [0.0]})
    assert other.weights["LM0"] == [0.0]
    assert engine.weights["LM0"] == [0.5]
    assert other.translate([SENTENCE])[0][0].score > engine.translate([SENTENCE])[0][0].score


def test_options_are_honoured(model_folder: Path) -> None:
    extras = Extras(option_features={"Coreference0": 1})
    engine = NativeEngine.open(model_folder, extras=extras, weights={"Coreference0": [1.0]})
    option = Option(0, 0, ("la",), {"Coreference0": [-0.5]}, ((0, 0),), exclusive=True)
    [[best]] = engine.translate_requests([Request(tuple(SENTENCE), (option,))])
    assert best.tokens[0] == "la"
    assert best.features["Coreference0"] == (-0.5,)
    with pytest.raises(BadOption, match="sentence 1: the option for words 9 to 9"):
        engine.translate_requests([Request(tuple(SENTENCE), (Option(9, 9, ("la",)),))])


def test_a_choice_is_made_from_classes_of_the_target_words(model_folder: Path) -> None:
    table = ModelFolder.read(model_folder).phrase_table()
    attributes = word_attributes(table, lambda word: {"le": 1, "chat": 2}.get(word, 0))
    assert sorted(attributes) == [0] * (len(attributes) - 2) + [1, 2]
    extras = Extras(features=(_native.ChoiceFeature("Choice0", attributes, 3),))
    engine = NativeEngine.open(model_folder, extras=extras, weights={"Choice0": [1.0]})
    notes = {"Choice0": (1, -1.0, -2.0, -3.0, 3, -5.0, 0.0, 0.0)}
    [[best]] = engine.translate_requests([Request(tuple(SENTENCE), notes=notes)])
    assert best.features["Choice0"] == (-8.0,)  # "cat" by "chat", of class 2, and "." by no pronoun


def test_a_backoff_table_translates_what_the_table_does_not_know(model_folder: Path) -> None:
    backoff = BackoffTable({"fem-sg": [(["elle"], [math.log(0.8)]), (["il"], [math.log(0.2)])]})
    engine = NativeEngine.open(model_folder, extras=Extras(backoff=backoff), weights={"TranslationModel1": [0.8]})
    [[best]] = engine.translate([["fem-sg", "sleeps"]])
    assert best.tokens == ("elle", "dort")
    assert best.alignment == (Link(0, 0), Link(1, 1))


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("[model]", "[modell]", "has no \\[model\\]"),
        ("version = 1", "version = 99", "version 99"),
        ('pair = "en-fr"', "", "no pair"),
        ('language_model = "lm.bin"', "", "no language_model"),
        ('"lm.bin"', '"phrases.bin"', "phrases.bin"),
        ('"lm.bin"', '"nowhere.bin"', "nowhere.bin"),
        ("LM0 = [0.5]", 'LM0 = ["x"]', "not numbers"),
        ("LM0 = [0.5]", "LM0 = [nan]", "not a number"),
        ("LM0 = [0.5]", "LM9 = [0.5]", "no feature 'LM9'"),
        ("pop_limit = 50", "pop_limit = 0", "pop limit"),
        ("pop_limit = 50", "pop_limit = -5", "rejects these settings"),
        ("pop_limit = 50", "colour = 5", "is not a setting"),
        ("[weights]", "[weights", "damaged"),
    ],
)
def test_a_folder_with_a_fault_is_refused(model_folder: Path, old: str, new: str, problem: str) -> None:
    file = model_folder / "model.toml"
    file.write_text(file.read_text().replace(old, new))
    with pytest.raises(AntecedeError, match=problem) as caught:
        NativeEngine.open(model_folder)
    assert "\n" not in str(caught.value)


def test_a_folder_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match=r"no model\.toml"):
        ModelFolder.read(tmp_path)


@pytest.mark.parametrize("name", ["phrases.bin", "lm.bin"])
def test_damaged_files_are_told_and_never_crash(model_folder: Path, name: str) -> None:
    file = model_folder / name
    good = file.read_bytes()
    for at in range(0, len(good), max(1, len(good) // 150)):
        file.write_bytes(good[:at] + bytes([good[at] ^ 0x55]) + good[at + 1 :])
        try:
            NativeEngine.open(model_folder).translate([SENTENCE], n_best=5)
        except AntecedeError as error:
            assert name in str(error) or "feature" in str(error)  # noqa: PT017 - most damage is harmless
    file.write_bytes(good[: len(good) // 2])
    with pytest.raises(ResourceError, match=name):
        NativeEngine.open(model_folder)
