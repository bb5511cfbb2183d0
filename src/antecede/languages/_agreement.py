"""What a language states about agreement: which words change when a pronoun is replaced by another."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from antecede.languages._morphology import Agreement, Gender, GrammaticalCase, Number


class Form(NamedTuple):
    """The gender and number that a word has, or that it must take; the case too, where the language has cases."""

    gender: Gender
    number: Number
    case: GrammaticalCase | None = None

    def agrees(self, other: Form) -> bool:
        """Whether both have one gender and number, and no two cases.

        >>> from antecede.languages import Gender, GrammaticalCase, Number
        >>> er = Form(Gender.MASCULINE, Number.SINGULAR, GrammaticalCase.NOMINATIVE)
        >>> er.agrees(Form(Gender.MASCULINE, Number.SINGULAR)), er.agrees(er._replace(case=GrammaticalCase.DATIVE))
        (True, False)
        """
        same = (self.gender, self.number) == (other.gender, other.number)
        return same and len({self.case, other.case} - {None}) <= 1


class Inflections(Protocol):
    """A lexicon's answers about one word form, in lower case with the straight apostrophe.

    A lexicon that derives from this class answers what it knows; of the rest nothing is known.
    """

    def nouns(self, form: str) -> tuple[Agreement, ...]:
        """Gender and number of each noun that it may be; what the form does not show is None."""
        del form
        return ()

    def names(self, form: str) -> tuple[Agreement, ...]:
        """Gender and number of each proper name that it may be."""
        del form
        return ()

    def noun(self, form: str) -> bool:
        """Whether it may be a noun."""
        return bool(self.nouns(form))

    def agreeing(self, form: str) -> bool:
        """Whether it may be an adjective or a past participle."""
        del form
        return False

    def inflect(self, form: str, gender: Gender, number: Number) -> str | None:
        """The adjective or past participle in that gender and number; none where the lexicon does not say."""
        del form, gender, number
        return None

    def finite(self, form: str) -> frozenset[str]:
        """The verbs (infinitives) of which it is a finite form, of any person."""
        del form
        return frozenset()

    def conjugate(self, form: str, number: Number) -> str | None:
        """The form of the third person in that number, in the same tense; none where the lexicon does not say."""
        del form, number
        return None

    def participle(self, form: str) -> frozenset[str]:
        """The verbs (infinitives) of which it is a past participle."""
        del form
        return frozenset()

    def infinitive(self, form: str) -> bool:
        """Whether it may be an infinitive."""
        del form
        return False

    def adverb(self, form: str) -> bool:
        """Whether it may be an adverb."""
        del form
        return False


def _never(word: str) -> bool:
    """In a language without elision nothing is lost before any word."""
    del word
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementRules:
    """The words and constructions around a pronoun that agree with it, elide before it, or forbid another.

    A language states what it has: where nothing elides, leans on the verb or agrees in the predicate, nothing is said
    of it. Words are lower-case with the straight apostrophe; verbs are named by their infinitives.
    """

    subjects: Mapping[str, Form] = field(default_factory=dict)
    """Pronouns that stand before their verb, or after it with a hyphen, and what they make their predicate."""
    objects: Mapping[str, Agreement] = field(default_factory=dict)
    """Pronouns of the object, with what each shows of itself: an elided one shows no gender. One is replaced by another
    of the same case; nothing agrees with a dative."""
    neutral: frozenset[str] = frozenset()
    """Subjects that stand for no noun: they are never the antecedent's gender."""
    copula_only: Mapping[str, str] = field(default_factory=dict)
    """Subjects that require the copula, and what they become before other verbs."""
    not_before_copula: Mapping[str, str] = field(default_factory=dict)
    """Subjects that contract with an elidable copula: what stands there in their place."""
    enclitics: frozenset[str] = frozenset()
    """Subjects that may follow the verb with a hyphen."""
    linking_consonant: str = ""
    """What is put between a verb and an enclitic that both have a vowel there."""
    disjunctive: Mapping[str, str] = field(default_factory=dict)
    """What a subject becomes after a preposition, in a language where that is not what an object is."""
    emphatic: Mapping[str, Form] = field(default_factory=dict)
    """Pronouns that repeat the subject: `lui-même`."""
    floating: Mapping[str, Form] = field(default_factory=dict)
    """Words between verb and predicate that agree with the subject: `tous`."""
    alike: tuple[Mapping[str, Form], ...] = ()
    """Families of other words that agree with the subject wherever they stand in its clause: `seul`, `chacun`."""
    intensifiers: Mapping[Form, str] = field(default_factory=dict)
    """The adverb that agrees with the adjective after it: `toute petite`; not before a vowel."""
    articles: Mapping[Form, str] = field(default_factory=dict)
    """What stands before a superlative in the predicate, and agrees with it."""
    openings: frozenset[tuple[str, ...]] = frozenset()
    """What may stand before a participle that opens a sentence: `une fois`."""
    nominal: frozenset[str] = frozenset()
    """Adjectives that an article alone makes a predicate, in any form: `le premier`."""
    possessives: tuple[Mapping[Form, str], ...] = ()
    """Families of possessive pronouns, which stand after an article: `le mien`."""
    contractions: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Prepositions that are one word with an article, and the two words that they are."""
    partitive: str = ""
    """The pronoun of which a part is counted: `en`."""
    counts: tuple[Mapping[Form, str], ...] = ()
    """What counts it, and agrees: `un`, `aucun`."""
    owners: Mapping[Number, frozenset[str]] = field(default_factory=dict)
    """Possessive determiners of an owner of that number: with another subject they may be wrong."""
    degrees: frozenset[str] = frozenset()
    """What follows the article of a superlative."""

    elided: Mapping[str, str] = field(default_factory=dict)
    """Pronouns that lose their vowel before another."""
    eliding: Mapping[str, str] = field(default_factory=dict)
    """Words before a subject that lose their vowel before another: `que`."""
    eliding_only: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Those of them that elide before some subjects only: `si`."""
    articled: Mapping[str, str] = field(default_factory=dict)
    """Subjects that may have an article before them, which no other takes: `l'on`."""
    eliding_clitics: Mapping[str, str] = field(default_factory=dict)
    """Clitics that lose their vowel before the verb, and whose full form does not depend on anything else."""
    starts_with_vowel: Callable[[str], bool] = _never

    clitics: frozenset[str] = frozenset()
    """What may stand between a subject and its verb, negation included; without any, objects are words like others,
    which stand anywhere in their clause."""
    reflexives: frozenset[str] = frozenset()
    negations: frozenset[str] = frozenset()
    adverbs: frozenset[str] = frozenset()
    """Adverbs and negations inside the predicate; the lexicon knows more."""
    adverbials: frozenset[tuple[str, ...]] = frozenset()
    """Adverbs of several words inside the predicate: `sans doute`."""
    conjunctions: frozenset[str] = frozenset()
    comparisons: frozenset[str] = frozenset()
    """What may stand between a participle and the predicate it announces: `comme`."""
    prepositions: frozenset[str] = frozenset()
    infinitive_marks: frozenset[str] = frozenset()
    """What may stand between a verb and the infinitive that it governs."""
    determiners: frozenset[str] = frozenset()

    finite: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    """The third persons of the verbs that are most frequent or irregular, singular and plural."""
    copula: str = ""
    """The verb whose predicate agrees with the subject; none where predicates do not agree."""
    possession: str = ""
    """The auxiliary of the other compound tenses."""
    copula_participles: frozenset[str] = frozenset()
    copular: frozenset[str] = frozenset()
    """Verbs besides the copula whose predicate agrees with the subject."""
    reflexive_copular: frozenset[str] = frozenset()
    """Verbs whose predicate agrees with the subject if they are reflexive: `se sentir`."""
    depictive: frozenset[str] = frozenset()
    """Verbs after which an adjective says how the subject is: `rentrer fatigué`."""
    looks: tuple[str, ...] = ()
    """What follows the verb of possession before an adjective that may agree with the subject: `l'air`."""
    raising: frozenset[str] = frozenset()
    """Verbs that share their subject with the infinitive that they govern."""
    object_predicates: frozenset[str] = frozenset()
    """Verbs whose predicate agrees with the object: `rendre`."""
    auxiliaries: frozenset[str] = frozenset()
    """All forms of the auxiliary of possession, of all persons: before its participle an object makes it agree."""
    before_objects: frozenset[str] = frozenset()
    """What may stand before a pronoun of the object, but not before an article that looks like it."""
    periphrases: frozenset[tuple[str, ...]] = frozenset()
    """What may stand between the copula and the infinitive that shares its subject: `en train`."""
    causative: frozenset[str] = frozenset()
    """Verbs whose participle agrees with nothing before an infinitive: `faire`."""
    indirect_reflexives: frozenset[tuple[str, ...]] = frozenset()
    """Participles that do not agree in a reflexive, which is an indirect object there."""
    impersonal: frozenset[tuple[str, ...]] = frozenset()
    """What follows a subject that stands for nothing, so that no other pronoun may stand there."""
    before_impersonal: frozenset[tuple[str, ...]] = frozenset()
    """What stands before a subject that stands for nothing whatever follows: `quoi qu'il arrive`."""
    impersonal_verbs: frozenset[str] = frozenset()
    """Verbs whose subject always stands for nothing: `pleuvoir`."""
    impersonal_with: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Verbs whose subject stands for nothing where one of these words follows: `faire froid`."""
    impersonal_clitics: frozenset[tuple[str, str]] = frozenset()
    """Clitics and the verbs whose subject stands for nothing with them: `y avoir`."""
    announcing: frozenset[str] = frozenset()
    """Verbs whose subject stands for nothing where a clause follows: `il arrive que`."""
    presenting: frozenset[str] = frozenset()
    """Verbs whose subject stands for nothing where something indefinite follows: `il reste deux places`."""
    presenting_reflexives: frozenset[str] = frozenset()
    """Those that are reflexive then: `il se produit une erreur`."""
    indefinites: frozenset[str] = frozenset()
    """What something indefinite begins with, besides a number in digits."""
    indefinite_persons: frozenset[str] = frozenset()
    """Subjects that a pronoun after the verb repeats, as it repeats a noun: `quelqu'un`."""
    questions: frozenset[str] = frozenset()
    """Words that open a question."""
    hours: frozenset[str] = frozenset()
    """What follows the number of an hour."""
    impersonal_subjects: frozenset[str] = frozenset()
    fixed: frozenset[str] = frozenset()
    """What follows the copula of a neutral subject in constructions that take no other: clefts."""
    extraposing: frozenset[str] = frozenset()
    """Predicates of a subject that announces a clause: *important* in `il est important que`."""
    personal: frozenset[str] = frozenset()
    """Participles before a clause whose subject is a person: `convaincu que`."""
    complementisers: frozenset[str] = frozenset()
    """What begins that clause, besides an infinitive with its mark."""
    announcing_marks: frozenset[str] = frozenset()
    """The marks of such an infinitive."""
    relatives: frozenset[str] = frozenset()
    """What makes a demonstrative before it the head of a relative clause."""
    regular_endings: tuple[tuple[Form, str], ...] = ()
    """The endings of participles that are regular, for words that the lexicon does not know."""

    @property
    def predicates_agree(self) -> bool:
        """Whether words of the predicate have the gender and number of the subject."""
        return bool(self.copula or self.copular)
