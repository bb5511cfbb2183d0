"""What speaks for the pronoun that an engine wrote, and for the best other one: the features of a decision.

Two or three resolvers are asked, and each is followed to nouns. Where they agree that the noun wants another pronoun,
the engine is probably wrong; where a noun of the engine's own sentence explains what it wrote, it is probably right.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.languages import Gender, Number
from antecede.pronouns.decision.fitting import fitting
from antecede.pronouns.decision.nouns import nouns_of
from antecede.pronouns.target.classes import OTHER, class_in
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    import numpy as np
    import numpy.typing as npt

    from antecede.coreference import Anaphor, Antecedent, ResolvedDocument
    from antecede.engines import Hypothesis
    from antecede.pairs import TargetClass
    from antecede.pronouns.decision.fitting import Fitting
    from antecede.pronouns.decision.nouns import Nouns
    from antecede.pronouns.target.classes import TargetClasses

    Probabilities = npt.NDArray[np.float64]
    Opinions = Mapping[str, Sequence[Anaphor]]
    """What other resolvers say of the same document, by their names."""
    Side = Callable[[Antecedent], Mapping[str, float]]

__all__ = ["Noun", "Question", "questions"]

_SIDES: Final = ("now", "other", "third", "unknown")
_NEAR: Final = 4
"""Pronouns this many sentences away may show how the engine took the same noun."""
_CROSSED: Final = frozenset(
    "ratio|chosen|other|now|own now|own other|nothing own|none|other 0|other 1|best other|unknown|together|before now"
    "|other person|pleonastic|neither".split("|")
)
"""Features that weigh otherwise for each kind of pronoun."""


class Noun(NamedTuple):
    """What a pronoun most likely stands for, how likely, and what it became."""

    antecedent: Antecedent
    probability: float
    word: str
    """In the translation; empty where that is not known."""


@dataclass(frozen=True, slots=True)
class Question:
    """A pronoun that an engine wrote: is it right, or is the best other one?"""

    anaphor: int
    position: int
    """In the tokens of the translated sentence."""
    now: TargetClass
    other: TargetClass
    fits: float
    """How likely it stands for a noun that wants the other pronoun."""
    noun: Noun | None
    """The likeliest of those nouns; where none is half as likely as the likeliest of all, that one."""
    features: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class _Read:
    """A document with its translation, and what each resolver's pronouns lead to."""

    document: ResolvedDocument
    sentences: Sequence[Hypothesis]
    classes: TargetClasses
    written: Sequence[tuple[int, int | None]]
    """For each pronoun its class in the translation, and where it stands."""
    nouns: Sequence[Nouns]
    fitting: Fitting
    others: Mapping[str, tuple[Mapping[tuple[int, int], int], Sequence[Anaphor], Sequence[Nouns]]]
    free: float
    """How freely the document is translated."""

    def group_of(self, index: int) -> Sequence[TargetClass]:
        """The classes of which one may be right in the place of what a pronoun became."""
        name = self.classes.names[self.written[index][0]]
        for group in self.classes.pair.exchanges:
            if name in group:
                return [each for each in self.classes.pair.choices if each.name in group]
        return ()


def questions(
    document: ResolvedDocument,
    sentences: Sequence[Hypothesis],
    distributions: Sequence[Probabilities],
    classes: TargetClasses,
    opinions: Opinions,
) -> Iterator[Question]:
    """One for each pronoun that became a word which another could replace; `distributions` are a choice model's."""
    read = _Read(
        document,
        sentences,
        classes,
        [class_in(document, anaphor, sentences[anaphor.sentence], classes) for anaphor in document.anaphors],
        nouns_of(document.anaphors, document.analysis),
        fitting(classes.pair, sentences, document.analysis),
        {
            name: (
                {(anaphor.sentence, anaphor.token): index for index, anaphor in enumerate(anaphors)},
                anaphors,
                nouns_of(anaphors, document.analysis),
            )
            for name, anaphors in opinions.items()
        },
        _free([sentence for sentence in sentences if sentence.alignment]),
    )
    for index, likely in enumerate(distributions):
        question = _question(read, index, likely)
        if question is not None:
            yield question


def _question(read: _Read, index: int, likely: Probabilities) -> Question | None:
    written, position = read.written[index]
    group = read.group_of(index)
    now = read.classes.described(written)
    if written == OTHER or position is None or now is None or not group:
        return None
    chances = dict(zip(read.classes.names, map(float, likely), strict=True))
    masses: defaultdict[str, float] = defaultdict(float)
    for noun, chance in read.nouns[index].likely.values():
        for name, share in read.fitting.shares(noun, now, group).items():
            masses[name] += chance * share
    tolerated = read.classes.pair.tolerated.get(now.name, frozenset())
    candidates = [
        each
        for each in group
        if each is not now and each.name not in tolerated and (each.gender or each.number) is not None
    ]
    other = max(candidates, key=lambda each: (masses[each.name], chances[each.name]), default=None)
    if other is None:
        return None
    side = partial(_sides, read.fitting, now, other, group)
    features = _features(read, index, side, now, other)
    features["chosen"] = _bounded(math.log((chances[other.name] + 0.003) / (chances[now.name] + 0.003)), 5.0)
    features["neither"] = 1.0 - chances[now.name] - chances[other.name]
    return Question(
        index,
        position,
        now,
        other,
        masses[other.name],
        _noun(read, read.nouns[index], side),
        _crossed(features, now, other),
    )


def _sides(
    fitting: Fitting, now: TargetClass, other: TargetClass, group: Sequence[TargetClass], noun: Antecedent
) -> Mapping[str, float]:
    """How much a noun speaks for either pronoun, for a third, or for none that is known."""
    shares = fitting.shares(noun, now, group)
    found = {"now": shares.get(now.name, 0.0), "other": shares.get(other.name, 0.0)}
    known = sum(shares.values())
    return found | {"third": max(known - sum(found.values()), 0.0), "unknown": max(1.0 - known, 0.0)}


def _noun(read: _Read, nouns: Nouns, side: Side) -> Noun | None:
    ranked = sorted(nouns.likely.values(), key=lambda each: -each[1])
    if not ranked:
        return None
    likely = (each for each in ranked if each[1] >= ranked[0][1] / 2.0)
    chosen = next((each for each in likely if side(each[0])["other"] > 0.5), ranked[0])
    became = read.fitting.became(chosen[0])
    return Noun(*chosen, became.word if became is not None and not became.pronoun else "")


def _features(read: _Read, index: int, side: Side, now: TargetClass, other: TargetClass) -> dict[str, float]:
    anaphor, nouns = read.document.anaphors[index], read.nouns[index]
    features = dict(_masses(read, anaphor, nouns, side))
    features["none"], features["rest"] = anaphor.none, nouns.rest
    features["pleonastic"], features["event"] = anaphor.function.pleonastic, anaphor.function.event
    features["subject"] = float(anaphor.position == "subject")
    features["first"] = float(anaphor.token <= 1)
    features["impersonal"] = _impersonal(read, index)
    features["together"] = _together(read, index, now, other)
    features["free"], features["free here"] = read.free, _free([read.sentences[anaphor.sentence]])
    if nouns.best is not None:
        features["free noun"] = _free([read.sentences[nouns.best[0].sentence]])
    features.update(_best(read, anaphor, nouns, side, now))
    for name, (places, anaphors, others) in read.others.items():
        found = places.get((anaphor.sentence, anaphor.token))
        if found is not None:
            for feature, value in _opinion(anaphors[found], others[found], nouns, side):
                features[f"{name} {feature}"] = value
    features.update(_around(read, anaphor.sentence, read.written[index][1] or 0, now, other))
    return features


def _masses(read: _Read, anaphor: Anaphor, nouns: Nouns, side: Side) -> Iterator[tuple[str, float]]:
    """How likely the noun wants either pronoun, by how far back it stands and what it is."""
    masses: defaultdict[str, float] = defaultdict(float)
    for noun, chance in nouns.likely.values():
        back = min(max(anaphor.sentence - noun.sentence, 0), 2)
        name = read.document.analysis.sentences[noun.sentence].words[noun.head].pos == "PROPN"
        for which, share in side(noun).items():
            mass = chance * share
            masses[which] += mass
            masses[f"{which} {back}"] += mass
            masses[f"{which} person"] += mass * bool(noun.human)
            masses[f"{which} name"] += mass * name
            masses[f"{which} woman"] += mass * (bool(noun.human) and noun.gender is Gender.FEMININE)
    yield "ratio", math.log((masses["other"] + 0.03) / (masses["now"] + 0.03))
    for which in _SIDES:
        yield which, masses[which]
    for which in ("other", "now"):
        for kind in ("0", "1", "2"):
            yield f"{which} {kind}", masses[f"{which} {kind}"]
    for kind in ("person", "name", "woman"):
        yield f"other {kind}", masses[f"other {kind}"]


def _best(read: _Read, anaphor: Anaphor, nouns: Nouns, side: Side, now: TargetClass) -> Iterator[tuple[str, float]]:
    """Of the likeliest noun: what it wants, where it stands, and what it is made of."""
    if nouns.best is None:
        return
    noun, chance = nouns.best
    which = _side(side, noun)
    words = read.document.analysis.sentences[noun.sentence].words
    word = words[noun.head]
    yield f"best {which}", 1.0
    yield f"best {which} likely", chance
    yield f"best {which} {min(max(anaphor.sentence - noun.sentence, 0), 2)}", chance
    yield f"best {which} name", chance * (word.pos == "PROPN")
    yield f"best {which} subject", chance * word.relation.startswith("nsubj")
    joined = word.relation == "conj" or any(each.relation == "conj" and each.head == noun.head for each in words)
    yield f"best {which} joined", chance * joined
    if which != "other":
        return
    yield "best other sure", max(0.0, chance - 0.8) * 5.0
    became = read.fitting.became(noun)
    if became is None:
        return
    # *Internet use ... it*: the pronoun may stand for a noun inside the antecedent, which wants what is there now.
    links = read.sentences[noun.sentence].alignment
    inside = {each.target for each in links if noun.start <= each.source < noun.end and each.source != noun.head}
    genders = {gender for place, gender, _ in read.fitting.nouns(noun.sentence) if place in inside - {became.position}}
    yield "inside now", chance * (now.gender in genders)


def _opinion(anaphor: Anaphor, theirs: Nouns, ours: Nouns, side: Side) -> Iterator[tuple[str, float]]:
    """What another resolver says."""
    masses: defaultdict[str, float] = defaultdict(float)
    for noun, chance in theirs.likely.values():
        for which, share in side(noun).items():
            masses[which] += chance * share
    yield "ratio", math.log((masses["other"] + 0.03) / (masses["now"] + 0.03))
    for which in _SIDES:
        yield which, masses[which]
    yield "none", anaphor.none
    yield "pleonastic", anaphor.function.pleonastic
    if theirs.best is not None:
        which = _side(side, theirs.best[0])
        yield f"best {which}", 1.0
        if ours.best is not None:
            same = _place(theirs.best[0]) == _place(ours.best[0])
            yield "same", float(same)
            yield "same other", float(same and which == "other")


def _side(side: Side, noun: Antecedent) -> str:
    shares = side(noun)
    return max(shares, key=lambda which: shares[which])


def _place(noun: Antecedent) -> tuple[int, int]:
    return noun.sentence, noun.head


def _impersonal(read: _Read, index: int) -> float:
    pair, (_, position) = read.classes.pair, read.written[index]
    if not pair.impersonal or position is None:
        return 0.0
    tokens = read.sentences[read.document.anaphors[index].sentence].tokens
    following = " ".join(normalise(token) for token in tokens[position + 1 : position + 9]) + " "
    return float(re.match(pair.impersonal, following) is not None)


def _free(sentences: Sequence[Hypothesis]) -> float:
    """The share of words that stand for no word of the source: people translate more freely than engines."""
    words = sum(len(sentence.tokens) for sentence in sentences)
    linked = sum(len({link.target for link in sentence.alignment}) for sentence in sentences)
    return 1.0 - linked / words if words else 0.0


def _together(read: _Read, index: int, now: TargetClass, other: TargetClass) -> float:
    """How the engine took the same noun elsewhere: more than 0 where it wrote the other pronoun."""
    sentence, total = read.document.anaphors[index].sentence, 0.0
    for each, anaphor in enumerate(read.document.anaphors):
        name = read.classes.names[read.written[each][0]]
        if each != index and abs(anaphor.sentence - sentence) <= _NEAR and name in {now.name, other.name}:
            total += read.nouns[index].shared(read.nouns[each]) * (1 if name == other.name else -1)
    return _bounded(total, 2.0)


def _around(
    read: _Read, sentence: int, position: int, now: TargetClass, other: TargetClass
) -> Iterator[tuple[str, float]]:
    """Which nouns the engine could have seen: those before the pronoun in its sentence, and those of the last one."""
    own = {(gender, number or now.number) for place, gender, number in read.fitting.nouns(sentence) if place < position}
    before = {(gender, number or now.number) for _, gender, number in read.fitting.nouns(sentence - 1)}
    for where, seen in (("own", own), ("before", before)):
        yield f"{where} now", float((now.gender, now.number) in seen)
        yield f"{where} other", float((other.gender, other.number) in seen)
    yield "nothing own", float(not own)


def _crossed(features: Mapping[str, float], now: TargetClass, other: TargetClass) -> dict[str, float]:
    """The features, and some of them again for the kind of pronoun that was written and that would be."""
    kinds = {
        "feminine": now.gender is Gender.FEMININE,
        "neuter": now.gender is Gender.NEUTER,
        "plural": now.number is Number.PLURAL,
        "open": now.gender is None and now.number is None,
        "of number": now.number is not None and other.number is not None and now.number is not other.number,
        "to neuter": other.gender is Gender.NEUTER,
    }
    crossed = {"always": 1.0, **features}
    for kind in (kind for kind, has in kinds.items() if has):
        crossed[kind] = 1.0
        crossed |= {f"{kind}: {name}": value for name, value in features.items() if name in _CROSSED}
    return crossed


def _bounded(value: float, most: float) -> float:
    return max(-most, min(most, value))
