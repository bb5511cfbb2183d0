"""How likely an engine or a language model finds given translations, with the sentences around them.

A protocol, so that whoever uses a score needs to know no engine; engines that have `Ability.SCORES` are scorers.
`ContextScore` is what is made of a scorer: what the sentences before say for or against a translation.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Question = tuple["Segment", str, int]
    """A translation of a segment, and with how many sentences before it is scored."""

__all__ = ["CONTEXT", "CONTEXT_WEIGHT", "ContextScore", "Memory", "Scorer", "Segment", "preceding"]

CONTEXT: Final = 2
"""Sentences before that a scorer is given: a third one adds nothing (experiments/neural.md)."""
CONTEXT_WEIGHT: Final = 1.1
"""What a `ContextScore` counts beside our own probabilities: learnt on texts of our own, which no engine has seen
(experiments/neural.md)."""

Asked = TypeVar("Asked")

_REMEMBERED: Final = 100_000
"""Scores that are kept, the newest: some 50 MB with the texts that they belong to."""


class Segment(NamedTuple):
    """A sentence to translate, or to score translations of: text first, since most engines take text."""

    text: str
    tokens: tuple[str, ...] | None = None
    """Our tokens, for engines that work on them; links count these."""
    before: tuple[str, ...] = ()
    """The sentences before, the nearest last."""
    before_target: tuple[str, ...] = ()
    """What was written for them, one for one."""


class Scorer(Protocol):
    """Something that scores given translations."""

    @property
    def key(self) -> str:
        """What scores depend on, besides the texts: the model and its version."""
        ...

    def score(
        self, segments: Sequence[Segment], targets: Sequence[Sequence[str]], *, context: int = 0
    ) -> list[list[float]]:
        """For each segment the natural logarithm of the probability of each of its targets.

        With `context`, given so many of the sentences before and what was written for them.
        """
        ...


class Memory(Generic[Asked]):
    """The scores of what was asked before, the newest `size` of them. Threads may share one."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._scores: OrderedDict[Asked, float] = OrderedDict()
        self._lock = threading.Lock()

    def known(self, questions: Sequence[Asked]) -> dict[Asked, float]:
        """The scores of those that are remembered."""
        with self._lock:
            return {each: self._scores[each] for each in questions if each in self._scores}

    def learn(self, scores: dict[Asked, float]) -> None:
        """Remember these, and forget the oldest where they are too many."""
        with self._lock:
            self._scores |= scores
            while len(self._scores) > self._size:
                self._scores.popitem(last=False)


@dataclass(frozen=True, slots=True)
class ContextScore:
    """What the sentences before say for or against given translations, by a scorer. Threads may share one.

    A translation engine that is asked how likely a sentence is after the one before, source and target joined, knows
    more about gender than it writes by itself: *elle* after *une maison* is likelier than after *un toit*.
    """

    scorer: Scorer
    context: int = CONTEXT
    """How many of the sentences before are given; 0 is the sentence alone."""
    own: bool = False
    """Whether the sentence's own score counts, too. Otherwise it is subtracted, and what is left is what the context
    says: nothing where there is none. Without context the own score is all there is."""
    _memory: Memory[Question] = field(default_factory=lambda: Memory(_REMEMBERED), compare=False, repr=False)

    @property
    def key(self) -> str:
        """What scores depend on, besides the texts."""
        return f"{self.scorer.key}|context {self.context}|{'own' if self._counts_own else 'gain'}"

    @property
    def _counts_own(self) -> bool:
        return self.own or self.context == 0

    def of(self, segments: Sequence[Segment], targets: Sequence[Sequence[str]]) -> list[list[float]]:
        """For each segment what is said for each of its targets: natural logarithms.

        All texts that are not known yet are scored in one go.
        """
        asked = [
            [self._terms(segment, version) for version in row] for segment, row in zip(segments, targets, strict=True)
        ]
        questions = (question for row in asked for terms in row for question in terms)
        known = self._answers(dict.fromkeys(questions))
        return [[sum(sign * known[question] for question, sign in terms.items()) for terms in row] for row in asked]

    def _terms(self, segment: Segment, version: str) -> dict[Question, int]:
        """What is asked, and what is added or subtracted."""
        before = segment.before[-self.context :] if self.context else ()
        written = segment.before_target[-self.context :] if self.context else ()
        whole = Segment(segment.text, None, before, written), version, len(before)
        if self._counts_own:
            return {whole: 1}
        return {whole: 1, (Segment(segment.text), version, 0): -1} if before else {}

    def _answers(self, questions: dict[Question, None]) -> dict[Question, float]:
        known = self._memory.known(list(questions))
        new: dict[Question, float] = {}
        for size in sorted({size for _, _, size in questions}):
            wanted = [each for each in questions if each not in known and each[2] == size]
            rows = self.scorer.score(
                [segment for segment, _, _ in wanted], [[target] for _, target, _ in wanted], context=size
            )
            new |= {each: score for each, (score,) in zip(wanted, rows, strict=True)}
        self._memory.learn(new)
        return known | new


def preceding(texts: Sequence[str], targets: Sequence[str], context: int) -> Iterator[Segment]:
    """The lines of a document, each with so many of the lines before it and what was written for them."""
    for line, text in enumerate(texts):
        first = max(0, line - context)
        yield Segment(text, None, tuple(texts[first:line]), tuple(targets[first:line]))
