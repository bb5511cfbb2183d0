"""What is asked about a pronoun: which candidate it stands for, what it does, which clause it takes up.

Names of features are those of the log-linear ranker, and some of structure; candidates are its candidates, as far as
the window shows them, and a subject that follows where syntax allows (*before it left, the train …*).
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.coreference.candidates import (
    Known,
    candidates,
    counts_before,
    may_corefer,
    none_features,
    ranking_features,
)
from antecede.coreference.encoder.windows import MOST_BEFORE, Window, window
from antecede.coreference.function import function_features
from antecede.coreference.mentions import find_mentions
from antecede.coreference.ranker import functions_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from antecede.analysis import AnalysedDocument, AnalysedSentence, Word
    from antecede.coreference._types import Function
    from antecede.coreference.encoder.pieces import WordPieces
    from antecede.coreference.mentions import Mention
    from antecede.languages import Reference

    Where = tuple[int, int]
    """A sentence and a token in it."""

__all__ = ["ClauseOption", "Question", "questions"]

_CLAUSES_BEFORE: Final = 2
"""Sentences before the pronoun's own in which a clause is looked for."""
_MOST_CLAUSES: Final = 12
_CLAUSE_RELATIONS: Final = frozenset({"root", "ccomp", "xcomp", "advcl", "acl", "conj", "parataxis", "csubj"})
_SUBJECTS: Final = frozenset({"nsubj", "csubj", "expl", "nsubjpass"})
# A longer way up than this is a parse gone wrong.
_HIGHEST: Final = 8


class ClauseOption(NamedTuple):
    """A clause that a pronoun may take up: where its head stands, and the names of its features."""

    sentence: int
    head: int
    names: tuple[str, ...]


class Question(NamedTuple):
    """A pronoun, what it may stand for, and what is seen of them."""

    pronoun: Mention
    window: Window
    options: Sequence[Mention]
    names: Sequence[Sequence[str]]
    """The features of each option."""
    none: Sequence[str]
    """The features of the answer that there is no antecedent."""
    function: Sequence[str]
    """The features of what the pronoun does."""
    clauses: Sequence[ClauseOption]
    paragraphs: Sequence[int]
    """How many paragraphs further back each option stands than the nearest one; two are as many as more."""


def questions(
    document: AnalysedDocument,
    pronouns: Collection[str],
    reference: Reference,
    functions: Mapping[str, Sequence[float]],
    cutter: WordPieces,
) -> Iterator[Question]:
    """A question for each of the pronouns, in the order of the text.

    `functions` are the log-linear weights of the functions, which some features of candidates ask for.
    """
    sentences = document.sentences
    mentions = find_mentions(document, reference)
    before = functions_of(document, reference, functions)
    asked = (
        mention
        for sentence, found in zip(sentences, mentions, strict=True)
        for mention in found
        if mention.form is not None and sentence.words[mention.head].text.lower() in pronouns
    )
    for number, group in groupby(asked, key=lambda pronoun: pronoun.sentence):
        known = Known(counts_before(mentions, number), before)
        shown: Window | None = None
        for pronoun in group:
            # A sentence that is longer than a window has one for each of its pronouns.
            if shown is None or not {(number, 0), (number, len(sentences[number].words) - 1)} <= shown.places.keys():
                shown = window(sentences, number, pronoun.head, cutter)
            yield _question(document, mentions, pronoun, known, reference, shown)


def _question(
    document: AnalysedDocument,
    mentions: Sequence[Sequence[Mention]],
    pronoun: Mention,
    known: Known,
    reference: Reference,
    shown: Window,
) -> Question:
    sentences = document.sentences
    place = (pronoun.sentence, pronoun.head)
    options = [
        option
        for option in candidates(mentions, pronoun, MOST_BEFORE)
        if (option.sentence, option.head) in shown.places
    ]
    following = [
        option
        for option in _following(sentences[pronoun.sentence].words, mentions[pronoun.sentence], pronoun)
        if (option.sentence, option.head) in shown.places
    ]
    names = ranking_features(sentences, pronoun, options, known, reference)
    names = [[*each, *_structure(sentences, pronoun, option)] for each, option in zip(names, options, strict=True)]
    names += [["following", f"following+{option.kind}", f"following+{pronoun.lemma}"] for option in following]
    paragraphs = [_paragraphs(sentences, pronoun, option) for option in (*options, *following)]
    nearest = min(paragraphs, default=0)
    function: Function | None = known.functions.get(place)
    said = sentences[place[0]].words[place[1]].text.lower()
    return Question(
        pronoun,
        shown,
        [*options, *following],
        names,
        [*none_features(pronoun, options, function), f"none+options {min(len(options), 3)}"],
        function_features(sentences, place, reference) if said in reference.expletives else [f"form={said}"],
        list(_clauses(sentences, place, shown)),
        [each - nearest for each in paragraphs],
    )


def _paragraphs(sentences: Sequence[AnalysedSentence], pronoun: Mention, option: Mention) -> int:
    return min(abs(sentences[pronoun.sentence].place.paragraph - sentences[option.sentence].place.paragraph), 2)


def _structure(sentences: Sequence[AnalysedSentence], pronoun: Mention, option: Mention) -> Iterator[str]:
    """What stands between the two besides sentences: paragraphs, turns, a silence; whether the candidate is a title."""
    here, there = sentences[pronoun.sentence].place, sentences[option.sentence].place
    if paragraphs := _paragraphs(sentences, pronoun, option):
        yield f"paragraphs={paragraphs}+{option.kind == 'pronoun'}"
    if here.speaker != there.speaker:
        yield f"another speaker+{option.kind == 'pronoun'}"
    if there.kind != "text":
        yield f"in a {there.kind}"


def _following(words: Sequence[Word], mentions: Sequence[Mention], pronoun: Mention) -> Iterator[Mention]:
    """Subjects of the clause that a pronoun's own clause depends on and comes before."""
    token = pronoun.head
    for _ in range(_HIGHEST):
        word = words[token]
        if word.relation.partition(":")[0] in {"advcl", "nmod", "obl", "acl"} and word.head > token:
            for mention in mentions:
                if (
                    mention.start > pronoun.head
                    and mention.form is None
                    and words[mention.head].head == word.head
                    and words[mention.head].relation.partition(":")[0] in _SUBJECTS
                    and may_corefer(pronoun, mention)
                ):
                    yield mention
            return
        if word.head == token:
            return
        token = word.head


def _clauses(sentences: Sequence[AnalysedSentence], place: Where, shown: Window) -> Iterator[ClauseOption]:
    """The heads of clauses before a pronoun that it is not itself in, the nearest first."""
    order = 0
    own = _above(sentences[place[0]].words, place[1])
    for number in range(place[0], max(-1, place[0] - _CLAUSES_BEFORE - 1), -1):
        words = sentences[number].words
        governing = {word.head for word in words if word.relation.partition(":")[0] in _SUBJECTS}
        last = place[1] if number == place[0] else len(words)
        for token in range(last - 1, -1, -1):
            relation = words[token].relation.partition(":")[0]
            is_head = token in governing or (words[token].pos in {"VERB", "AUX"} and relation in _CLAUSE_RELATIONS)
            if not is_head or (number, token) not in shown.places or (number == place[0] and token in own):
                continue
            distance = place[0] - number
            yield ClauseOption(
                number,
                token,
                (
                    f"clause {distance}",
                    f"clause {distance}+{relation}",
                    f"clause nth {min(order, 5)}",
                    f"clause {words[token].pos}",
                ),
            )
            order += 1
            if order == _MOST_CLAUSES:
                return


def _above(words: Sequence[Word], token: int) -> set[int]:
    """The words that govern a token, directly or not."""
    found: set[int] = set()
    for _ in range(_HIGHEST):
        if words[token].head == token:
            break
        token = words[token].head
        found.add(token)
    return found
