"""What a language module states of reference: its pronouns, and the words that distinguish people from things."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from antecede.languages._morphology import Gender, Number

    PronounKind = Literal["personal", "possessive", "reflexive", "demonstrative", "indefinite"]


@dataclass(frozen=True, slots=True)
class PronounForm:
    """What a pronoun says of that which it stands for; what it leaves open is None."""

    person: int = 3
    number: Number | None = None
    gender: Gender | None = None
    human: bool | None = None
    kind: PronounKind = "personal"
    group: str = ""
    """Forms of one pronoun share it: *they*, *them*, *their*."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """The words that mention detection, pronoun function and the antecedents' features ask for.

    Words are lower-case lemmas, except where they say otherwise.
    """

    pronouns: Mapping[str, PronounForm]
    """Every form that may be a mention, lower-case."""
    resolved: frozenset[str] = frozenset()
    """Forms that are resolved where no pair says which: on the command line, in spaCy, in others' annotations."""
    resolved_subjects: frozenset[str] = frozenset()
    """Further ones that are resolved there where they are subjects, by an encoder that was taught them."""
    encoder: str = ""
    """The package that carries an encoder which resolves them, if there is one."""
    expletives: frozenset[str] = frozenset()
    """Pronoun forms that may refer to nothing, or to what somebody did."""

    people: frozenset[str] = frozenset()
    """Nouns for people."""
    people_endings: tuple[str, ...] = ()
    """Endings of nouns for people; a word that has one yet is a thing stands in `things`."""
    things: frozenset[str] = frozenset()
    masculine: frozenset[str] = frozenset()
    """Nouns and titles for men."""
    feminine: frozenset[str] = frozenset()
    """Nouns and titles for women."""
    groups: frozenset[str] = frozenset()
    """Nouns for bodies of people, singular in form and plural in sense: *committee*."""
    bodies: frozenset[str] = frozenset({"ORG", "NORP"})
    """Classes of names that are such bodies, as the analyser calls them."""
    plurals: frozenset[str] = frozenset()
    """Nouns that are plural without saying so: *people*."""
    titles: frozenset[str] = frozenset()
    """Words before a person's name, as tokens without their full stop."""

    definite: frozenset[str] = frozenset()
    """Determiner forms."""
    indefinite: frozenset[str] = frozenset()
    demonstrative: frozenset[str] = frozenset()
    negative: frozenset[str] = frozenset()
    times: frozenset[str] = frozenset()
    """Nouns of time, which are seldom taken up by a pronoun."""
    empty: frozenset[str] = frozenset()
    """Nouns that measure or classify another one (*lot*, *kind*), or that address the audience."""

    copulas: frozenset[str] = frozenset()
    weather: frozenset[str] = frozenset()
    """Predicates whose subject refers to nothing: *rain*, *sunny*."""
    raising: frozenset[str] = frozenset()
    """Verbs that take a clause and an empty subject: *seem*."""
    judging: frozenset[str] = frozenset()
    """Verbs that take an empty object, a judgement and a clause: *find it hard to*."""
    judgements: frozenset[str] = frozenset()
    """Adjectives and nouns that say something of a clause: *it is important that*."""
    clause_openers: frozenset[str] = frozenset()
    """Forms that open a clause after its judgement: *that*, *to*."""
    fixed_expressions: tuple[str, ...] = field(default=())
    """Regular expressions of what follows a pronoun that refers to nothing, from the pronoun on, lower-case."""
    constructions: Mapping[str, str] = field(default_factory=dict)
    """Constructions in which a pronoun may refer to nothing: regular expressions over the lemma that stands before it,
    `|`, and what follows as `lemma_POS` tokens, without adverbs, negation, insertions and auxiliaries but copulas."""
    negations: frozenset[str] = frozenset()
    kept_adverbs: frozenset[str] = frozenset()
    """Adverbs that constructions are made of."""
    idioms: tuple[str, ...] = ()
    """Regular expressions of phrases in which a pronoun stands for nothing, though it looks like any other."""
    names: Mapping[str, Gender] = field(default_factory=dict)
    """First names, lower-case, with the gender of those who bear them."""
    name_endings: Mapping[str, Gender] = field(default_factory=dict)
    """Last letters of first names that show the gender where the name is not listed."""
    grammatical_gender: bool = False
    """Whether a noun's own gender, not a list of nouns for men and women, is that of its pronouns."""
