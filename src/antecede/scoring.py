"""How likely an engine or a language model finds given translations, with the sentences around them.

A protocol, so that whoever uses a score needs to know no engine; engines that have `Ability.SCORES` are scorers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Scorer", "Segment"]


class Segment(NamedTuple):
    """A sentence to translate, or to score translations of: text first, since most engines take text."""

    text: str
    tokens: tuple[str, ...] | None = None
    """Our tokens, for engines that work on them; links count these."""
    before: tuple[str, ...] = ()
    """The sentences before, the nearest last."""
    before_target: tuple[str, ...] = ()
    """What was written for them, one for one."""


class Scorer(Protocol):
    """Something that scores given translations."""

    @property
    def key(self) -> str:
        """What scores depend on, besides the texts: the model and its version."""
        ...

    def score(
        self, segments: Sequence[Segment], targets: Sequence[Sequence[str]], *, context: int = 0
    ) -> list[list[float]]:
        """For each segment the natural logarithm of the probability of each of its targets.

        With `context`, given so many of the sentences before and what was written for them.
        """
        ...
