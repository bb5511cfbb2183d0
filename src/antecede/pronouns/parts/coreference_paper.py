"""The papers' table of the coreference model alone, from texts of its own."""

from __future__ import annotations

from typing import Final

from antecede.pronouns.coreference_model.training import train_paper_table
from antecede.pronouns.parts import Part

__all__ = ["PART"]

# The part `coreference` has this table, too: it is trained again only where it is asked for.
PART: Final = Part(train_paper_table, after=("coreference",), serves=lambda pair: False)  # noqa: ARG005
