"""What can be said of each pronoun of a document, with how sure it is; what is not sure is not said.

Probabilities are those of the resolver. A pronoun whose antecedent is another pronoun stands for what that one stands
for, so that a note names a noun wherever there is one.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

from antecede.languages import Agreement, Gender, Number, language
from antecede.pronouns.target.projection import project
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Literal

    from antecede.coreference import Anaphor, Antecedent, ResolvedDocument
    from antecede.engines import Hypothesis
    from antecede.pairs import Pair
    from antecede.pronouns.target.projection import WordMorphology

    Refers = Literal["antecedent", "event", "nothing"]
    Mentions = Mapping[tuple[int, int, int], Antecedent]

__all__ = ["Becomes", "Expected", "Given", "Natural", "Note", "Rendering", "followed", "notes"]


class Rendering(NamedTuple):
    """What an antecedent may become in the target, and how likely; nothing is known of the rest."""

    word: str
    """The noun, where it is known."""
    agreement: Agreement
    share: float


class Becomes(Protocol):
    """Something that knows what antecedents become in the target."""

    def of(self, antecedent: Antecedent) -> Sequence[Rendering]:
        """What the antecedent becomes; shares sum to one at most."""
        ...


class Expected(NamedTuple):
    """The gender and number that a pronoun should have in the target."""

    word: str
    """What the antecedent is called there; empty where that is not known."""
    gender: Gender | None
    number: Number | None
    probability: float
    pronouns: tuple[str, ...]
    """The target pronouns of this gender and number that the source pronoun may become, by the names of the classes."""


@dataclass(frozen=True, slots=True)
class Note:
    """What is said of a pronoun."""

    sentence: int
    token: int
    text: str
    refers: Refers
    probability: float
    """How likely it refers to this."""
    antecedent: Antecedent | None = None
    """What it stands for, where it refers to an antecedent."""
    expected: Expected | None = None


@dataclass(frozen=True, slots=True)
class Given:
    """What antecedents became in a translation that is given; where nothing is aligned, what they usually become."""

    sentences: Sequence[Hypothesis]
    words: WordMorphology
    otherwise: Becomes

    def of(self, antecedent: Antecedent) -> Sequence[Rendering]:
        """As `Becomes`."""
        seen = self.sentences[antecedent.sentence]
        projected = project(antecedent, seen.tokens, seen.alignment, self.words)
        if projected is None or projected.agreement.gender is None:
            return self.otherwise.of(antecedent)
        number = projected.agreement.number or antecedent.number
        return [Rendering(projected.word, Agreement(projected.agreement.gender, number), 1.0)]


class Natural:
    """Gender by nature, where pronouns agree with the antecedent itself: persons are *he* or *she*, a thing is *it*."""

    def of(self, antecedent: Antecedent) -> Sequence[Rendering]:
        """As `Becomes`; what may be a person or a thing has no gender, and several have none."""
        if antecedent.number is Number.PLURAL:
            return [Rendering("", Agreement(None, Number.PLURAL), 1.0)]
        if antecedent.human is None or (antecedent.human and antecedent.gender is None):
            return []
        gender = antecedent.gender if antecedent.human else Gender.NEUTER
        return [Rendering("", Agreement(gender, Number.SINGULAR), 1.0)]


def followed(pair: Pair) -> frozenset[str]:
    """The pronouns to resolve: the pair's, and other forms of them, which may be their antecedents.

    >>> from antecede.pairs import pair
    >>> "them" in followed(pair("en-fr"))
    True
    """
    reference = language(pair.source).reference
    forms = {} if reference is None else reference.pronouns
    groups = {forms[form].group for form in pair.resolved if form in forms} - {""}
    return pair.resolved | {form for form, described in forms.items() if described.group in groups}


def notes(document: ResolvedDocument, pair: Pair, becomes: Becomes, *, least: float) -> list[Note]:
    """A note on each of the pair's pronouns of which something is at least so likely, in the order of the text."""
    standing: dict[tuple[int, int], Mentions] = {}
    found = []
    for anaphor in document.anaphors:
        nouns = _nouns(anaphor, standing)
        standing[anaphor.sentence, anaphor.token] = nouns
        if normalise(anaphor.text) not in pair.resolved:
            continue
        likely = sorted(nouns.values(), key=lambda each: -each.probability)
        function = anaphor.function
        refers, probability = max(
            ("antecedent", likely[0].probability if likely else 0.0),
            ("event", function.event),
            ("nothing", function.pleonastic),
            key=lambda each: each[1],
        )
        if probability < least:
            continue
        note = Note(anaphor.sentence, anaphor.token, anaphor.text, cast("Refers", refers), probability)
        if refers == "antecedent":
            expected = _expected(anaphor, [each for each in likely if _is_one(document, each, pair)], pair, becomes)
            sure = expected is not None and expected.probability >= least
            note = replace(note, antecedent=likely[0], expected=expected if sure else None)
        found.append(note)
    return found


def _nouns(anaphor: Anaphor, standing: Mapping[tuple[int, int], Mentions]) -> Mentions:
    """What a pronoun may stand for, each mention once; for a pronoun before it, what that one stands for."""
    chances: dict[tuple[int, int, int], Antecedent] = {}
    for antecedent in anaphor.antecedents:
        before = standing.get((antecedent.sentence, antecedent.head))
        if before is None:
            passed, share = [antecedent], 1.0
        else:
            passed, share = list(before.values()), antecedent.probability
        for mention in passed:
            key = mention.sentence, mention.start, mention.end
            known = chances[key].probability if key in chances else 0.0
            chances[key] = replace(mention, probability=known + share * mention.probability)
    return chances


def _is_one(document: ResolvedDocument, antecedent: Antecedent, pair: Pair) -> bool:
    """Whether one noun tells what the antecedent becomes: a plural whose head is singular is several (*A and B*)."""
    head = document.analysis.sentences[antecedent.sentence].words[antecedent.head]
    several = antecedent.number is Number.PLURAL and head.number is Number.SINGULAR
    return not (pair.agrees_with_translation and several)


def _expected(anaphor: Anaphor, likely: Sequence[Antecedent], pair: Pair, becomes: Becomes) -> Expected | None:
    """The likeliest gender and number, whichever of the antecedents it is that has them."""
    chances: defaultdict[Agreement, float] = defaultdict(float)
    words: dict[Agreement, tuple[float, str]] = {}
    for antecedent in likely:
        for word, agreement, share in becomes.of(antecedent):
            chance = antecedent.probability * share
            chances[agreement] += chance
            words[agreement] = max(words.get(agreement, (0.0, "")), (chance, word))
    if not chances:
        return None
    best, probability = max(chances.items(), key=lambda each: each[1])
    return Expected(words[best][1], best.gender, best.number, min(1.0, probability), _pronouns(anaphor, best, pair))


def _pronouns(anaphor: Anaphor, agreement: Agreement, pair: Pair) -> tuple[str, ...]:
    """The pair's target pronouns of a gender and number that this pronoun may become at its place."""
    may = pair.lists[pair.default_lists].likely(normalise(anaphor.text))
    rules = language(pair.target).agreement
    places = {} if rules is None else {"subject": frozenset(rules.subjects), "object": frozenset(rules.objects)}
    fits = places.get(anaphor.position, may)
    return tuple(
        listed.name
        for listed in pair.choices
        if (listed.gender, listed.number) == (agreement.gender, agreement.number) and listed.forms & may & fits
    )
