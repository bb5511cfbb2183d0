"""The pronoun language model."""

from __future__ import annotations

from typing import Final

from antecede.pronouns.parts import Part
from antecede.pronouns.pronoun_lm.training import serves, train_part

__all__ = ["PART"]

PART: Final = Part(train_part, after=("coreference",), serves=serves)
