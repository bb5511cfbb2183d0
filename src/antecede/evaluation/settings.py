"""What a score of pronouns depends on: the pair, its lists, and how APT is counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from antecede.errors import BadOption
from antecede.evaluation.results import Case

if TYPE_CHECKING:
    from antecede.pairs import Pair, PronounLists

Mode = Literal["corrected", "published"]
Anchor = Literal["source", "reference"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a score depends on, besides the texts and their alignments."""

    pair: Pair
    lists: PronounLists
    mode: Mode = "corrected"
    anchor: Anchor = "source"
    heuristic: bool = True
    w2: float | None = None
    """The weight of case 2; the lists' own when not given."""
    w6: float = 0.0
    discard: frozenset[Case] = frozenset()

    def __post_init__(self) -> None:
        for name, weight in (("w2", self.weights[1]), ("w6", self.w6)):
            if not 0 <= weight <= 1:
                raise BadOption(f"--{name} {weight:g}: a weight is a number from 0 to 1")
        if self.discard >= set(Case):
            raise BadOption("--discard: all six cases are discarded, so nothing is left to score")

    @property
    def weights(self) -> tuple[float, ...]:
        """The weight of each case, in order."""
        w2 = self.lists.equivalent_weight if self.w2 is None else self.w2
        return (1.0, w2, 0.0, 0.0, 0.0, self.w6)

    @property
    def signature(self) -> str:
        """All that is fixed here, as `key:value` parts."""
        parts = [f"pair:{self.pair.name}", f"lists:{self.lists.name}", f"anchor:{self.anchor}", f"mode:{self.mode}"]
        parts += [f"w2:{self.weights[1]:g}", f"w6:{self.w6:g}"]
        if self.discard:
            parts.append("discard:" + ",".join(str(int(case)) for case in sorted(self.discard)))
        return "|".join(parts)
