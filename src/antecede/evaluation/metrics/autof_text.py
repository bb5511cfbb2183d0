"""AutoP, AutoR and AutoF in the APT paper's words (section 3.2): one list of words for the whole text.

C holds all words aligned to all source pronouns in the candidate, R the same in the reference; each word counts as
often as it occurs in both lists, wherever that is. It is never lower than `autof`, which counts at each pronoun
by itself.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import numpy as np

from antecede.alignment.pronouns import occurrences
from antecede.evaluation.metrics._metric import CorpusMetric
from antecede.evaluation.metrics.autof import aggregate, aligned_words
from antecede.version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from antecede.alignment.pronouns import Side
    from antecede.evaluation.metrics._metric import Inputs
    from antecede.evaluation.results import AutoPrf

__all__ = ["METRIC", "text_score"]


class AutoFText(CorpusMetric):
    """AutoF over one list for each text; its details are an `AutoPrf`."""

    name: Final = "autof-text"
    heading: Final = "AutoF text"

    def corpus_score(self, inputs: Inputs, system: int) -> float:
        return _score(inputs, system).f

    def corpus_parts(self, inputs: Inputs, system: int) -> Mapping[str, float]:
        score = _score(inputs, system)
        return {"AutoP text": score.precision, "AutoR text": score.recall}

    def corpus_details(self, inputs: Inputs, system: int) -> Mapping[str, object]:
        return {"autoprf_text": _score(inputs, system)}

    def signature(self, inputs: Inputs, system: int) -> str:
        settings = inputs.settings
        texts = inputs.corpus.signature(system)
        return f"{self.name}|pair:{settings.pair.name}|lists:{settings.lists.name}|{texts}|v:{__version__}"


METRIC: Final[CorpusMetric] = AutoFText()


def text_score(source: Sequence[str], reference: Side, candidate: Side, pronouns: AbstractSet[str]) -> AutoPrf:
    """Precision, recall and F of the words aligned to pronouns, counted over the whole text."""
    expected, given = Counter[str](), Counter[str]()
    for at in occurrences(source, pronouns):
        expected.update(aligned_words(reference, at))
        given.update(aligned_words(candidate, at))
    return aggregate(np.array([(expected & given).total(), given.total(), expected.total()], np.float64))


def _score(inputs: Inputs, system: int) -> AutoPrf:
    corpus = inputs.corpus
    pronouns = inputs.settings.lists.source_pronouns
    return text_score(corpus.source, corpus.reference.side, inputs.candidate(system).side, pronouns)
