"""What a language module states, and where languages are found."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from antecede.errors import UnknownLanguage
from antecede.files.shipped import shipped
from antecede.languages._names import by_gender
from antecede.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from importlib.resources.abc import Traversable

    from antecede.languages._agreement import AgreementRules, Inflections
    from antecede.languages._morphology import Agreement, Gender
    from antecede.languages._nouns import NounClues
    from antecede.languages._reference import Reference


def each(words: str) -> frozenset[str]:
    """The words of a list typed with spaces."""
    return frozenset(words.split())


@dataclass(frozen=True, slots=True)
class RelativePronouns:
    """Pronouns that follow a noun and say whether it is a person."""

    persons: tuple[str, ...] = ()
    things: tuple[str, ...] = ()
    not_nouns: frozenset[str] = frozenset()
    """What else may stand before them: prepositions, pronouns, verbs."""


@dataclass(frozen=True, slots=True)
class ReferenceNotes:
    """How the language itself says what a pronoun refers to, for engines that take such notes as context.

    `{pronoun}` and `{antecedent}` are put in as they stand in the text, so that nothing may depend on how they begin.
    """

    antecedent: str
    event: str
    nothing: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """One language: its name, how its text falls into words and sentences, and how words are typed together.

    Words are lower-case with the straight apostrophe, unless they are abbreviations.
    """

    code: str
    name: str
    three_letters: str = ""
    """Its code in ISO 639-3, which neural models of many languages go by."""

    abbreviations: frozenset[str]
    """Words that end in a full stop which ends no sentence, as they are written: `Mr.`."""
    final_abbreviations: frozenset[str] = frozenset()
    """Abbreviations that may also close a sentence: `etc.`; a capital after them decides."""
    number_abbreviations: frozenset[str] = frozenset()
    """Abbreviations only before a number: `No. 5`."""
    not_initials: str = ""
    """Capitals that are words, so that their full stop is one: English *I*."""
    sentence_starters: frozenset[str] = frozenset()
    """Capitalised words that begin a sentence where a full stop alone does not decide: after *U.S.*"""

    elisions: frozenset[str] = frozenset()
    """Words that lean on the next one: `l'`."""
    enclitics: frozenset[str] = frozenset()
    """Words that lean on the one before, without a hyphen: `n't`, `'s`."""
    hyphen_clitics: frozenset[str] = frozenset()
    """Words that lean on a verb with a hyphen: `-il`; with an apostrophe they also lean on the next: `-m'`."""
    contractions: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Two words typed as one: `cannot`."""
    whole_words: frozenset[str] = frozenset()
    """Words that look like a word and a clitic, but are one word: `rendez-vous`."""
    hour_marks: frozenset[str] = frozenset()
    """What is typed on to a number, yet is a word of its own: `5pm`."""

    splits_hyphens: bool = False
    """Whether *well-known* is three words (English) or one."""
    hyphen_prefixes: frozenset[str] = frozenset()
    """Where hyphens split: first parts that do not stand alone, so that *co-author* is one word."""
    after_dash: frozenset[str] = frozenset()
    """Where hyphens split: words that seldom follow a hyphen inside a word, so that a hyphen before them is a dash."""

    space_before: frozenset[str] = frozenset()
    """Marks with a space before them that others type without: French `?`."""
    space_after: frozenset[str] = frozenset()
    """Opening marks with a space after them: French `«`."""
    narrow_space_before: frozenset[str] = frozenset()
    """Those of `space_before` whose space is the narrow one, where no-break spaces are asked for."""
    tight_dashes: frozenset[str] = frozenset()
    """Dashes typed without spaces around them: the English `—`."""

    copulas: frozenset[str] = frozenset()
    """Lemmas of verbs that only join a subject to what is said of it: *be*."""

    exchangeable: tuple[frozenset[str], ...] = ()
    """Pronouns that may replace each other with no change to other words: *his* and *their*."""
    never_owns: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """For a possessive, what its owner has not, so that it is never put before it: *its husband*."""

    agreement: AgreementRules | None = None
    """What changes around a pronoun that is replaced; none where that is not described."""

    pronouns: Mapping[str, Agreement] = field(default_factory=dict)
    """The pronouns of the third person, with the gender and number of what they may stand for."""
    noun_clues: NounClues | None = None
    """What distinguishes nouns from other words in text; without it the language has no pronoun language model."""

    reference: Reference | None = None
    """Its pronouns and the words that resolution asks for; None where pronouns are not resolved."""

    notes: ReferenceNotes | None = None
    """How it says what a pronoun refers to; without it, notes in this language have the sentences before alone."""

    relatives: RelativePronouns = RelativePronouns()
    """The pronouns that distinguish people from things."""

    lexicon: Callable[[], Inflections] | None = None
    """What opens its own lexicon; without it, the one that can be fetched for the language is used, if there is one."""

    def data(self, name: str) -> Traversable | None:
        """A file of the language's own folder (`people.tsv`, `genders.tsv`, `resolver.json`); None where it has none.

        Raises `ResourceError` for one that is damaged.
        """
        return shipped(files(LANGUAGES.module(self.code)), name)

    def first_names(self) -> Mapping[str, Gender]:
        """Its first names, lower-case, with the gender of those who bear them; empty where it lists none."""
        return by_gender(self.data("names.tsv"))


LANGUAGES: Final = Registry(
    __name__.rpartition(".")[0], "LANGUAGE", Language, lambda code, known: UnknownLanguage(code, known=known)
)
"""The languages by their codes."""
