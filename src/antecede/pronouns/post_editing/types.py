"""Post-editing: the pronouns of a finished translation, fixed where they disagree with what they stand for.

An editor takes the 1-best output of any engine with its word alignment. `paper` is the system of Guillou (2015) as
printed; `best` weighs what the source says against what the output has, and repairs what agrees with the pronoun.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.coreference import ResolvedDocument
    from antecede.engines import Hypothesis
    from antecede.pronouns.agreement.draft import Edit
    from antecede.pronouns.types import Decision

__all__ = ["Change", "PostEdited", "PostEditor", "shown"]


@dataclass(frozen=True, slots=True)
class Change:
    """A pronoun that was replaced, and the words that were changed with it."""

    decision: int
    """Which of the document's pronouns it is."""
    anaphoric: bool
    """Whether it was taken to stand for a thing."""
    before: str
    after: str
    edits: tuple[Edit, ...]
    """Positions are those in the sentence before this change."""


@dataclass(frozen=True, slots=True)
class PostEdited:
    """A document's translation after post-editing: a decision for each of its pronouns, and what was changed."""

    sentences: tuple[Hypothesis, ...]
    decisions: tuple[Decision, ...]
    changes: tuple[Change, ...]


class PostEditor(Protocol):
    """Something that fixes the pronouns of a translation."""

    def edit(self, document: ResolvedDocument, sentences: Sequence[Hypothesis]) -> PostEdited:
        """The translation with its pronouns fixed; one sentence for each of the source."""
        ...


def shown(sentence: Hypothesis, position: int | None) -> str:
    """The pronoun at a place, as people name it; nothing where there is no place."""
    return normalise(sentence.tokens[position]).removeprefix("-") if position is not None else ""
