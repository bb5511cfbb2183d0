"""What a pronoun does: it stands for a thing, refers to an event, or refers to nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from antecede.analysis.analyser import LONGEST_PIECE
from antecede.coreference._types import Function
from antecede.coreference.loglinear import distribution
from antecede.coreference.mentions import position_of
from antecede.text import normalise

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from antecede.analysis import AnalysedSentence, Word
    from antecede.languages import Reference

CLASSES: Final = ("anaphoric", "event", "pleonastic")
# What a fixed expression is worth: it is nearly always right, and its absence says little.
_BY_RULE: Final = {True: Function(0.1, 0.05, 0.85), False: Function(0.8, 0.1, 0.1)}
_IN_AN_IDIOM: Final = Function(0.1, 0.0, 0.9)
# How many words before a pronoun may belong to its idiom.
_IDIOM_REACH: Final = 2
# How many words after the pronoun are looked at.
_REACH: Final = 12
_CLAUSES: Final = frozenset({"ccomp", "csubj", "xcomp", "advcl", "acl"})
_CLAUSE_ENDS: Final = frozenset(".?!;:")
_PREDICATES: Final = frozenset({"ADJ", "NOUN", "PROPN", "NUM", "PRON"})
_NOUNS: Final = frozenset({"NOUN", "PROPN"})
# A predicate that another noun may still head: *a great thing*.
_HEADED: Final = frozenset({"ADJ", "NOUN"})
_CLOSING: Final = frozenset({",", "-", "--", ")"})
_WH: Final = frozenset({"PRON", "SCONJ", "ADV", "PART", "ADP", "DET"})


def function_by_rule(sentence: AnalysedSentence, token: int, reference: Reference) -> Function:
    """The function by fixed expressions alone: the baseline."""
    words = sentence.words
    if words[token].text.lower() not in reference.expletives:
        return _IN_AN_IDIOM if in_idiom(sentence, token, reference) else Function()
    following = " ".join(word.text.lower() for word in words[token : token + _REACH]) + " "
    return _BY_RULE[any(re.match(pattern, following) for pattern in reference.fixed_expressions)]


def function_by_model(
    document: Sequence[AnalysedSentence],
    place: tuple[int, int],
    reference: Reference,
    weights: Mapping[str, Sequence[float]],
) -> Function:
    """The function by trained weights: for each feature one weight a class, in the order of `CLASSES`."""
    if document[place[0]].words[place[1]].text.lower() not in reference.expletives:
        return _IN_AN_IDIOM if in_idiom(document[place[0]], place[1], reference) else Function()
    totals = [0.0] * len(CLASSES)
    for feature in function_features(document, place, reference):
        for index, weight in enumerate(weights.get(feature, ())):
            totals[index] += weight
    return Function(*distribution(totals))


def in_idiom(sentence: AnalysedSentence, token: int, reference: Reference) -> bool:
    """Whether the pronoun belongs to a fixed phrase in which it stands for nothing."""
    if not reference.idioms:
        return False
    words = sentence.words[max(token - _IDIOM_REACH, 0) : token + _REACH]
    text = " ".join(word.text.lower() for word in words)
    at = len(" ".join(word.text.lower() for word in words[: min(token, _IDIOM_REACH)]))
    return any(
        match.start() <= at < match.end() for pattern in reference.idioms for match in re.finditer(pattern, text)
    )


def function_features(document: Sequence[AnalysedSentence], place: tuple[int, int], reference: Reference) -> list[str]:
    """What the words and the syntax around a pronoun say of its function, as names of binary features."""
    words = document[place[0]].words
    token = place[1]
    features = ["bias", *_around(words, token), *_shape(words, token, reference)]
    features += _syntax(words, token, reference)
    features += _constructions(words, token, reference)
    return features


def _constructions(words: Sequence[Word], token: int, reference: Reference) -> list[str]:
    """The constructions that the pronoun stands in, or that it stands in none."""
    clause = clause_around(words, token, reference)
    names = [name for name, pattern in reference.constructions.items() if re.search(pattern, clause)]
    verb = clause.partition(" | ")[2].partition("_")[0]
    return [f"construction={name}" for name in names or ("none",)] + [f"clause verb={verb}"]


def clause_around(words: Sequence[Word], token: int, reference: Reference) -> str:
    """The lemma before the pronoun, `|`, and what follows it without what constructions do not care for."""
    last = token - 1
    if last > 0 and normalise(words[last].text).lower() in reference.negations:
        last -= 1
    before = _lemma(words[last]) if token else "^"
    parts: list[str] = []
    # *Is it clear that*: what stands before an inverted subject is read as if it stood after it.
    if token and before in reference.copulas and words[last].pos == "AUX":
        parts.append(f"{before}_AUX")
    place = token + 1
    end = min(len(words), token + 1 + 2 * _REACH)
    while place < end and len(parts) < _REACH:
        word = words[place]
        lower = normalise(word.text).lower()
        if lower in _CLAUSE_ENDS:
            break
        if lower in {",", "-", "--", "("}:
            closing = next((at for at in range(place + 1, min(end, place + 8)) if words[at].text in _CLOSING), None)
            if closing is None:
                if len(parts) > 1:
                    break
                place += 1
                continue
            place = closing + 1
            continue
        place += 1
        if word.pos == "AUX" and _lemma(word) not in reference.copulas:
            continue
        if lower in reference.negations or (word.pos == "ADV" and lower not in reference.kept_adverbs):
            continue
        parts.append(f"{lower if word.pos == 'SCONJ' else _lemma(word)}_{word.pos}")
    return f"{before} | {' '.join(parts)} "


def _around(words: Sequence[Word], token: int) -> list[str]:
    """The forms and lemmas nearby."""
    text = [_form(words, token + step) for step in range(-2, 4)]
    return [
        f"next={text[3]}",
        f"next2={text[3]} {text[4]}",
        f"after={text[4]}",
        f"last={text[1]}",
        f"last2={text[0]} {text[1]}",
        f"beside={text[1]} {text[3]}",
        "first" if token == 0 else "inside",
    ]


def _form(words: Sequence[Word], token: int) -> str:
    if not 0 <= token < len(words):
        return "|"
    return _lemma(words[token]) if words[token].pos in {"VERB", "AUX"} else words[token].text.lower()


def _lemma(word: Word) -> str:
    return (word.lemma or word.text).lower()


def _shape(words: Sequence[Word], token: int, reference: Reference) -> list[str]:
    """The pronoun's own clause as a pattern: the verb, its predicate, and what opens the next clause."""
    verb = predicate = opener = ""
    predicate_pos = ""
    for step, word in enumerate(words[token + 1 : token + 1 + _REACH]):
        lower = word.text.lower()
        if lower in _CLAUSE_ENDS or (lower == "," and verb and predicate):
            break
        if verb and lower in reference.clause_openers and word.pos in _WH and (predicate or step > 0):
            opener = lower
            break
        if word.pos in {"VERB", "AUX"} and (not verb or (word.pos == "VERB" and not predicate)):
            verb = _lemma(word)
        elif verb and word.pos in _PREDICATES and (not predicate or (word.pos in _NOUNS and predicate_pos in _HEADED)):
            predicate, predicate_pos = _lemma(word), word.pos
    copula = verb in reference.copulas
    return [
        f"verb={verb}",
        f"verb={verb}+{opener}",
        f"opener={opener}",
        f"shape={'be' if copula else 'do'} {predicate_pos} {opener}",
        f"predicate={predicate}" if copula else "no predicate",
        f"judgement={predicate in reference.judgements}+{opener}" if copula else f"raising={verb in reference.raising}",
        f"empty={predicate in reference.weather or verb in reference.weather}",
        f"time={predicate in reference.times}+{copula}",
    ]


def _syntax(words: Sequence[Word], token: int, reference: Reference) -> list[str]:
    """What the parser says: the pronoun's relation, its governor, and the clauses that depend on that."""
    word = words[token]
    relation = word.relation.partition(":")[0]
    governor = words[word.head]
    position = position_of(words, token)
    lemma = _lemma(governor)
    features = [
        f"relation={relation}",
        f"position={position}",
        f"governor={lemma}+{position}",
        f"governor={governor.pos}+{position}",
        f"judging={lemma in reference.judging}+{position}",
    ]
    copula = mark = clause = ""
    for place in _nearby(words, word.head):
        child = words[place]
        if child.head != word.head or place == word.head:
            continue
        kind = child.relation.partition(":")[0]
        if kind == "cop":
            copula = "cop"
        elif kind in _CLAUSES and place > token:
            clause = child.relation
            mark = _mark(words, place)
            features.append(f"clause={clause}+{mark}")
            features.append(f"clause={clause}+{governor.pos}+{position}")
    features.append(f"copula={copula}+{governor.pos}+{clause}")
    features.append(f"copula={copula}+{governor.pos}+{mark}")
    return features


def _nearby(words: Sequence[Word], head: int) -> range:
    """Where the words that depend on a head may stand: in a sentence without end not everywhere."""
    return range(max(0, head - LONGEST_PIECE), min(len(words), head + LONGEST_PIECE))


def _mark(words: Sequence[Word], clause: int) -> str:
    """The word that opens a clause, or nothing."""
    for place in _nearby(words, clause):
        word = words[place]
        if place < clause and word.head == clause and word.relation in {"mark", "advmod", "nsubj", "obj", "aux"}:
            return word.text.lower() if word.relation in {"mark", "advmod"} else word.relation
    return ""
