"""What a metric is: the protocols that a module of this folder, or of another package, fulfils."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from antecede.evaluation.corpus import Corpus, Translation
    from antecede.evaluation.results import Judgement
    from antecede.evaluation.settings import Settings


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a metric may look at: the texts with their alignments, the pair and its lists, the pronouns by case."""

    corpus: Corpus
    settings: Settings
    judgement: Judgement
    """Made once for all metrics: to find the pronouns takes longer than to count them."""

    def candidate(self, system: int) -> Translation:
        """What the system wrote."""
        return self.corpus.candidates[system]


@runtime_checkable
class BaseMetric(Protocol):
    """What tables, options and JSON ask of every metric; higher is better.

    Metrics inherit from one of the three protocols below, and state only what differs from their defaults.
    """

    @property
    def name(self) -> str:
        """As options and JSON spell it: the name of the module or of the entry point."""
        ...

    @property
    def heading(self) -> str:
        """As tables spell it."""
        return self.name

    @property
    def places(self) -> int:
        """How many decimals tables show: four for a share of 1, two for a share of 100."""
        return 4

    @property
    def on_request(self) -> bool:
        """Whether it is computed only when it is asked for, because it is slow or needs other programs."""
        return False

    def signature(self, inputs: Inputs, system: int) -> str:
        """All that the score depends on besides the words, in one line that can be quoted."""
        ...


@runtime_checkable
class Metric(BaseMetric, Protocol):
    """A score that follows from a sum over sentences, so that it can be resampled, and added up over shards."""

    def statistics(self, inputs: Inputs, system: int) -> NDArray[np.float64]:
        """A row for each sentence."""
        ...

    def score(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        """The score of each row of summed statistics: a corpus, a resample, a point of tuning. Always finite."""
        ...

    # What follows may be left as it is; not every metric needs all that it is given.

    def quoted(self, inputs: Inputs, system: int, sums: NDArray[np.float64]) -> float:  # noqa: ARG002
        """The score of the whole corpus, from one row of sums.

        It is what `score` gives, but for rounding: a metric that others define overrides it with their own steps, so
        that its figure is theirs to the last digit.
        """
        return float(self.score(sums[np.newaxis])[0])

    def parts(self, sums: NDArray[np.float64]) -> Mapping[str, float]:  # noqa: ARG002
        """Figures that the score of one row of sums is made of, by heading, such as precision and recall."""
        return {}

    def details(self, inputs: Inputs, system: int, sums: NDArray[np.float64]) -> Mapping[str, object]:  # noqa: ARG002
        """What JSON says of a system besides the score, by key: dataclasses. A key that is the name replaces it."""
        return {}


@runtime_checkable
class SurfaceMetric(Metric, Protocol):
    """A metric that compares texts alone, so that tuning can use it on the translations of one sentence."""

    def statistics(self, inputs: Inputs, system: int) -> NDArray[np.float64]:
        """A row for each sentence, from the texts as they were given, before they were cut into tokens."""
        texts = zip(inputs.candidate(system).text, inputs.corpus.reference.text, strict=True)
        return np.concatenate([self.segment([candidate], reference) for candidate, reference in texts])

    def segment(self, candidates: Sequence[str], reference: str) -> NDArray[np.float64]:
        """The statistics of one sentence: a row for each of its translations."""
        ...

    def words(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        """How many words the reference of each row has: what one sentence weighs in a corpus."""
        ...


@runtime_checkable
class CorpusMetric(BaseMetric, Protocol):
    """A score of the whole corpus that is not a function of sums over sentences: it is never resampled."""

    def corpus_score(self, inputs: Inputs, system: int) -> float:
        """The score of one system."""
        ...

    # What follows may be left as it is.

    def corpus_parts(self, inputs: Inputs, system: int) -> Mapping[str, float]:  # noqa: ARG002
        """Figures that the score of one system is made of, by heading, such as precision and recall."""
        return {}

    def corpus_details(self, inputs: Inputs, system: int) -> Mapping[str, object]:  # noqa: ARG002
        """What JSON says of a system besides the score, by key: dataclasses."""
        return {}
