"""`choice.bin` keeps weights by a hash of the features' names: a name that changes loses its weight without an error.

Where these fail, put the old name back, or train the choice models again and write the expected values with
`choice_golden.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import neural_models
import pytest
from choice_golden import SAMPLES, SHOWN, chosen_in, expected_decisions, expected_features, features_in, translated
from frozen import NAMES

from antecede.analysis import lexicon
from antecede.errors import ResourceError
from antecede.models import ModelFolder
from antecede.pairs import pair

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from antecede.analysis import Analyser


@pytest.fixture
def shipped(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Skips the test where the model of a pair is not installed."""
    monkeypatch.delenv("ANTECEDE_MODELS", raising=False)

    def wanted(name: str) -> None:
        try:
            ModelFolder.find(name)
        except ResourceError as error:
            pytest.skip(f"wants the model that ships: {error}")

    return wanted


@pytest.mark.parametrize("name", NAMES)
def test_features_have_the_names_that_choice_models_were_trained_with(name: str) -> None:
    found, wanted = features_in(name), expected_features(name)
    assert sorted(found) == sorted(wanted)
    assert found == pytest.approx(wanted, abs=1e-3)


@pytest.mark.parametrize("pair_name", SAMPLES)
def test_every_class_of_a_pair_has_features_of_its_name(pair_name: str) -> None:
    """The pronouns before one are named by their classes."""
    names = {feature for name in NAMES if name.startswith(pair_name) for feature in expected_features(name)}
    for listed in pair(pair_name).choices:
        assert any(f"<{listed.name}>" in feature for feature in names)
        assert any(feature.endswith(f" {listed.name}") for feature in names if " before " in feature)


@pytest.mark.parametrize("name", NAMES)
def test_the_models_that_ship_know_the_features_and_decide_as_before(name: str, shipped: Callable[[str], None]) -> None:
    shipped(name.partition(".")[0])
    found, wanted = chosen_in(name), expected_decisions()["frozen"][name]
    assert found["known"] == wanted["known"]
    for one, other in zip(found["pronouns"], wanted["pronouns"], strict=True):
        assert one.pop("") == other.pop("")
        _assert_near(one, other, 2e-3)


@pytest.fixture(params=["nothing", pytest.param("a neural model", marks=pytest.mark.neural)])
def _fetched(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was fetched besides pipelines and lexicons."""
    prepare = neural_models.without if request.param == "nothing" else neural_models.fetched
    prepare(tmp_path / "resources", monkeypatch)


@pytest.mark.usefixtures("_fetched")
@pytest.mark.parametrize("pair_name", SAMPLES)
def test_the_samples_have_the_pronouns_that_they_had(
    pair_name: str, shipped: Callable[[str], None], analyser: Callable[[str], Analyser]
) -> None:
    shipped(pair_name)
    described = pair(pair_name)
    analyser(described.source)
    if described.agrees_with_translation:
        try:
            lexicon(described.target)
        except ResourceError as error:
            pytest.skip(f"wants a lexicon: {error}")
    found, wanted = translated(pair_name), expected_decisions()["translated"][pair_name]
    for one, other in zip(found, wanted, strict=True):
        assert [one[key] for key in ("pronoun", "choice", "baseline")] == [
            other[key] for key in ("pronoun", "choice", "baseline")
        ]
        # What is parsed now may differ in the last digits from one processor to the next.
        _assert_near(one["options"], other["options"], 0.02)


def _assert_near(one: Mapping[str, float], other: Mapping[str, float], tolerance: float) -> None:
    """Fails where a probability differs; what is less likely than `SHOWN` is not told, so that it may be missing."""
    for name in {*one, *other}:
        assert one.get(name, SHOWN) == pytest.approx(other.get(name, SHOWN), abs=tolerance), name
