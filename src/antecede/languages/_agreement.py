"""What a language states about agreement: which words change when a pronoun is replaced by another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from antecede.languages._morphology import Gender, GrammaticalCase, Number


class Form(NamedTuple):
    """The gender and number that a word has, or that it must take; the case too, where the language has cases."""

    gender: Gender
    number: Number
    case: GrammaticalCase | None = None


class Inflections(Protocol):
    """A lexicon's answers about one word form, in lower case with the straight apostrophe."""

    def agreeing(self, form: str) -> bool:
        """Whether it may be an adjective or a past participle."""
        ...

    def inflect(self, form: str, gender: Gender, number: Number) -> str | None:
        """The adjective or past participle in that gender and number; none where the lexicon does not say."""
        ...

    def finite(self, form: str) -> frozenset[str]:
        """The verbs (infinitives) of which it is a finite form, of any person."""
        ...

    def conjugate(self, form: str, number: Number) -> str | None:
        """The form of the third person in that number, in the same tense; none where the lexicon does not say."""
        ...

    def participle(self, form: str) -> frozenset[str]:
        """The verbs (infinitives) of which it is a past participle."""
        ...

    def infinitive(self, form: str) -> bool:
        """Whether it may be an infinitive."""
        ...

    def noun(self, form: str) -> bool:
        """Whether it may be a noun."""
        ...

    def adverb(self, form: str) -> bool:
        """Whether it may be an adverb."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementRules:
    """The words and constructions around a pronoun that agree with it, elide before it, or forbid another.

    Words are lower-case with the straight apostrophe; verbs are named by their infinitives.
    """

    subjects: Mapping[str, Form]
    """Pronouns that stand before their verb, or after it with a hyphen, and what they make their predicate."""
    objects: Mapping[str, Form | None]
    """Pronouns of the direct object; an elided one does not tell its form."""
    object_numbers: Mapping[str, Number | None]
    datives: Mapping[str, Number]
    neutral: frozenset[str]
    """Subjects that stand for no noun: they are never the antecedent's gender."""
    copula_only: Mapping[str, str]
    """Subjects that want the copula, and what they become before other verbs."""
    not_before_copula: Mapping[str, str]
    """Subjects that contract with an elidable copula: what stands there in their place."""
    enclitics: frozenset[str]
    """Subjects that may follow the verb with a hyphen."""
    linking_consonant: str
    """What is put between a verb and an enclitic that both have a vowel there."""
    disjunctive: Mapping[str, str]
    """What a subject becomes after a preposition."""
    emphatic: Mapping[str, Form]
    """Pronouns that repeat the subject: `lui-même`."""
    floating: Mapping[str, Form]
    """Words between verb and predicate that agree with the subject: `tous`."""
    articles: Mapping[str, Form]
    """What stands before a superlative in the predicate, and agrees with it."""
    degrees: frozenset[str]
    """What follows the article of a superlative."""

    elided: Mapping[str, str]
    """Pronouns that lose their vowel before another."""
    eliding: Mapping[str, str]
    """Words before a subject that lose their vowel before another: `que`."""
    eliding_only: Mapping[str, frozenset[str]]
    """Those of them that elide before some subjects only: `si`."""
    eliding_clitics: Mapping[str, str]
    """Clitics that lose their vowel before the verb, and whose full form does not depend on anything else."""
    starts_with_vowel: Callable[[str], bool]

    clitics: frozenset[str]
    """What may stand between a subject and its verb, negation included."""
    reflexives: frozenset[str]
    negations: frozenset[str]
    adverbs: frozenset[str]
    """Adverbs and negations inside the predicate; the lexicon knows more."""
    conjunctions: frozenset[str]
    comparisons: frozenset[str]
    """What may stand between a participle and the predicate it announces: `comme`."""
    prepositions: frozenset[str]
    infinitive_marks: frozenset[str]
    """What may stand between a verb and the infinitive that it governs."""
    determiners: frozenset[str]

    finite: Mapping[str, tuple[tuple[str, str], ...]]
    """The third persons of the verbs that are most frequent or irregular, singular and plural."""
    copula: str
    possession: str
    """The auxiliary of the other compound tenses."""
    copula_participles: frozenset[str]
    copular: frozenset[str]
    """Verbs besides the copula whose predicate agrees with the subject."""
    raising: frozenset[str]
    """Verbs that share their subject with the infinitive that they govern."""
    object_predicates: frozenset[str]
    """Verbs whose predicate agrees with the object: `rendre`."""
    auxiliaries: frozenset[str]
    """All forms of the auxiliary of possession, of all persons: before its participle an object makes it agree."""
    before_objects: frozenset[str]
    """What may stand before a pronoun of the object, but not before an article that looks like it."""
    periphrases: frozenset[tuple[str, ...]]
    """What may stand between the copula and the infinitive that shares its subject: `en train`."""
    indirect_reflexives: frozenset[tuple[str, ...]]
    """Participles that do not agree in a reflexive, which is an indirect object there."""
    impersonal: frozenset[tuple[str, ...]]
    """What follows a subject that stands for nothing, so that no other pronoun may stand there."""
    impersonal_subjects: frozenset[str]
    fixed: frozenset[str]
    """What follows the copula of a neutral subject in constructions that take no other: clefts."""
    extraposing: frozenset[str]
    """Predicates of a subject that announces a clause: *important* in `il est important que`."""
    complementisers: frozenset[str]
    """What begins that clause, besides an infinitive's mark."""
    relatives: frozenset[str]
    """What makes a demonstrative before it the head of a relative clause."""
    regular_endings: tuple[tuple[Form, str], ...]
    """The endings of participles that are regular, for words that the lexicon does not know."""
