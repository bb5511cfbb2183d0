"""What a pair module states."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from antecede.languages import Gender, GrammaticalCase, Number
    from antecede.pairs._post_editing import PostEditingRules


@dataclass(frozen=True, slots=True, kw_only=True)
class PronounLists:
    """The lists a score of pronouns is counted with: which pronouns, and which of them may stand for each other.

    All words are lower-case, with the straight apostrophe.
    """

    name: str
    source_pronouns: frozenset[str]
    target_pronouns: frozenset[str]
    """Words that count as pronouns on the target side."""
    reference_pronouns: frozenset[str]
    """What is counted when the anchor is the reference."""
    identical: tuple[frozenset[str], ...] = ()
    equivalent: tuple[frozenset[str], ...] = ()
    translations: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """What each source pronoun is likely to become; a pronoun that is not a key may become any target pronoun."""
    equivalent_weight: float = 0.5
    missing_reference_counts: bool = True
    """Whether an unaligned reference is a case of its own (5, 6) or is counted by the candidate alone (3, 4)."""

    def likely(self, source: str) -> frozenset[str]:
        """The target pronouns that are likely translations of a source pronoun."""
        return self.translations.get(source, self.target_pronouns)


@dataclass(frozen=True, slots=True)
class TargetClass:
    """Target words that are one choice, be they elided, inverted or informal; the name is how people read it.

    Words are lower-case, with the straight apostrophe.
    """

    name: str
    forms: frozenset[str]
    gender: Gender | None = None
    number: Number | None = None
    stands_for: tuple[str, ...] = ()
    """Names of the classes that it is the elided form of, where their difference is lost."""
    twin: str = ""
    """The name of the class that it differs from in gender alone: only antecedents decide between the two."""
    impersonal: bool = False
    """Whether it may refer to nothing, too; the pair's expression says what follows it then."""
    alone: bool = False
    """Whether nothing else in a sentence agrees with it, so that one such word may be replaced by another."""
    case: GrammaticalCase | None = None
    """Where its forms show it: *ihn* is accusative, *sie* may be that or nominative."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A pair of languages: how the pronouns of one become those of the other."""

    name: str
    source: str
    target: str
    lists: Mapping[str, PronounLists]
    default_lists: str
    resolved: frozenset[str] = frozenset()
    """Source pronouns that are resolved and translated with care; those that the default lists count if not given."""
    agrees_with_translation: bool = False
    """Whether a pronoun's gender is that of what its antecedent became (*la maison ... elle*), or the antecedent's."""
    sure_links: Mapping[str, float] = field(default_factory=dict)
    """How likely a pronoun's antecedent must be for the papers' systems to take it; any will do where nothing is said.
    They processed a part of the pronouns, since their resolvers found no antecedent for the others: ours finds one for
    nearly all, and what it is least sure of is left out until the part is theirs."""
    sure_functions: Mapping[str, float] = field(default_factory=dict)
    """How likely a pronoun must stand for something, beside its antecedent being likely: their resolvers left *it* that
    refers to nothing alone, and so must ours."""
    gap_filling: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """What annotators choose from when they fill the gap of a pronoun, each with the words that count as it."""
    post_editing: PostEditingRules | None = None
    """The printed rules of post-editing; none where no paper has any."""
    lone_sentences: float = 1.0
    """How much a sentence that stands alone counts beside one of running text, where choosing is learnt."""
    choices: tuple[TargetClass, ...] = ()
    """What the source pronouns may become, for the models that choose; a word of none of them is another choice."""
    gender_groups: tuple[frozenset[str], ...] = ()
    """Names of the choices that differ in gender alone and are edited in the output of other engines, group by group;
    each choice and its twin if not given."""
    exchanges: tuple[frozenset[str], ...] = ()
    """Names of the choices of which one may be wrong where another is right, group by group: what is decided when the
    output of an engine is checked or fixed. The groups of gender if not given."""
    tolerated: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """For a choice, those that never replace it, since it is good where they are: *their* of a company."""
    determiners: frozenset[str] = frozenset()
    """Target pronouns that look like determiners."""
    impersonal: str = ""
    """A regular expression of what follows a target pronoun that refers to nothing."""

    def __post_init__(self) -> None:
        if not self.resolved:
            object.__setattr__(self, "resolved", self.lists[self.default_lists].source_pronouns)
        if not self.gender_groups:
            groups = tuple(frozenset({listed.name, listed.twin}) for listed in self.choices if listed.twin)
            object.__setattr__(self, "gender_groups", groups)
        if not self.exchanges:
            object.__setattr__(self, "exchanges", self.gender_groups)
