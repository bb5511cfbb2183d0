"""One place that says when an engine is overruled, for `fix`, `check` and every system."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from antecede.coreference.resolvers import method_of, resolver
from antecede.pronouns.decision.evidence import questions
from antecede.pronouns.decision.model import read_decision, shift_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from antecede.coreference import ResolvedDocument, Resolver
    from antecede.coreference.resolvers import Method
    from antecede.engines import Hypothesis
    from antecede.pronouns.decision.evidence import Probabilities, Question
    from antecede.pronouns.decision.model import DecisionModel, EngineQuality
    from antecede.pronouns.target.classes import TargetClasses

__all__ = ["Decider", "Verdict", "second_opinions"]


class Chooser(Protocol):
    """A choice model over a document: how likely each class is for each pronoun."""

    @property
    def classes(self) -> TargetClasses:
        """What is chosen from."""

    def distributions(self, document: ResolvedDocument, sentences: Sequence[Hypothesis]) -> Sequence[Probabilities]:
        """One for each pronoun of the document."""


class Verdict(NamedTuple):
    """How likely an engine's pronoun is right, and how likely the best other one is."""

    question: Question
    theirs: float
    ours: float

    @property
    def gain(self) -> float:
        """How much likelier ours is."""
        return self.ours - self.theirs


@dataclass(frozen=True, slots=True)
class Decider:
    """A pair's decision, with what it asks: a choice model, and resolvers other than the one that read the document."""

    chooser: Chooser
    model: DecisionModel
    opinions: Mapping[str, Resolver]
    shift: float = 0.0
    """What is known of the engine before a text is seen, as a logarithm."""

    @classmethod
    def of(cls, chooser: Chooser, method: Method | None = None, quality: EngineQuality = "neural") -> Decider:
        """That of the chooser's pair, where its source is resolved by a method."""
        pair = chooser.classes.pair
        chosen = method_of(pair.source, method, None, learning=False)
        model = read_decision(pair.name, chosen)
        return cls(chooser, model, second_opinions(pair.source, pair.resolved, chosen), shift_of(quality))

    def decide(self, document: ResolvedDocument, sentences: Sequence[Hypothesis]) -> list[Verdict]:
        """What is to be said of each pronoun that could be another one, in the order of the text."""
        verdicts = []
        for question in self.questions(document, sentences):
            theirs, ours = self.model.probabilities(question.features, self.shift)
            verdicts.append(Verdict(question, theirs, ours if question.fits >= self.model.least else 0.0))
        return verdicts

    def questions(self, document: ResolvedDocument, sentences: Sequence[Hypothesis]) -> list[Question]:
        """What is decided."""
        opinions = {name: each.resolve(document.analysis).anaphors for name, each in self.opinions.items()}
        distributions = self.chooser.distributions(document, sentences)
        return list(questions(document, sentences, distributions, self.chooser.classes, opinions))


def second_opinions(language: str, pronouns: frozenset[str], method: str) -> dict[str, Resolver]:
    """The resolvers that are asked beside the one of that method, by name."""
    names: tuple[Method, ...] = ("ranker", "sieve") if method in {"encoder", "lm"} else ("sieve",)
    return {name: resolver(language, pronouns, method=name) for name in names}
