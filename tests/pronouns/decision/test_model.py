"""When to overrule an engine: two logistic models, kept as JSON."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antecede.errors import BadOption, ResourceError
from antecede.pronouns.decision import model as module
from antecede.pronouns.decision.model import DecisionModel, has_decision, read_decision, shift_of, written_decision
from antecede.pronouns.decision.training import Example, fit

if TYPE_CHECKING:
    from pathlib import Path

MODEL = DecisionModel({"always": 1.0, "now": 2.0}, {"always": -1.0, "other": 3.0}, 0.3)
WEIGHTS = st.dictionaries(st.text(max_size=8), st.floats(-9, 9), max_size=5)


def test_probabilities_are_logistic() -> None:
    # theirs: 1 + 2 * .5 = 2; ours: -1 + 3 * .5 = .5; a feature without a weight says nothing.
    theirs, ours = MODEL.probabilities({"always": 1.0, "now": 0.5, "other": 0.5, "new": 7.0})
    assert theirs == pytest.approx(1 / (1 + math.exp(-2.0)))
    assert ours == pytest.approx(1 / (1 + math.exp(-0.5)))


def test_what_people_wrote_is_doubted_less() -> None:
    features = {"always": 1.0, "other": 1.0}
    by_engine, by_people = (MODEL.probabilities(features, shift_of(each)) for each in ("neural", "human"))
    assert by_people[0] > by_engine[0]
    assert by_people[1] < by_engine[1]
    with pytest.raises(BadOption, match="unknown quality 'poor': it is human, neural, phrase-based"):
        shift_of("poor")  # type: ignore[arg-type]


@given(WEIGHTS, WEIGHTS, st.floats(-1, 1), st.floats(0, 1))
def test_a_model_comes_back_from_its_file(
    theirs: dict[str, float], ours: dict[str, float], margin: float, least: float
) -> None:
    model = DecisionModel(theirs, ours, margin, least)
    again = DecisionModel.of(json.loads(written_decision({"ranker": model}, "a test"))["models"]["ranker"])
    assert (again.margin, again.least) == (margin, least)
    assert again.theirs == pytest.approx(theirs, abs=1e-4)
    assert again.ours == pytest.approx(ours, abs=1e-4)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (json.dumps({"version": 9, "models": {}}), "is of version 9, not 1"),
        ("{", "is damaged"),
        ("[]", "is damaged"),
        (json.dumps({"version": 1, "models": {"encoder": {}}}), "is damaged"),
        (json.dumps({"version": 1, "models": {"ranker": {"theirs": 1}}}), "is damaged"),
    ],
)
def test_what_is_no_model_is_refused(
    content: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "en-fr.decision.json").write_text(content, encoding="utf-8")
    monkeypatch.setattr(module, "files", lambda _: tmp_path)
    assert has_decision("en-fr")
    assert not has_decision("es-en")
    with pytest.raises(ResourceError, match=message):
        read_decision("en-fr", "encoder")
    with pytest.raises(ResourceError, match="was not learnt for es-en"):
        read_decision("es-en", "ranker")


def test_weights_are_learnt_from_labels_that_may_be_uncertain() -> None:
    rows = [Example({"always": 1.0, "x": float(x)}, 0.9 if x > 0 else 0.1, 2.0) for x in (-3, -2, -1, 1, 2, 3)]
    model = DecisionModel(fit(rows, 0.01), {}, 0.0)
    assert model.probabilities({"always": 1.0, "x": 2.0})[0] > 0.8
    assert model.probabilities({"always": 1.0, "x": -2.0})[0] < 0.2
    with pytest.raises(BadOption, match="nothing to learn from"):
        fit([], 1.0)
