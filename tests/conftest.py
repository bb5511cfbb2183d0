"""What many tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The development data: `ANTECEDE_DATA`, or `../shared/data` beside the checkout; skips without it."""
    beside = Path(__file__).resolve().parents[2] / "shared" / "data"
    folder = Path(os.environ.get("ANTECEDE_DATA", beside))
    if not folder.is_dir():
        pytest.skip("no development data: set ANTECEDE_DATA to its folder")
    return folder
