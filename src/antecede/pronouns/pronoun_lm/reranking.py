"""Re-rank n-best lists with the pronoun language model, through a document.

Luong and Popescu-Belis 2016, section 5: `S'(s) = S(s) + a (sum of S_PLM(p) over pronouns of another number than the
source's + b * sum over those of the same number)`, a = b = 5: `Paper`. S_PLM is the probability: only so is b a reward
for the right number, as the paper calls it, and only so does each pronoun add something where none adds nothing, so
that fewer are left untranslated. The term is of the size of scores with Moses's default weights; for an engine with
others, `a` goes by the language model's weight.

`Tuned` adds instead `a * log(P(p | history) / P(p))`, what the history says beyond how frequent the pronoun is anyway
(the engine knows that), with b in place of a for another number; P is the mixture. A beam keeps several ways through
the document, since a chosen pronoun is part of the next one's history.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from antecede.languages import language
from antecede.pronouns.pronoun_lm.model import remember
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.engines import Hypothesis
    from antecede.languages import Number
    from antecede.pairs import Pair
    from antecede.pronouns.decision.in_context import InContext
    from antecede.pronouns.pronoun_lm.candidates import Candidate, Shortener
    from antecede.pronouns.pronoun_lm.mixture import Mixture
    from antecede.pronouns.target.nominals import Nominal, NominalFinder

__all__ = ["Paper", "Prepared", "PronounModel", "PronounScore", "Reranked", "Reranker", "Tuned"]


class PronounScore(Protocol):
    """What a pronoun adds to the score of its hypothesis."""

    def score(self, pronoun: str, history: Sequence[str], *, same_number: bool) -> float:
        """For a target pronoun after the gender and number of what came before."""
        ...


class PronounModel(Protocol):
    """How likely a pronoun is after the gender and number of what came before."""

    def log10(self, pronoun: str, history: Sequence[str]) -> float:
        """log10 of its probability."""
        ...


@dataclass(frozen=True, slots=True)
class Paper:
    """The published formula: the pronoun's probability, which counts more where its number is the source's."""

    model: PronounModel
    modelled: frozenset[str]
    alpha: float = 5.0
    beta: float = 5.0

    def score(self, pronoun: str, history: Sequence[str], *, same_number: bool) -> float:
        """As `PronounScore`; pronouns that the model does not list count for nothing."""
        if pronoun not in self.modelled:
            return 0.0
        return self.alpha * (self.beta if same_number else 1.0) * math.pow(10, self.model.log10(pronoun, history))


@dataclass(frozen=True, slots=True)
class Tuned:
    """What the history says for or against a pronoun, beyond its frequency."""

    model: Mixture
    alpha: float = 1.0
    beta: float = 1.0

    def score(self, pronoun: str, history: Sequence[str], *, same_number: bool) -> float:
        """As `PronounScore`; pronouns that the model does not list count for nothing."""
        if pronoun not in self.model.pronouns:
            return 0.0
        gain = math.log(self.model.probability(pronoun, history) / self.model.frequency(pronoun))
        return (self.alpha if same_number else self.beta) * gain


class Reranked(NamedTuple):
    """A sentence's candidates, the one that was chosen, and what each scored in its place, engine included."""

    candidates: tuple[Candidate, ...]
    chosen: int
    scores: tuple[float, ...]

    @property
    def best(self) -> Candidate:
        """The candidate that was chosen."""
        return self.candidates[self.chosen]


class Prepared(NamedTuple):
    """A sentence's source, the candidates that compete, and the nouns and pronouns of each."""

    source: Sequence[str]
    candidates: Sequence[Candidate]
    nominals: Sequence[Sequence[Nominal]]
    context: Sequence[float]
    """What a scorer says for each candidate, beside the engine's score."""


class _Way(NamedTuple):
    """A way through the document so far."""

    score: float
    history: tuple[str, ...]
    steps: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reranker:
    """Chooses among each sentence's hypotheses, in the order of the document."""

    pair: Pair
    shortener: Shortener
    finder: NominalFinder
    pronoun_score: PronounScore
    beam: int = 1
    context: InContext | None = None
    """What a scorer says of a candidate after the sentences before it, as the engine translated them."""

    def rerank(self, sources: Sequence[Sequence[str]], lists: Sequence[Sequence[Hypothesis]]) -> list[Reranked]:
        """A document's sentences, each with its choice; every list has at least one hypothesis."""
        return self.choose(self.prepare(sources, lists))

    def prepare(self, sources: Sequence[Sequence[str]], lists: Sequence[Sequence[Hypothesis]]) -> list[Prepared]:
        """What does not depend on scores: those who try many weights do it once."""
        short = [self.shortener.shorten(source, listed) for source, listed in zip(sources, lists, strict=True)]
        said = self._in_context(sources, short)
        return [
            Prepared(source, candidates, [self.finder.find(each.hypothesis.tokens) for each in candidates], context)
            for source, candidates, context in zip(sources, short, said, strict=True)
        ]

    def _in_context(
        self, sources: Sequence[Sequence[str]], short: Sequence[Sequence[Candidate]]
    ) -> Sequence[Sequence[float]]:
        said = [[0.0] * len(candidates) for candidates in short]
        if self.context is not None:
            versions = [[candidate.hypothesis.tokens for candidate in candidates] for candidates in short]
            asked = [(line, tuple(several)) for line, several in enumerate(versions) if len(several) > 1]
            found = self.context.evidence(sources, [first for first, *_ in versions], asked)
            for (line, _), evidence in zip(asked, found, strict=True):
                said[line] = evidence
        return said

    def choose(self, sentences: Sequence[Prepared]) -> list[Reranked]:
        """The choice for each sentence of a document."""
        ways = [_Way(0.0, (), ())]
        for sentence in sentences:
            ways = self._step(ways, sentence)
        results, history = [], tuple[str, ...]()
        for sentence, step in zip(sentences, ways[0].steps, strict=True):
            scores = tuple(self._score(sentence, index, history) for index in range(len(sentence.candidates)))
            results.append(Reranked(tuple(sentence.candidates), step, scores))
            history = remember(history, sentence.nominals[step])
        return results

    def _step(self, ways: Sequence[_Way], sentence: Prepared) -> list[_Way]:
        """The ways one sentence further; of those with the same history, the best goes on."""
        best: dict[tuple[str, ...], _Way] = {}
        for way in ways:
            for index, nominals in enumerate(sentence.nominals):
                score = way.score + self._score(sentence, index, way.history)
                history = remember(way.history, nominals)
                if history not in best or best[history].score < score:
                    best[history] = _Way(score, history, (*way.steps, index))
        return sorted(best.values(), key=lambda way: -way.score)[: self.beam]

    def _score(self, sentence: Prepared, index: int, history: tuple[str, ...]) -> float:
        candidate, nominals = sentence.candidates[index], sentence.nominals[index]
        total = candidate.hypothesis.score + sentence.context[index]
        for place in candidate.places:
            if place.pronoun:
                before = (nominal for nominal in nominals if nominal.position < place.position)
                source = self._number(self.pair.source, sentence.source[place.source])
                same = source == self._number(self.pair.target, place.pronoun)
                total += self.pronoun_score.score(place.pronoun, remember(history, before), same_number=same)
        return total

    @staticmethod
    def _number(code: str, word: str) -> Number | None:
        known = language(code).pronouns.get(normalise(word))
        return None if known is None else known.number
