"""Log-linear models over named binary features: their probabilities."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def distribution(scores: Sequence[float]) -> list[float]:
    """Probabilities in proportion to the exponentials of the scores.

    >>> distribution([0.0, 0.0])
    [0.5, 0.5]
    """
    highest = max(scores)
    parts = [math.exp(score - highest) for score in scores]
    total = sum(parts)
    return [part / total for part in parts]
