"""What a choice model knows about a pronoun: the words around it, its syntax, its function and its antecedents.

A feature is a name and a value. Names are made of the text's own words and of universal labels, so the same code serves
every pair of languages. All of them start with the pronoun: *it* and *they* share nothing.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from antecede.languages import Number, language
from antecede.pronouns.target.groups import joined_agreement, members

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import numpy as np
    import numpy.typing as npt

    from antecede.analysis import AnalysedSentence, Word
    from antecede.coreference import Anaphor, Antecedent, ResolvedDocument
    from antecede.languages import Agreement, Gender
    from antecede.pronouns.choice.model import Features
    from antecede.pronouns.target.classes import TargetClasses
    from antecede.pronouns.target.projection import Projected

__all__ = ["Known", "Translations", "features_of", "tells_of_antecedents"]

_BINS: Final = (0.05, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9)
_DISTANCES: Final = (0, 1, 2, 3, 5)
_OF_ANTECEDENTS: Final = frozenset(
    ("", "at", "before", "best", "gn", "human", "lemma", "log", "near", "none", "source", "thing", "top", "two", "word")
)
_CLAUSES: Final = frozenset({"ccomp", "csubj", "xcomp", "advcl", "acl"})
_NOUNS: Final = frozenset({"NOUN", "PROPN"})
_NEAR: Final = 3
_SURE: Final = 0.5
"""A noun this likely is meant, and not whatever the same pronoun meant before."""
_ARGUMENTS: Final = frozenset({"nsubj", "obj", "iobj", "xcomp"})


class Translations(Protocol):
    """What is known of the translation: the reference when one trains, what was decoded so far when one translates."""

    def projected(self, antecedent: Antecedent) -> Projected | None:
        """The target word that stands for an antecedent, if it is a noun or a pronoun."""
        ...

    def noun(self, sentence: int, token: int) -> Projected | None:
        """The target noun that stands for a source word, if it is one."""
        ...

    def lemmas(self, sentence: int, token: int) -> Sequence[str]:
        """The dictionary forms of what a source word became."""
        ...


@dataclass(frozen=True, slots=True)
class Known:
    """A document, what is known of its translation, and how likely each class was for the pronouns so far."""

    document: ResolvedDocument
    translations: Translations
    classes: TargetClasses
    chosen: Mapping[tuple[int, int], npt.NDArray[np.float64]] = field(default_factory=dict)

    def last_in(self, sentence: int) -> tuple[int, npt.NDArray[np.float64]] | None:
        """The last pronoun of a sentence that was chosen: where it stands, and what it may be."""
        if sentence < 0:
            return None
        for token in range(len(self.document.analysis.sentences[sentence].words) - 1, -1, -1):
            if (sentence, token) in self.chosen:
                return token, self.chosen[sentence, token]
        return None


def features_of(anaphor: Anaphor, known: Known) -> Features:
    """All features of a pronoun; the same name may occur once only."""
    place = _Place(anaphor, known.document.analysis.sentences[anaphor.sentence])
    features: dict[str, float] = {}
    for group in (_around, _syntax, _function):
        for name in group(place):
            features[f"{place.pronoun}{name}"] = 1.0
    for values in (_antecedents(place, known), _before(place, known), _translated(place, known), _near(place, known)):
        for name, value in values:
            features[f"{place.pronoun}{name}"] = value
    return list(features.items())


def tells_of_antecedents(name: str) -> bool:
    """Whether a feature says something about antecedents, or how frequent a pronoun is: the rest has no gender.

    >>> [tells_of_antecedents(name) for name in ("it", "it gn subject fem-sg", "it +1 rains")]
    [True, True, False]
    """
    return name.partition(" ")[2].partition(" ")[0] in _OF_ANTECEDENTS


@dataclass(frozen=True)
class _Place:
    """A pronoun in its sentence."""

    anaphor: Anaphor
    sentence: AnalysedSentence

    @cached_property
    def pronoun(self) -> str:
        return self.anaphor.text.lower()

    @cached_property
    def role(self) -> str:
        return self.anaphor.position[0]

    @cached_property
    def words(self) -> tuple[Word, ...]:
        return self.sentence.words

    @cached_property
    def at(self) -> int:
        return self.anaphor.token

    def text(self, offset: int) -> str:
        """The word so many places away, in lower case."""
        at = self.at + offset
        if at < 0:
            return "<s>"
        return self.words[at].text.lower() if at < len(self.words) else "</s>"

    def tag(self, offset: int) -> str:
        """The part of speech so many places away."""
        at = self.at + offset
        return self.words[at].pos if 0 <= at < len(self.words) else "|"

    def children(self, head: int) -> Iterator[tuple[int, Word]]:
        return ((at, word) for at, word in enumerate(self.words) if word.head == head and at != head)

    @cached_property
    def governor(self) -> int:
        return self.words[self.at].head

    @cached_property
    def construction(self) -> _Construction:
        return _construction(self)


class _Construction(NamedTuple):
    """The clause a pronoun belongs to."""

    verb: str
    """The verb's lemma; the copula's where there is one, the governing noun's for a possessive."""
    form: str
    copula: bool
    complement: str
    """Lemma of what the copula links to, or of another argument of the verb."""
    complement_pos: str
    clause: str
    """The kind of a clause that follows: with its marker, if it has one."""
    auxiliaries: str
    passive: bool
    linking: int | None
    """Where the copula stands, if there is one."""


def _construction(place: _Place) -> _Construction:
    governor = place.words[place.governor]
    children = list(place.children(place.governor))
    linking, copula = next(((at, word) for at, word in children if word.relation == "cop"), (None, None))
    verb, complement, complement_pos = governor, "", ""
    if copula is not None:
        verb, complement, complement_pos = copula, governor.lemma, governor.pos
    else:
        arguments = [word for at, word in children if _bare(word) in _ARGUMENTS and at != place.at]
        if arguments:
            complement, complement_pos = arguments[-1].lemma, arguments[-1].pos
    return _Construction(
        verb.lemma.lower(),
        verb.text.lower(),
        copula is not None,
        complement.lower(),
        complement_pos,
        _following_clause(place, children),
        "_".join(word.text.lower() for at, word in children if _bare(word) == "aux" or _negates(at, place)),
        any(word.relation == "aux:pass" for _, word in children),
        linking,
    )


def _following_clause(place: _Place, children: Sequence[tuple[int, Word]]) -> str:
    for at, word in children:
        if at > place.at and _bare(word) in _CLAUSES:
            marker = next((child for _, child in place.children(at) if _bare(child) in {"mark", "aux"}), None)
            return f"{_bare(word)}-{marker.lemma.lower() if marker else ''}"
    return ""


def _negates(at: int, place: _Place) -> bool:
    return place.words[at].relation == "advmod" and place.words[at].pos == "PART"


def _bare(word: Word) -> str:
    """The relation without its subtype."""
    return word.relation.partition(":")[0]


def _around(place: _Place) -> Iterator[str]:
    before2, before, after, after2, after3 = (place.text(offset) for offset in (-2, -1, 1, 2, 3))
    yield ""
    yield f" at {place.role}"
    yield f" -1 {before}"
    yield f" +1 {after}"
    yield f" +2 {after2}"
    yield f" -1+1 {before} {after}"
    yield f" -2-1 {before2} {before}"
    yield f" +1+2 {after} {after2}"
    yield f" +1+2+3 {after} {after2} {after3}"
    yield f" +2+3 {after2} {after3}"
    yield f" tags {place.tag(1)} {place.tag(2)} {place.tag(3)}"
    yield f" tags-1 {place.tag(-1)} {place.tag(1)} {place.tag(2)}"
    yield f" +1 tags {after} {place.tag(2)} {place.tag(3)}"
    yield f" -1 tags {before} {place.tag(1)} {place.tag(2)}"
    yield f" last {place.words[-1].text} {place.role}"
    if place.at == 0 or not any(character.isalnum() for character in before):
        yield f" first {place.role} {after}"


def _syntax(place: _Place) -> Iterator[str]:
    made = place.construction
    role = f"{place.role}{'=' if made.copula else ''}{'p' if made.passive else ''}"
    yield f" {role}"
    yield f" verb {role} {made.verb}"
    yield f" verb {role} {made.verb} {made.clause}"
    yield f" form {role} {made.form} {made.auxiliaries}"
    yield f" form {role} {made.form} {made.complement_pos} {made.clause}"
    yield f" clause {role} {made.clause} {made.complement_pos}"
    yield f" complement {role} {made.complement_pos}"
    yield f" complement {role} {made.complement} {made.complement_pos}"
    yield f" complement {role} {made.complement} {made.clause}"
    yield f" verb+ {role} {made.verb} {made.complement}"
    word = place.words[place.at]
    yield f" relation {word.relation} {place.words[place.governor].pos}"
    yield f" relation {word.relation} {place.words[place.governor].relation}"
    upper = place.words[place.words[place.governor].head]
    yield f" upper {role} {upper.lemma.lower()} {place.words[place.governor].relation}"


def _function(place: _Place) -> Iterator[str]:
    function = place.anaphor.function
    made = place.construction
    event, pleonastic = _binned(function.event), _binned(function.pleonastic)
    yield f" function {place.role} {event} {pleonastic}"
    yield f" event {place.role}{'=' if made.copula else ''} {event}"
    yield f" pleonastic {place.role}{'=' if made.copula else ''} {pleonastic}"
    yield f" pleonastic {place.role} {pleonastic} {made.verb}"


def _antecedents(place: _Place, known: Known) -> Iterator[tuple[str, float]]:
    anaphor = place.anaphor
    copula = "=" if place.construction.copula else ""
    role = f"{place.role}{copula}"
    masses: dict[str, float] = {"none": anaphor.none}
    whole = _wholes(anaphor, known)
    for antecedent in anaphor.antecedents:
        for label, share in _labels(whole.get((antecedent.sentence, antecedent.head), antecedent), known):
            masses[label] = masses.get(label, 0.0) + antecedent.probability * share
    function = anaphor.function
    for label, mass in masses.items():
        yield f" gn {role} {label}", mass
        yield f" log {place.role} {label}", math.log(mass + 0.02) + 3.0
        yield f" thing {place.role} {label}", mass * function.anaphoric
    ranked = sorted(masses.items(), key=lambda entry: (-entry[1], entry[0]))
    first, mass = ranked[0]
    yield f" top {role} {first} {_binned(mass)}", 1.0
    second = ranked[1][0] if len(ranked) > 1 else ""
    yield f" two {place.role} {first} {second} {_binned(mass)}", 1.0
    yield f" top {place.role} {first} {place.construction.verb}", 1.0
    yield f" top {place.role} {first} {place.text(1)}", 1.0
    yield f" top {place.role} {first} {_binned(function.pleonastic)} {_binned(function.event)}", 1.0
    yield f" none {role} {_binned(anaphor.none)}", 1.0
    humans = sum(a.probability for a in anaphor.antecedents if a.human)
    plural = sum(a.probability for a in anaphor.antecedents if a.number is Number.PLURAL)
    yield f" human {role} {_binned(humans)} {_binned(plural)}", 1.0
    for gender in {a.gender for a in anaphor.antecedents if a.gender is not None}:
        yield (
            f" source {place.role} {gender}",
            sum(a.probability for a in anaphor.antecedents if a.gender is gender),
        )
    for antecedent in anaphor.antecedents[:3]:
        yield from _one(antecedent, place, known)
    if anaphor.antecedents:
        best = anaphor.antecedents[0]
        label, _ = max(_labels(best, known), key=lambda entry: entry[1])
        human = {True: "h", False: "t", None: ""}[best.human]
        distance = _stepped(anaphor.sentence - best.sentence)
        yield f" best {role} {label} {human} {_binned(best.probability)}", 1.0
        yield f" best {place.role} {label} {distance} {_binned(best.probability)}", 1.0
        kind = known.document.analysis.sentences[best.sentence].words[best.head].pos
        yield f" best {place.role} {kind} {label} {human}", 1.0


def _before(place: _Place, known: Known) -> Iterator[tuple[str, float]]:
    """What the same pronoun last became, nearby: speakers go on as they began."""
    anaphor = place.anaphor
    for at in range(anaphor.token - 1, -1, -1):
        if (anaphor.sentence, at) in known.chosen:
            token, last, distance = at, known.chosen[anaphor.sentence, at], 0
            same = place.words[at].text.lower() == place.pronoun
            break
    else:
        previous = known.last_in(anaphor.sentence - 1)
        if previous is None:
            return
        token, last = previous
        distance = 1
        words = known.document.analysis.sentences[anaphor.sentence - 1].words
        same = words[token].text.lower() == place.pronoun
    if same:
        counts = _linked(anaphor, anaphor.sentence - distance, token, known)
        for class_index, share in enumerate(last):
            if share > 0.05:
                yield f" before {place.role} {distance} {known.classes.names[class_index]}", float(share) * counts


def _linked(anaphor: Anaphor, sentence: int, token: int, known: Known) -> float:
    """How much an earlier pronoun tells: all, unless a noun is surer than that both stand for the same."""
    if not anaphor.antecedents or not known.classes.pair.agrees_with_translation:
        return 1.0
    best = anaphor.antecedents[0]
    word = known.document.analysis.sentences[best.sentence].words[best.head]
    if word.pos not in _NOUNS or best.probability < _SURE:
        return 1.0
    anaphors = known.document.anaphors
    at = bisect_left(anaphors, (sentence, token), key=lambda each: (each.sentence, each.token))
    theirs = {(each.sentence, each.head): each.probability for each in anaphors[at].antecedents}
    return min(1.0, sum(_shared(each, (sentence, token), theirs) for each in anaphor.antecedents))


def _shared(antecedent: Antecedent, pronoun: tuple[int, int], theirs: Mapping[tuple[int, int], float]) -> float:
    """How likely this is the pronoun itself, or what both stand for."""
    place = antecedent.sentence, antecedent.head
    return antecedent.probability if place == pronoun else min(antecedent.probability, theirs.get(place, 0.0))


def _translated(place: _Place, known: Known) -> Iterator[tuple[str, float]]:
    """What the words that the pronoun belongs to became: *il faut*, *il s'agit* have their pronoun from their verb."""
    made = place.construction
    role = f"{place.role}{'=' if made.copula else ''}"
    for name, token in (("governor", place.governor), ("next", place.at + 1), ("linking", made.linking)):
        if token is None or token == place.at or token >= len(place.words):
            continue
        for lemma in known.translations.lemmas(place.anaphor.sentence, token):
            # Pronouns of the translation would give the answer away.
            if not known.classes.number(lemma):
                yield f" {name} {role} {lemma}", 1.0


def _near(place: _Place, known: Known) -> Iterator[tuple[str, float]]:
    """Gender and number of the last nouns before the pronoun, whatever the resolver thinks of them."""
    tags = list(islice(_nouns_before(place, known), _NEAR))
    for distance, tag in enumerate(tags):
        yield f" near {place.role} {distance} {tag}", 1.0
    if tags:
        yield f" near {place.role} {' '.join(tags)}", 1.0


def _nouns_before(place: _Place, known: Known) -> Iterator[str]:
    sentences = known.document.analysis.sentences
    for at in range(place.anaphor.sentence, max(place.anaphor.sentence - _NEAR, -1), -1):
        end = place.at if at == place.anaphor.sentence else len(sentences[at].words)
        for token in range(end - 1, -1, -1):
            if sentences[at].words[token].pos in _NOUNS:
                noun = known.translations.noun(at, token)
                if noun is not None and noun.agreement.gender is not None:
                    yield f"{noun.agreement.gender}-{noun.agreement.number or '?'}"


def _one(antecedent: Antecedent, place: _Place, known: Known) -> Iterator[tuple[str, float]]:
    word = known.document.analysis.sentences[antecedent.sentence].words[antecedent.head]
    if antecedent.probability > 0.05:
        yield f" lemma {word.lemma.lower()}", antecedent.probability
        projected = known.translations.projected(antecedent)
        if projected is not None:
            yield f" word {place.role} {projected.word.lower()}", antecedent.probability


def _labels(antecedent: Antecedent, known: Known) -> Sequence[tuple[str, float]]:
    """What an antecedent says about agreement, with shares that sum to one."""
    earlier = known.chosen.get((antecedent.sentence, antecedent.head))
    if earlier is not None:
        return [
            (f"<{known.classes.names[class_index]}>", float(share))
            for class_index, share in enumerate(earlier)
            if share > 0.01
        ]
    joined = _joined(antecedent, known)
    if joined is not None:
        return [(f"{joined.gender or '?'}-{joined.number}", 1.0)]
    projected = known.translations.projected(antecedent)
    if projected is None:
        # No noun in the translation, or a target language whose pronouns agree with the thing itself.
        human = {True: "person", False: "thing", None: "?"}[antecedent.human]
        return [(f"{antecedent.gender or '?'}-{antecedent.number or '?'}-{human}", 1.0)]
    agreement = projected.agreement
    return [(f"{agreement.gender or '?'}-{agreement.number or antecedent.number or '?'}", 1.0)]


def _wholes(anaphor: Anaphor, known: Known) -> dict[tuple[int, int], Antecedent]:
    """For the members of a coordination, the coordination: *they* agrees with *Anna and Claire*, and with neither."""
    pair = known.classes.pair
    said = language(pair.source).pronouns.get(anaphor.text.lower())
    if not pair.agrees_with_translation or said is None or said.number is not Number.PLURAL:
        return {}
    return {
        (antecedent.sentence, head): antecedent
        for antecedent in reversed(anaphor.antecedents)
        for head in members(antecedent, known.document.analysis.sentences[antecedent.sentence].words)
    }


def _joined(antecedent: Antecedent, known: Known) -> Agreement | None:
    """What agrees with a coordination, where that is told by what its members became."""
    if not known.classes.pair.agrees_with_translation:
        return None

    def gender(head: int) -> Gender | None:
        became = known.translations.noun(antecedent.sentence, head)
        return None if became is None else became.agreement.gender

    return joined_agreement(antecedent, known.document.analysis, gender)


def _binned(probability: float) -> int:
    return sum(probability >= edge for edge in _BINS)


def _stepped(distance: int) -> str:
    if distance < 0:
        return "after"
    return str(max(step for step in _DISTANCES if step <= distance))
