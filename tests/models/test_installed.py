"""Models that are installed are found by the pair they translate."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from antecede.errors import BadOption
from antecede.models import installed, installed_models, model_to

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for pair in ("aa-zz", "bb-zz", "aa-yy"):
        (tmp_path / pair).mkdir()
        (tmp_path / pair / "model.toml").write_text("")
    (tmp_path / "no-model").mkdir()
    monkeypatch.setenv("ANTECEDE_MODELS", str(tmp_path))
    return tmp_path


def test_a_folder_of_models_counts_as_installed(models: Path) -> None:
    found = installed_models()
    assert found["aa-zz"] == models / "aa-zz"
    assert "no-model" not in found


def test_the_target_language_picks_the_model(models: Path) -> None:
    assert model_to("yy") == models / "aa-yy"
    assert model_to("zz", source="bb") == models / "bb-zz"
    with pytest.raises(BadOption, match="aa-zz, bb-zz"):
        model_to("zz")
    with pytest.raises(BadOption, match=r"installed are .*aa-yy"):
        model_to("qq")


@pytest.mark.parametrize(
    ("pair", "told"),
    [
        ("", "no model is installed: run pip install antecede-model-en-fr, or train one with `antecede train`"),
        ("es-en", "no model is installed: run pip install antecede-model-es-en, or train one with `antecede train`"),
        ("qq-qq", "no model is installed"),
    ],
)
def test_where_no_model_is_installed_its_package_is_named(
    pair: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ANTECEDE_MODELS", raising=False)
    monkeypatch.setattr(installed, "entry_points", lambda **_: ())
    assert installed.known_models(pair) == told


@pytest.mark.parametrize(
    ("target", "source", "package"), [("fr", None, "en-fr"), ("en", None, "es-en"), ("en", "es", "es-en")]
)
def test_the_package_of_the_pair_that_is_asked_for_is_named(
    target: str, source: str | None, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ANTECEDE_MODELS", raising=False)
    monkeypatch.setattr(installed, "entry_points", lambda **_: ())
    with pytest.raises(BadOption, match=f"run pip install antecede-model-{package}"):
        model_to(target, source=source)
