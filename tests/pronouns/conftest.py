"""Fixtures of the pronoun systems."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pronoun_samples import write_pronoun_model

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def pronoun_model(tmp_path: Path) -> Path:
    """A model of a few words with pronouns."""
    return write_pronoun_model(tmp_path / "pronouns")
