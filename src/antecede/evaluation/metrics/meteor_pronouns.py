"""METEOR with the pronouns as its function words and nothing else counted (section 3.2 of the APT paper)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from antecede.evaluation.metrics._metric import CorpusMetric
from antecede.evaluation.metrics.meteor import described, meteor

if TYPE_CHECKING:
    from antecede.evaluation.metrics._metric import Inputs

__all__ = ["METRIC"]


class MeteorPronouns(CorpusMetric):
    """METEOR that looks at the reference pronouns of the lists, 0 to 1."""

    name: Final = "meteor-pronouns"
    heading: Final = "METEOR (pronouns)"
    on_request: Final = True

    def corpus_score(self, inputs: Inputs, system: int) -> float:
        texts = inputs.candidate(system).lines, inputs.corpus.reference.lines
        settings = inputs.settings
        return meteor(*texts, settings.pair.target, pronouns=settings.lists.reference_pronouns)

    def signature(self, inputs: Inputs, system: int) -> str:  # noqa: ARG002 - the same for every system
        return f"{self.name}|{described(inputs)}|lists:{inputs.settings.lists.name}"


METRIC: Final[CorpusMetric] = MeteorPronouns()
