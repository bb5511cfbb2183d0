"""A resolver that asks the encoder: all antecedents with probabilities, functions, and the clauses of events."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from antecede.coreference._types import Anaphor, Clause, Function, ResolvedDocument
from antecede.coreference.chains import Chains
from antecede.coreference.encoder.questions import questions
from antecede.coreference.language_model import Question as Meant
from antecede.coreference.language_model import combine
from antecede.coreference.mentions import as_antecedent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from antecede.analysis import AnalysedDocument
    from antecede.coreference.encoder.model import EncoderModel
    from antecede.coreference.encoder.questions import Question
    from antecede.coreference.language_model import MeaningScorer
    from antecede.languages import Reference

__all__ = ["EncoderResolver"]

_TOGETHER: Final = 256
"""Questions that are held at a time, whatever the document's length."""
_LEAST: Final = 0.02
"""Clauses that are less likely are not named."""
_LEAST_MEANT: Final = 0.02
"""Candidates that are less likely are not tried in the pronoun's place."""
_MOST_MEANT: Final = 4
_MEANING: Final = 0.8
"""What a language model's score counts beside the encoder's (experiments/coreference.md)."""


class EncoderResolver:
    """Finds a document's pronouns and asks the encoder what they stand for. Threads may share one."""

    def __init__(
        self,
        reference: Reference,
        pronouns: frozenset[str],
        model: Callable[[], EncoderModel],
        functions: Mapping[str, Sequence[float]],
        *,
        subjects: frozenset[str] = frozenset(),
        meaning: Callable[[], MeaningScorer] | None = None,
    ) -> None:
        """A resolver of these pronouns.

        Args:
            reference: What is known of the language's pronouns.
            pronouns: The forms to resolve.
            model: Opens the encoder, when a document comes.
            functions: The ranker's weights of functions, which some features ask for.
            subjects: Forms that are resolved where they are subjects.
            meaning: Opens a language model that has a say, too.
        """
        self._reference = reference
        self._pronouns = pronouns
        self._model = model
        self._functions = functions
        self._subjects = subjects
        self._meaning = meaning

    def resolve(self, document: AnalysedDocument) -> ResolvedDocument:
        """The document with its pronouns, their functions and antecedents."""
        model = self._model()
        wanted = self._pronouns | self._subjects
        asked = (
            question
            for question in questions(document, wanted, self._reference, self._functions, model.cutter)
            if question.pronoun.position == "subject" or _form(document, question) in self._pronouns
        )
        chains = Chains(model.same_noun) if model.same_noun else None
        anaphors: list[Anaphor] = []
        while some := list(islice(asked, _TOGETHER)):
            said = list(_said(some, model))
            if self._meaning is not None:
                said = _with_meaning(document, said, self._meaning())
            anaphors += [_anaphor(document, each, chains) for each in said]
        return ResolvedDocument(document, tuple(anaphors))


class _Said(NamedTuple):
    """A pronoun's candidates and clauses with their probabilities."""

    question: Question
    options: list[float]
    none: float
    function: Function
    clauses: list[float]


def _said(asked: Sequence[Question], model: EncoderModel) -> Iterable[_Said]:
    for question, answer in zip(asked, model.answers(asked), strict=True):
        scores = answer.options - model.paragraph * np.array(question.paragraphs)
        *options, none = _softmax(np.append(scores, answer.none + model.none) / model.temperature)
        function = Function(*_softmax(answer.function))
        yield _Said(question, options, none, function, _softmax(answer.clauses))


def _with_meaning(document: AnalysedDocument, said: Sequence[_Said], meaning: MeaningScorer) -> list[_Said]:
    """The same, with what a language model makes of the likeliest nouns in the pronoun's place."""
    tried = [_likeliest_nouns(each) for each in said]
    asked = [
        Meant(
            (each.question.pronoun.sentence, each.question.pronoun.head),
            tuple(
                (option.sentence, option.start, option.end) for option in map(each.question.options.__getitem__, some)
            ),
        )
        for each, some in zip(said, tried, strict=True)
    ]
    found = []
    for each, some, scores in zip(said, tried, meaning.all_scores(document, asked), strict=True):
        options = list(each.options)
        for place, chance in zip(some, combine([options[place] for place in some], scores, _MEANING), strict=True):
            options[place] = chance
        found.append(each._replace(options=options))
    return found


def _likeliest_nouns(said: _Said) -> list[int]:
    """The candidates that are tried; none where there is nothing to choose from."""
    nouns = [
        place
        for place, option in enumerate(said.question.options)
        if option.form is None and said.options[place] >= _LEAST_MEANT
    ]
    nouns = sorted(nouns, key=lambda place: -said.options[place])[:_MOST_MEANT]
    return nouns if len(nouns) > 1 else []


def _form(document: AnalysedDocument, question: Question) -> str:
    return document.sentences[question.pronoun.sentence].words[question.pronoun.head].text.lower()


def _anaphor(document: AnalysedDocument, said: _Said, chains: Chains | None) -> Anaphor:
    sentences, question, pronoun = document.sentences, said.question, said.question.pronoun
    options = said.options
    if chains is not None:
        options = _nouns_in_order(question, options, chains.together(pronoun, question.options, options))
    ranked = sorted(zip(options, question.options, strict=True), key=lambda pair: -pair[0])
    shares = [said.function.event * share for share in said.clauses]
    return Anaphor(
        sentence=pronoun.sentence,
        token=pronoun.head,
        text=sentences[pronoun.sentence].words[pronoun.head].text,
        position=pronoun.position,
        function=said.function,
        antecedents=tuple(
            as_antecedent(sentences[mention.sentence], mention, probability) for probability, mention in ranked
        ),
        none=said.none,
        events=tuple(
            Clause(clause.sentence, clause.head, sentences[clause.sentence].words[clause.head].text, share)
            for share, clause in sorted(zip(shares, question.clauses, strict=True), key=lambda pair: -pair[0])
            if share >= _LEAST
        ),
    )


def _nouns_in_order(question: Question, before: Sequence[float], after: Sequence[float]) -> list[float]:
    """Probabilities that were passed on inside chains, with nouns in the order that they had before.

    A noun whose pronoun is the first choice passes its own share on to that, and is still the noun that is meant.
    """
    nouns = [place for place, option in enumerate(question.options) if option.form is None]
    shares = sorted((after[place] for place in nouns), reverse=True)
    found = list(after)
    for place, share in zip(sorted(nouns, key=lambda place: -before[place]), shares, strict=True):
        found[place] = share
    return found


def _softmax(scores: NDArray[np.floating[Any]]) -> list[float]:
    if not len(scores):
        return []
    parts = np.exp(np.asarray(scores, np.float64) - np.max(scores))
    shares: list[float] = (parts / parts.sum()).tolist()
    return shares
