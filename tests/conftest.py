"""Fixtures that every test may use."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of development data, which is not part of the project."""
    beside = Path(__file__).parents[2] / "shared" / "data"
    folder = Path(os.environ.get("ANTECEDE_DATA", beside))
    if not folder.is_dir():
        pytest.skip("wants the development data: set ANTECEDE_DATA to its folder")
    return folder
