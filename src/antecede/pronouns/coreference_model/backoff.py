"""The coreference model as a second phrase table, as printed."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from antecede.engines.native import BackoffTable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from antecede.pronouns.coreference_model.model import Table

__all__ = ["FEATURE", "backoff_table", "main_table_weight"]

FEATURE: Final = "TranslationModel1"


# Moses's default for a table, and ours.
_TABLE_LIMIT: Final = 20


def backoff_table(table: Table) -> BackoffTable:
    """The coreference model as the second table of the decoder: natural logarithms, the likeliest translations."""
    entries: dict[str, list[tuple[list[str], list[float]]]] = {}
    for name, translation, share in table.triples():
        listed = entries.setdefault(name, [])
        if len(listed) < _TABLE_LIMIT:
            listed.append((translation.split(" "), [math.log(share)]))
    return BackoffTable(entries, FEATURE)


def main_table_weight(weights: Mapping[str, Sequence[float]]) -> float:
    """The weight of the second table: the sum of the main table's weights.

    That is the paper's 0.8, which it explains so: beside Moses's default weights, 0.2 for each of four scores, the sum
    is 0.8; beside tuned weights it keeps the proportion.
    """
    return sum(weights.get("TranslationModel0", (0.2, 0.2, 0.2, 0.2)))
