"""What features of the decoder know about target words, compiled for a model's vocabulary."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    from antecede import _native

__all__ = ["word_attributes"]


def word_attributes(phrase_table: _native.PhraseTable, class_of: Callable[[str], int]) -> npt.NDArray[np.uint16]:
    """For each word of a table's target vocabulary what `class_of` says of it: 0 for nothing, at most 65,535.

    `_native.ChoiceFeature` and `_native.AgreementFeature` take it. Every word is asked for once, so this costs a Python
    call a word; what opens a model often keeps the answer.
    """
    words = phrase_table.target_words()
    return np.fromiter(map(class_of, words), dtype=np.uint16, count=len(words))
