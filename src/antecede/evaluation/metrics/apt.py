"""APT, accuracy of pronoun translation (Miculicich Werlen and Popescu-Belis 2017).

Each listed source pronoun gives a triple of source, reference and candidate words, which falls in one of six cases;
the score is the weighted share of the cases that are not discarded.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import numpy as np

from antecede.alignment.pronouns import (
    AsAligned,
    Finder,
    Occurrence,
    PronounForms,
    Repaired,
    Side,
    Words,
    occurrences,
    split,
)
from antecede.evaluation.metrics._metric import Metric
from antecede.evaluation.published import rules
from antecede.evaluation.results import AptScore, Case, Judged, Judgement, ScoredPronoun
from antecede.evaluation.settings import Settings
from antecede.text.tokens import normalise
from antecede.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from antecede.evaluation.metrics._metric import Inputs
    from antecede.pairs import PronounLists

__all__ = ["METRIC", "Case", "Settings", "Side", "aggregate", "classify", "judge", "score"]


class Apt(Metric):
    """APT of the judged pronouns; its details are an `AptScore`."""

    name: Final = "apt"
    heading: Final = "APT"

    def statistics(self, inputs: Inputs, system: int) -> NDArray[np.float64]:
        """For each sentence: what its pronouns earn, and how many of them count."""
        settings = inputs.settings
        rows = np.zeros((len(inputs.corpus.source), 2))
        for pronoun in inputs.judgement.pronouns:
            case = pronoun.candidates[system].case
            if case not in settings.discard:
                rows[pronoun.sentence] += (settings.weights[case - 1], 1)
        return rows

    def score(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        return sums[:, 0] / np.maximum(sums[:, 1], 1)

    # The cases are in the judgement; the sums only say what they earn.
    def quoted(self, inputs: Inputs, system: int, sums: NDArray[np.float64]) -> float:  # noqa: ARG002
        return _aggregate(inputs, system).score

    def details(self, inputs: Inputs, system: int, sums: NDArray[np.float64]) -> Mapping[str, object]:  # noqa: ARG002
        return {self.name: _aggregate(inputs, system)}

    def signature(self, inputs: Inputs, system: int) -> str:
        settings = inputs.settings
        texts = inputs.corpus.signature(system, repaired=settings.heuristic and settings.anchor == "source")
        return f"{self.name}|{settings.signature}|{texts}|v:{__version__}"


METRIC: Final[Metric] = Apt()


def _aggregate(inputs: Inputs, system: int) -> AptScore:
    judgement = inputs.judgement
    cases = (pronoun.candidates[system].case for pronoun in judgement.pronouns)
    return aggregate(cases, inputs.settings, not_source=judgement.not_source)


def score(source: Sequence[str], reference: Side, candidate: Side, settings: Settings) -> AptScore:
    """APT of one candidate; sentences are tokens separated by single spaces."""
    judgement = judge(source, reference, [candidate], settings)
    cases = (pronoun.candidates[0].case for pronoun in judgement.pronouns)
    return aggregate(cases, settings, not_source=judgement.not_source)


def aggregate(cases: Iterable[Case], settings: Settings, *, not_source: int | None = None) -> AptScore:
    """The score of these cases; 0 where there are none."""
    counts = Counter(cases)
    kept = [case for case in Case if case not in settings.discard]
    total = sum(counts[case] for case in kept)
    earned = sum(settings.weights[case - 1] * counts[case] for case in kept)
    one, two, three, four, five, six = (counts[case] for case in Case)
    return AptScore(earned / total if total else 0.0, (one, two, three, four, five, six), total, not_source)


def judge(source: Sequence[str], reference: Side, candidates: Sequence[Side], settings: Settings) -> Judgement:
    """Every pronoun that is scored, with each candidate's case."""
    if settings.anchor == "reference":
        return _from_reference(source, reference, candidates, settings)
    if settings.mode == "published":
        published = rules.Rules.of(settings.lists, heuristic=settings.heuristic)
        return Judgement(rules.judge(source, reference, candidates, published))
    return Judgement(tuple(_from_source(source, reference, candidates, settings)))


def classify(reference: Words | None, candidate: Words | None, lists: PronounLists) -> Case:
    """The case that two translations of one pronoun make.

    Of several aligned words, one that agrees is enough.
    """
    if reference is None:
        if lists.missing_reference_counts:
            return Case.BOTH_MISSING if candidate is None else Case.REFERENCE_MISSING
        return Case.CANDIDATE_MISSING if candidate is None else Case.DIFFERENT
    if candidate is None:
        return Case.CANDIDATE_MISSING
    if reference.text == candidate.text:
        return Case.IDENTICAL
    expected, given = set(reference.text.split(" ")), set(candidate.text.split(" "))
    if not expected.isdisjoint(given) or _share_a_group(expected, given, lists.identical):
        return Case.IDENTICAL
    # "ce" and "il" may stand for each other, so "c'", which is "ce", may too.
    widened = [_with_identical(group, lists) for group in lists.equivalent]
    return Case.EQUIVALENT if _share_a_group(expected, given, widened) else Case.DIFFERENT


def _share_a_group(one: set[str], other: set[str], groups: Iterable[frozenset[str]]) -> bool:
    return any(not group.isdisjoint(one) and not group.isdisjoint(other) for group in groups)


def _with_identical(group: frozenset[str], lists: PronounLists) -> frozenset[str]:
    return group.union(*(same for same in lists.identical if not same.isdisjoint(group)))


def _from_source(
    source: Sequence[str], reference: Side, candidates: Sequence[Side], settings: Settings
) -> Iterable[ScoredPronoun]:
    forms = PronounForms(settings.lists, settings.pair.target)
    finder: Finder = Repaired(forms) if settings.heuristic else AsAligned(forms)
    for at in occurrences(source, settings.lists.source_pronouns):
        expected = finder.find(reference, at)
        translations = (finder.find(candidate, at) for candidate in candidates)
        judged = tuple(Judged(words, classify(expected, words, settings.lists)) for words in translations)
        yield ScoredPronoun(at.sentence, at.position, at.word, expected, judged)


def _from_reference(
    source: Sequence[str], reference: Side, candidates: Sequence[Side], settings: Settings
) -> Judgement:
    """The anchoring of later papers: pronouns are looked for in the reference, and never repaired."""
    pronouns, not_source = [], 0
    groups = settings.lists.identical if settings.mode == "corrected" else ()
    for at in occurrences(reference.lines, settings.lists.reference_pronouns):
        positions = reference.alignments.sources(at.sentence, at.position)
        if not positions:
            not_source += 1
            continue
        words = split(source[at.sentence])
        judged = tuple(_judge_aligned(candidate, at, positions, groups) for candidate in candidates)
        expected = Words((at.position,), at.word)
        text = normalise(" ".join(words[p] for p in positions))
        pronouns.append(ScoredPronoun(at.sentence, positions[0], text, expected, judged))
    return Judgement(tuple(pronouns), not_source)


def _judge_aligned(
    candidate: Side, at: Occurrence, sources: tuple[int, ...], identical: Sequence[frozenset[str]]
) -> Judged:
    positions = tuple(sorted({t for s in sources for t in candidate.alignments.targets(at.sentence, s)}))
    if not positions:
        return Judged(None, Case.CANDIDATE_MISSING)
    tokens = split(candidate.lines[at.sentence])
    words = [normalise(tokens[p]) for p in positions]
    right = at.word in words or _share_a_group({at.word}, set(words), identical)
    return Judged(Words(positions, " ".join(words)), Case.IDENTICAL if right else Case.DIFFERENT)
