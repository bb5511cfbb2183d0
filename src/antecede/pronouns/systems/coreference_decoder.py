"""The coreference model inside the decoder: a feature that scores each pronoun's translation, whatever phrase it is in.

Nothing is replaced in the sentence, so that phrases, idioms and the language model count as before. What the feature
says is a mixture over all antecedents: `log P(class) = log of the sum of P(antecedent) P(class | antecedent)`, less a
part of what the pronoun becomes whatever its antecedent, which the engine knows already.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from antecede import _native
from antecede.engines import Request
from antecede.engines.attributes import word_attributes
from antecede.pronouns.coreference_model.agreement import FEATURE as AGREEMENT
from antecede.pronouns.coreference_model.classes import mixture_classes
from antecede.pronouns.systems.passes import choices, two_passes
from antecede.pronouns.types import Decision, ScoredOption, TranslatedDocument

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy.typing as npt

    from antecede.coreference import Anaphor, Antecedent, ResolvedDocument
    from antecede.engines.native import NativeEngine
    from antecede.engines.text import TextSteps
    from antecede.pairs import Pair
    from antecede.pronouns.coreference_model.model import Table
    from antecede.pronouns.systems.passes import Memory, Project, TwoPasses
    from antecede.pronouns.target.classes import TargetClasses
    from antecede.pronouns.target.projection import Projected, WordMorphology

    Probabilities = npt.NDArray[np.float64]

__all__ = ["FEATURE", "DecoderModel", "choice_feature"]

FEATURE: Final = "CoreferenceModel0"
_LEAST: Final = 1e-4
_SHOWN: Final = 5


def choice_feature(phrase_table: _native.PhraseTable, classes: TargetClasses) -> _native.ChoiceFeature:
    """The decoder's feature, which knows the class of each of the table's target words."""
    return _native.ChoiceFeature(FEATURE, word_attributes(phrase_table, classes.number), len(classes.names))


@dataclass(frozen=True, slots=True)
class DecoderModel:
    """Translates a document in order, with all antecedents of each pronoun and their probabilities."""

    engine: NativeEngine
    steps: TextSteps
    pair: Pair
    table: Table
    classes: TargetClasses
    words: WordMorphology | None = None
    """What is known of target words, where pronouns agree with what their antecedent became."""
    one_pass: bool = False
    """Whether antecedents in the pronoun's own sentence are left to the decoder's agreement feature."""
    prior: float = 1.0
    """How much of what the pronoun becomes in any case is taken away: from nothing (0) to all of it (1)."""
    memory: Memory | None = None

    def translate(self, document: ResolvedDocument) -> TranslatedDocument:
        """First as it is, which shows what antecedents become, then each sentence with its pronouns' probabilities."""
        known: dict[int, Probabilities] = {}

        def ask(tokens: Sequence[str], anaphors: Sequence[int], projection: Project) -> Request:
            notes: list[float] = []
            near: list[float] = []
            for index in anaphors:
                anaphor = document.anaphors[index]
                known[index] = probabilities = self.probabilities(anaphor, projection)
                notes += [float(anaphor.token), *self._scores(anaphor, probabilities)]
                for antecedent in anaphor.antecedents if self.one_pass else ():
                    if antecedent.sentence == anaphor.sentence:
                        near += [float(antecedent.head), float(anaphor.token), antecedent.probability]
            return Request(tuple(tokens), notes={FEATURE: notes, AGREEMENT: near} if near else {FEATURE: notes})

        passes = two_passes(document, self.engine, self.steps, self.pair, self.words, ask, self.memory)
        return TranslatedDocument(document, passes.second, self._decisions(document, passes, known))

    def probabilities(self, anaphor: Anaphor, projection: Project) -> Probabilities:
        """How likely each class of target words is, given the antecedents and what they became; they sum to one."""

        def from_afar(antecedent: Antecedent) -> Projected | None:
            near = self.one_pass and antecedent.sentence == anaphor.sentence
            return None if near else projection(antecedent)

        mixed = np.zeros(len(self.classes.names))
        for name, wider, probability in mixture_classes(anaphor, self.pair, from_afar):
            mixed += probability * self._distribution(name, wider)
        total = mixed.sum()
        return mixed / total if total > 0 else np.full(len(mixed), 1 / len(mixed))

    def _distribution(self, name: str, wider: str) -> Probabilities:
        shares = self.table.shares.get(name) or self.table.shares.get(wider)
        if shares is None:
            return np.full(len(self.classes.names), 1 / len(self.classes.names))
        return np.array([shares.get(choice, 0.0) for choice in self.classes.names])

    def _scores(self, anaphor: Anaphor, probabilities: Probabilities) -> list[float]:
        scores = self.classes.scores(probabilities, _LEAST)
        wider = f"{anaphor.text.lower()}-{anaphor.position}"
        if self.prior and wider in self.table.shares:
            usual = self.classes.scores(self._distribution(wider, wider), _LEAST)
            scores = [score - self.prior * always for score, always in zip(scores, usual, strict=True)]
        return scores

    def _decisions(
        self,
        document: ResolvedDocument,
        passes: TwoPasses,
        known: Mapping[int, Probabilities],
    ) -> tuple[Decision, ...]:
        before, after = (choices(document, sentences, self.steps) for sentences in (passes.first, passes.second))
        decisions = []
        for index, anaphor in enumerate(document.anaphors):
            ranked = sorted(zip(self.classes.names, known[index].tolist(), strict=True), key=lambda pair: -pair[1])
            options = tuple(ScoredOption(name, share) for name, share in ranked[:_SHOWN])
            choice, target = after[index]
            decisions.append(
                Decision(anaphor, options, choice, before[index].pronoun, _reason(anaphor), target, "coreference model")
            )
        return tuple(decisions)


def _reason(anaphor: Anaphor) -> str:
    if not anaphor.antecedents or anaphor.none > max(a.probability for a in anaphor.antecedents):
        return f"It most likely stands for nothing that was named ({math.floor(100 * anaphor.none)}%)."
    best = anaphor.antecedents[0]
    return f"It most likely stands for “{best.text}” ({math.floor(100 * best.probability)}%)."
