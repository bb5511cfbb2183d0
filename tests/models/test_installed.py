"""Models that are installed are found by the pair they translate."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from antecede.errors import BadOption
from antecede.models import installed_models, model_to

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
