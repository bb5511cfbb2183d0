"""Files of weights: written, read back, and refused where they are damaged."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from antecede.coreference.models import ResolverModel, read_model, shipped_model, write_model
from antecede.errors import ResourceError

if TYPE_CHECKING:
    from pathlib import Path

MODEL = ResolverModel("en", {"next=seem": (-1.0, 0.0, 2.5)}, {"none": -0.25}, 1.5, "own sentences", 0.5)


def test_a_model_is_read_as_it_was_written(tmp_path: Path) -> None:
    write_model(tmp_path / "m.json", MODEL)
    assert read_model(tmp_path / "m.json") == MODEL


def test_the_shipped_model_saw_free_texts_and_is_small() -> None:
    model = shipped_model("en")
    assert model.language == "en"
    assert "TED" not in model.trained_on
    assert "GUM" not in model.trained_on
    assert len(model.ranking) > 10


@pytest.mark.parametrize(
    "change",
    [
        {"format": "something else"},
        {"function": {"bias": [1.0, 2.0]}},
        {"function": ["bias"]},
        {"ranking": {"none": "high"}},
        {"ranking": {"none": float("nan")}},
        {"ranking": 3},
        {"temperature": 0},
        {"temperature": None},
        {"same_noun": 1.5},
        {"same_noun": "often"},
        {"language": None, "ranking": None},
    ],
)
def test_a_damaged_model_is_refused_in_one_line(tmp_path: Path, change: dict[str, object]) -> None:
    path = tmp_path / "m.json"
    write_model(path, MODEL)
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    with pytest.raises(ResourceError, match=r"m\.json") as caught:
        read_model(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", "{" * 5000, '{"format": []}'])
def test_what_is_no_model_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "m.json").write_text(text)
    with pytest.raises(ResourceError):
        read_model(tmp_path / "m.json")


def test_no_model_ships_for_a_language_without_one() -> None:
    with pytest.raises(ResourceError, match="no resolver ships"):
        shipped_model("fr")
