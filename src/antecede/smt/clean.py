"""Leave out sentence pairs that are no use in training: empty, too long, of very different lengths, not translated."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

# A number or a name may well be the same in both languages; a clause is not.
_SHORT: Final = 4


class Fault(StrEnum):
    """Why a sentence pair was left out."""

    EMPTY = "empty"
    LONG = "too long"
    RATIO = "lengths too different"
    IDENTICAL = "not translated"


@dataclass(frozen=True, slots=True)
class Cleaning:
    """The limits; the defaults are those of Moses's clean-corpus-n, with identical sentences left out too."""

    longest: int = 80
    ratio: float = 9.0
    identical: bool = True

    def fault(self, source: Sequence[str], target: Sequence[str]) -> Fault | None:
        """What is wrong with a tokenised pair, if anything.

        >>> Cleaning().fault("a b c d".split(), "a b c d".split())
        <Fault.IDENTICAL: 'not translated'>
        """
        if not source or not target:
            return Fault.EMPTY
        if len(source) > self.longest or len(target) > self.longest:
            return Fault.LONG
        if len(source) > self.ratio * len(target) or len(target) > self.ratio * len(source):
            return Fault.RATIO
        if self.identical and len(source) >= _SHORT and source == target:
            return Fault.IDENTICAL
        return None
