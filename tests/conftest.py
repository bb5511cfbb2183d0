from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test finds what another computed, or touches the user's cache."""
    monkeypatch.setenv("ANTECEDE_CACHE", str(tmp_path / "cache"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for marker, module in (("eflomal", "eflomal"), ("fast", "systran_align")):
        if importlib.util.find_spec(module) is None:
            for item in items:
                if item.get_closest_marker(marker):
                    item.add_marker(pytest.mark.skip(reason=f"{module} is not installed"))
