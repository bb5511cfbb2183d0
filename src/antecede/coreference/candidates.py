"""Which mentions a pronoun may stand for, and the features that rank them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from antecede.languages import Gender

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from enum import StrEnum

    from antecede.analysis import AnalysedSentence
    from antecede.coreference._types import Function
    from antecede.coreference.mentions import Mention
    from antecede.languages import Number, Reference

# How many sentences before the pronoun's own are searched.
WINDOW: Final = 5
# The nearest so many: what lies behind them has no chance, and memory stays bounded whatever the text.
MOST: Final = 80
_SEXES: Final = frozenset({Gender.MASCULINE, Gender.FEMININE})
# A longer way up than this is a parse gone wrong.
_HIGHEST: Final = 12


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the text before a pronoun is resolved."""

    counts: Mapping[str, int]
    """How often each noun was mentioned in the window."""
    functions: Mapping[tuple[int, int], Function]
    """The functions of pronouns that may be empty, by sentence and token."""


def candidates(mentions: Sequence[Sequence[Mention]], pronoun: Mention, window: int = WINDOW) -> list[Mention]:
    """The mentions before a pronoun that it may stand for, the nearest first."""
    nearest: list[Mention] = []
    for sentence in range(pronoun.sentence, max(-1, pronoun.sentence - window - 1), -1):
        for mention in reversed(mentions[sentence]):
            if sentence == pronoun.sentence and mention.end > pronoun.head:
                continue
            if may_corefer(pronoun, mention) and not _says_nothing(mention):
                nearest.append(mention)
                if len(nearest) == MOST:
                    return nearest
    return nearest


def needed_for(sentences: Sequence[Sequence[str]], pronouns: Collection[str], window: int = WINDOW) -> list[bool]:
    """Which sentences the answers for these pronouns can depend on: theirs, and the window before each.

    >>> needed_for([["Rain"], ["A", "dog"], ["It", "barks"], ["Bye"]], {"it"}, 1)
    [False, True, True, False]
    """
    needed = [False] * len(sentences)
    for index, sentence in enumerate(sentences):
        if any(token.lower() in pronouns for token in sentence):
            first = max(0, index - window)
            needed[first : index + 1] = [True] * (index + 1 - first)
    return needed


def may_corefer(pronoun: Mention, mention: Mention) -> bool:
    """Whether nothing in the words forbids that they are the same: genders, speakers, pronouns of another number."""
    form = mention.form
    if pronoun.gender in _SEXES and mention.gender in _SEXES and pronoun.gender != mention.gender:
        return False
    if form is None or pronoun.form is None:
        return True
    if form.person != pronoun.form.person:
        return False
    if form.human is True and pronoun.form.human is False:
        return False
    numbers = {form.number, pronoun.form.number}
    return None in numbers or len(numbers) == 1


def _says_nothing(mention: Mention) -> bool:
    """Whether it is a pronoun that shows neither gender nor number nor humanness, such as *su*."""
    form = mention.form
    return form is not None and form.gender is None and form.number is None and form.human is None


def agreement(pronoun: Mention, mention: Mention) -> str:
    """Whether the numbers agree: yes, no, body (a committee: both do), or unknown."""
    if mention.body:
        return "body"
    if mention.number is None or pronoun.number is None:
        return "unknown"
    return "yes" if mention.number == pronoun.number else "no"


def ranking_features(
    sentences: Sequence[AnalysedSentence],
    pronoun: Mention,
    mentions: Sequence[Mention],
    known: Known,
    reference: Reference,
) -> list[list[str]]:
    """For each candidate, the names of its binary features."""
    features: list[list[str]] = []
    agreeing = between = 0
    seen: set[str] = set()
    it = pronoun.lemma
    role = pronoun.position
    dropped = dropped_subject(sentences[pronoun.sentence], pronoun.head) if reference.grammatical_gender else None
    for order, mention in enumerate(mentions):
        distance = pronoun.sentence - mention.sentence
        agrees = agreement(pronoun, mention)
        kind = _kind(pronoun, mention)
        person = "person" if mention.human else "thing"
        frequency = min(3, known.counts.get(mention.lemma, 0))
        near = min(distance, WINDOW)
        nth = min(agreeing, 6)
        here = [
            f"distance={near}",
            f"distance={near}+{kind}",
            f"distance={near}+{mention.position}",
            f"order={min(order, 9)}",
            f"nth={nth}",
            f"nth={nth}+{min(near, 2)}",
            f"kind={kind}",
            f"kind={kind}+{role}+{mention.position}",
            f"role={mention.relation}",
            f"roles={mention.position}+{role}",
            f"roles={mention.position}+{role}+{min(near, 2)}",
            f"agrees={agrees}",
            f"agrees={agrees}+{it}",
            f"who={person}+{it}",
            f"who={person}+{agrees}+{it}",
            f"determiner={mention.determiner}+{mention.kind}",
            f"depth={min(mention.depth, 5)}",
            f"frequency={frequency}+{mention.kind == 'pronoun'}",
            f"entity={mention.entity}+{it}",
            f"between={min(between, 3)}+{kind}",
        ]
        if reference.grammatical_gender:
            here += _open_agreement(pronoun, mention, kind, dropped)
        if mention.form is None:
            here += _of_noun(pronoun, mention, reference)
            if mention.lemma in seen:
                here.append("said again since")
            seen.add(mention.lemma)
            agreeing += agrees in {"yes", "body"}
        else:
            here += _of_pronoun(pronoun, mention, known)
            between += mention.lemma == it
        if distance == 0:
            here += _within(sentences[pronoun.sentence], pronoun, mention)
        features.append(here)
    return features


def none_features(pronoun: Mention, mentions: Sequence[Mention], function: Function | None) -> list[str]:
    """The features of the answer that no mention is the antecedent."""
    agreeing = sum(agreement(pronoun, mention) != "no" for mention in mentions)
    return [
        "none",
        f"none+{pronoun.lemma}",
        f"none+{pronoun.lemma}+{pronoun.position}",
        f"none+{min(agreeing, 3)}",
        f"none+{pronoun.lemma}+{int(function.anaphoric * 9.99) if function else 9}",
    ]


def _open_agreement(pronoun: Mention, mention: Mention, kind: str, dropped: Number | None) -> list[str]:
    """Features for languages whose nouns have genders and whose possessives show neither gender nor number."""
    genders = _same(pronoun.gender, mention.gender)
    person = "person" if mention.human else "thing"
    body = "body" if mention.body else ""
    features = [
        f"gender={genders}+{pronoun.lemma}",
        f"gender={genders}+{pronoun.lemma}+{person}",
        f"told={mention.number or ''}+{person}+{body}+{pronoun.lemma}",
        f"told={kind}+{person}+{mention.position}+{pronoun.position}",
        f"told={person}+{pronoun.lemma}+{pronoun.position}",
    ]
    if pronoun.form is not None and pronoun.form.kind == "possessive":
        # What is owned is evidence of the owner: a life is a person's, a population a country's.
        features.append(f"owned={pronoun.governor}+{person}+{mention.number or ''}")
        if mention.kind != "pronoun":
            features.append(f"owner={mention.lemma}")
    if dropped is not None:
        # The subject is not repeated: *perdieron su casa* has several owners.
        agrees = _same(dropped, mention.number)
        features += [f"dropped={agrees}", f"dropped={agrees}+{mention.position}+{kind}"]
    return features


def dropped_subject(sentence: AnalysedSentence, token: int) -> Number | None:
    """The number of the finite verb above a token, if it is of the third person and its subject is not named."""
    words = sentence.words
    for _ in range(_HIGHEST):
        token, below = words[token].head, token
        if token == below:
            return None
        verb = words[token]
        if verb.pos in {"VERB", "AUX"}:
            if any(word.head == token and word.relation.startswith(("nsubj", "csubj")) for word in words):
                return None
            finite = next(
                (
                    word
                    for place, word in enumerate(words)
                    if (place == token or (word.head == token and word.pos == "AUX")) and word.person is not None
                ),
                None,
            )
            return finite.number if finite is not None and finite.person == 3 else None
    return None


def _same(one: StrEnum | None, other: StrEnum | None) -> str:
    return "unknown" if one is None or other is None else "yes" if one == other else "no"


def _of_noun(pronoun: Mention, mention: Mention, reference: Reference) -> list[str]:
    features = []
    if mention.lemma in reference.times:
        features.append("time")
    if mention.lemma in reference.empty:
        features.append("empty")
    if mention.governor and mention.governor == pronoun.governor:
        features.append(f"same governor+{mention.position == pronoun.position}")
    if mention.determiner in {"", "indefinite"} and mention.kind == "noun":
        features.append(f"new+{mention.number}+{pronoun.lemma}")
    return features


def _of_pronoun(pronoun: Mention, mention: Mention, known: Known) -> list[str]:
    features = []
    if mention.governor == pronoun.governor and mention.position == pronoun.position:
        features.append("same governor pronoun")
    function = known.functions.get((mention.sentence, mention.head))
    if function is not None:
        features.append(f"refers={int(function.anaphoric * 4.99)}")
    return features


def _kind(pronoun: Mention, mention: Mention) -> str:
    if mention.form is None:
        return mention.kind
    if mention.lemma == pronoun.lemma:
        return "same pronoun" if mention.form.kind == "personal" else f"same {mention.form.kind}"
    return mention.form.kind


def _within(sentence: AnalysedSentence, pronoun: Mention, mention: Mention) -> list[str]:
    """Features of candidates in the pronoun's own sentence."""
    words = sentence.words
    between = pronoun.head - mention.head
    features = [f"near={min(between // 4, 6)}"]
    if mention.relation != "conj" and words[mention.head].head == words[pronoun.head].head:
        # Two arguments of one verb are two things, unless the pronoun is reflexive.
        features.append(f"coargument+{pronoun.form.kind if pronoun.form else ''}")
    governor = pronoun.head
    for _ in range(pronoun.depth):
        governor = words[governor].head
        if governor == mention.head:
            features.append("inside the candidate")
            break
    if any(words[token].text in {";", ":", "--", "-", "–", "—"} for token in range(mention.head, pronoun.head)):
        features.append("clause between")
    return features


def counts_before(mentions: Sequence[Sequence[Mention]], sentence: int, window: int = WINDOW) -> dict[str, int]:
    """How often each noun was mentioned in the window."""
    counts: dict[str, int] = {}
    for others in mentions[max(0, sentence - window) : sentence + 1]:
        for mention in others:
            if mention.kind != "pronoun":
                counts[mention.lemma] = counts.get(mention.lemma, 0) + 1
    return counts
