"""The coreference model."""

from __future__ import annotations

from typing import Final

from antecede.pronouns.coreference_model.training import train_part
from antecede.pronouns.parts import Part

__all__ = ["PART"]

PART: Final = Part(train_part)
