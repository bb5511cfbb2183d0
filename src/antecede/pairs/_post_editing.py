"""What a pair states for the rules of post-editing that Guillou (2015) printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from antecede.languages import Form, Number


class PublishedChange(NamedTuple):
    """A row of the paper's Table 2."""

    anaphoric: bool
    source: str
    before: str
    after: str
    changes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PostEditingRules:
    """Which pronouns the two rules predict, and which they leave alone. Words are lower-case, in their full forms."""

    predicted: Mapping[Form, str]
    """The pronoun for the gender and number of the antecedent's translation."""
    always_anaphoric: frozenset[str]
    """Source pronouns that only the anaphoric rule is for, wherever they stand."""
    own_number: Mapping[str, Number]
    """Source pronouns that keep a number of their own: antecedents of another are passed over, and what theirs became
    gives the gender alone. The others take the number of what the antecedent became."""
    defaults: Mapping[str, str]
    """What each source pronoun becomes when no antecedent has a noun for its translation."""
    not_defaulted: Mapping[str, frozenset[str]]
    """Translations of each source pronoun that the default leaves alone."""
    neutral: str
    """What the rule for pronouns that are not anaphoric predicts."""
    neutral_kept: frozenset[str]
    """Translations that it leaves alone."""
    together: Mapping[str, str]
    """How the table of changes names pronouns that it counts together."""
    published: tuple[PublishedChange, ...]
