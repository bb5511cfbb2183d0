"""The combined system's choice model."""

from __future__ import annotations

from typing import Final

from antecede.pronouns.choice.training import train_part
from antecede.pronouns.parts import Part

__all__ = ["PART"]

PART: Final = Part(train_part, after=("coreference", "plm"))
