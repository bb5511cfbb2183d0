"""What resolution adds: each pronoun's function, position and antecedents, with probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    from antecede.analysis import AnalysedDocument
    from antecede.languages import Gender, Number

    Position = Literal["subject", "object", "other"]


@dataclass(frozen=True, slots=True)
class Function:
    """How likely a pronoun refers to a thing, to an event, or to nothing; the three sum to one."""

    anaphoric: float = 1.0
    event: float = 0.0
    pleonastic: float = 0.0


@dataclass(frozen=True, slots=True)
class Antecedent:
    """A mention that a pronoun may stand for: the tokens from `start` up to `end` of a sentence."""

    sentence: int
    start: int
    end: int
    head: int
    text: str
    gender: Gender | None
    number: Number | None
    human: bool | None
    probability: float


class Clause(NamedTuple):
    """A clause that a pronoun may take up: where its head stands, usually a verb, and how likely it is."""

    sentence: int
    head: int
    text: str
    """The head's own."""
    probability: float


@dataclass(frozen=True, slots=True)
class Anaphor:
    """A pronoun, and what it may stand for; the antecedents' probabilities and `none` sum to one."""

    sentence: int
    token: int
    text: str
    position: Position
    function: Function
    antecedents: tuple[Antecedent, ...]
    """The likeliest first; they may be pronouns themselves (a chain), and come before the pronoun or after it."""
    none: float
    """How likely it is that no nominal mention is the antecedent."""
    events: tuple[Clause, ...] = ()
    """The clauses that it may take up, the likeliest first; they share out `function.event`."""


@dataclass(frozen=True, slots=True)
class ResolvedDocument:
    """An analysed document with its pronouns resolved, in the order of the text."""

    analysis: AnalysedDocument
    anaphors: tuple[Anaphor, ...]


class Resolver(Protocol):
    """Something that finds a document's pronouns and what they stand for."""

    def resolve(self, document: AnalysedDocument) -> ResolvedDocument:
        """The document with its pronouns; one call a document, since nothing is remembered between documents."""
        ...
