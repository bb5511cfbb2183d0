"""Score systems side by side: APT, AutoPRF, BLEU, chrF, and whether they differ."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from antecede.evaluation.metrics import apt, autof, surface
from antecede.evaluation.results import Evaluation, SystemScore
from antecede.evaluation.significance import SegmentStatistics, compare
from antecede.version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from antecede.evaluation.corpus import Corpus, Translation
    from antecede.evaluation.results import ScoredPronoun


def evaluate(corpus: Corpus, settings: apt.Settings, *, bootstrap: bool = False, meteor: bool = False) -> Evaluation:
    """All figures for the corpus's candidates."""
    source, reference, candidates = corpus.source, corpus.reference, corpus.candidates
    judgement = apt.judge(source, reference.side, [candidate.side for candidate in candidates], settings)
    of_apt = [_apt_statistics(judgement.pronouns, i, settings, len(source)) for i in range(len(candidates))]
    of_words = [
        autof.statistics(source, reference.side, candidate.side, settings.lists.source_pronouns)
        for candidate in candidates
    ]
    bleu, chrf = surface.Bleu(), surface.Chrf()
    of_bleu, of_chrf = (
        [metric.statistics(candidate.text, reference.text) for candidate in candidates] for metric in (bleu, chrf)
    )
    systems = tuple(
        SystemScore(
            candidate.name,
            apt.aggregate(
                (p.candidates[i].case for p in judgement.pronouns), settings, not_source=judgement.not_source
            ),
            autof.aggregate(of_words[i]),
            bleu.score(of_bleu[i]),
            chrf.score(of_chrf[i]),
            _signature(corpus, candidate, settings),
            **(_meteor(corpus, candidate, settings) if meteor else {}),
        )
        for i, candidate in enumerate(candidates)
    )
    resampled = {
        "apt": SegmentStatistics(of_apt, _share),
        "autof": SegmentStatistics(of_words, autof.f_of_sums),
        "bleu": SegmentStatistics(of_bleu, bleu.scores),
        "chrf": SegmentStatistics(of_chrf, chrf.scores),
    }
    names = [candidate.name for candidate in candidates]
    comparisons = tuple(
        compare(judgement.pronouns, names, a, b, resampled if bootstrap else {})
        for a, b in combinations(range(len(candidates)), 2)
    )
    return Evaluation(
        settings.pair.name,
        source,
        reference.lines,
        [candidate.lines for candidate in candidates],
        corpus.document_ids or [""] * len(source),
        systems,
        comparisons,
        judgement.pronouns,
    )


def _apt_statistics(
    pronouns: Sequence[ScoredPronoun], system: int, settings: apt.Settings, sentences: int
) -> NDArray[np.float64]:
    """For each sentence: what its pronouns earn, and how many of them count."""
    rows = np.zeros((sentences, 2))
    for pronoun in pronouns:
        case = pronoun.candidates[system].case
        if case not in settings.discard:
            rows[pronoun.sentence] += (settings.weights[case - 1], 1)
    return rows


def _share(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    return sums[:, 0] / np.maximum(sums[:, 1], 1)


def _meteor(corpus: Corpus, candidate: Translation, settings: apt.Settings) -> dict[str, float]:
    from antecede.evaluation.metrics.meteor import meteor

    texts, language = (candidate.lines, corpus.reference.lines), settings.pair.target
    return {
        "meteor": meteor(*texts, language),
        "meteor_pronouns": meteor(*texts, language, pronouns=settings.lists.reference_pronouns),
    }


def _signature(corpus: Corpus, candidate: Translation, settings: apt.Settings) -> str:
    reference = corpus.reference
    ways = "/".join(dict.fromkeys((reference.aligned_by, candidate.aligned_by)))
    heuristic = "+heuristic" if settings.heuristic and settings.anchor == "source" else ""
    content = f"{reference.alignments.checksum}.{candidate.alignments.checksum}"
    return f"apt|{settings.signature}|tok:{corpus.tokenised_by}|align:{ways}{heuristic}:{content}|v:{__version__}"
