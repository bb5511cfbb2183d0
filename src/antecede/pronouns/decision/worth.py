"""What a translation of a pronoun is worth where another is right, as scores count it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from antecede.pairs import Pair
    from antecede.pronouns.target.classes import TargetClasses

    Probabilities = npt.NDArray[np.float64]

__all__ = ["worth"]


def worth(pair: Pair, classes: TargetClasses) -> npt.NDArray[np.float64]:
    """What each class is worth, by row, where another, by column, is right: 1, the share of an equivalent, or 0."""
    lists = pair.lists[pair.default_lists]
    size = len(classes.names)
    table = np.zeros((size, size))
    forms = [frozenset[str]() if (each := classes.described(n)) is None else each.forms for n in range(size)]
    for row in range(1, size):
        for column in range(1, size):
            same = row == column or any(forms[row] & group and forms[column] & group for group in lists.identical)
            near = any(forms[row] & group and forms[column] & group for group in lists.equivalent)
            table[row, column] = 1.0 if same else lists.equivalent_weight if near else 0.0
    return table
