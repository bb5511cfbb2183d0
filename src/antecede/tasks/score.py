"""Score how well systems translated the pronouns, from Python."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from antecede.errors import BadOption, BadText
from antecede.evaluation.corpus import Aligning, corpus_of, read_corpus
from antecede.evaluation.evaluate import evaluate
from antecede.evaluation.lists import find_lists
from antecede.evaluation.metrics import metric
from antecede.evaluation.metrics.meteor import NAMES as METEOR
from antecede.evaluation.output import to_json
from antecede.evaluation.published.config import run_config as score_config
from antecede.evaluation.ratings.correlation import correlate, read_human_scores
from antecede.evaluation.results import Case
from antecede.evaluation.settings import Settings
from antecede.pairs import DEFAULT_PAIR
from antecede.pairs import pair as described
from antecede.tasks._input import given_lines, parallel_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from antecede.alignment import Alignments
    from antecede.evaluation import Evaluation
    from antecede.evaluation.ratings.correlation import Correlation
    from antecede.evaluation.settings import Anchor, Mode
    from antecede.tasks._input import Documents, Text

__all__ = [
    "METEOR",
    "Aligning",
    "ScoredFiles",
    "Settings",
    "correlations",
    "score",
    "score_config",
    "score_files",
    "scoring",
    "to_json",
]


def score(  # noqa: PLR0913 - each is a choice of the user's, and all but the texts have a default
    source: Text,
    reference: Text,
    *candidates: Text,
    pair: str = DEFAULT_PAIR,
    documents: Documents | None = None,
    names: Sequence[str] = (),
    tokenised: bool = False,
    alignments: Sequence[Sequence[str]] | None = None,
    aligning: Aligning | None = None,
    settings: Settings | None = None,
    bootstrap: bool = False,
    metrics: Sequence[str] = (),
) -> Evaluation:
    """The scores of systems by every metric, pronoun by pronoun, and whether the systems differ.

    Args:
        source: What was translated: a list of lines, or one text with a sentence a line.
        reference: A translation made by people, line by line.
        candidates: The translations of one or more systems, line by line.
        pair: The language pair.
        documents: The document of each line, or how many lines each document has; nothing depends on it but
            `Evaluation.document_ids`.
        names: What the candidates are called; `candidate 1` and so on by default.
        tokenised: Whether blanks separate the tokens; otherwise our tokeniser finds them.
        alignments: For the reference and for each candidate, the `i-j` links of each line's tokens (Pharaoh); without
            it the texts are aligned.
        aligning: How they are aligned.
        settings: How APT counts, and its lists of pronouns; the pair's own by default.
        bootstrap: Whether to add the paired bootstrap tests, which take a while.
        metrics: Metrics that are computed only when asked for, such as `meteor`.

    Examples:
        >>> source, reference = ["It is old ."], ["Elle est vieille ."]
        >>> links = 3 * [["0-0 1-1 2-2"]]
        >>> evaluation = score(source, reference, ["Il est vieux ."], reference, tokenised=True, alignments=links)
        >>> [(system.name, system.value("apt")) for system in evaluation.systems]
        [('candidate 1', 0.0), ('candidate 2', 1.0)]
    """
    known = described(pair)
    if not candidates:
        raise BadOption("no candidate is given: at least one translation is scored")
    called = list(names) or [f"candidate {number}" for number in range(1, len(candidates) + 1)]
    if len(called) != len(candidates) or len(set(called)) != len(called):
        raise BadOption(f"{len(candidates)} candidates are called {called}: give each a name of its own")
    sides = [("source", source), ("reference", reference), *zip(called, candidates, strict=True)]
    # Scores do not depend on documents: nobody need be asked for them.
    lines = len(given_lines(source, "source"))
    text = parallel_text(sides, [lines] if documents is None else documents, tokenised=tokenised)
    if alignments is not None and (isinstance(alignments, str) or not isinstance(alignments, Sequence)):
        raise BadText("alignments", "give a list: the links of the reference, then those of each candidate")
    if alignments is not None and len(alignments) != len(text.targets):
        raise BadOption(
            f"{len(alignments)} alignments for {len(text.targets)} translations:"
            " give that of the reference, then one for each candidate"
        )
    corpus = corpus_of(
        known,
        text,
        ["reference", *called],
        alignments=[None] * len(text.targets)
        if alignments is None
        else [given_lines(links, f"alignment {number}") for number, links in enumerate(alignments, start=1)],
        aligning=aligning,
        documents=documents is not None,
    )
    return evaluate(corpus, settings or scoring(pair), bootstrap=bootstrap, also=metrics)


class ScoredFiles(NamedTuple):
    """The scores of files, and the word alignments that they rest on."""

    evaluation: Evaluation
    reference: Alignments
    """Of the source with the reference."""
    candidates: Mapping[str, Alignments]
    """Of the source with each candidate, by its name."""


def score_files(  # noqa: PLR0913 - each file has its own name
    source: Path | str,
    reference: Path | str,
    *candidates: Path | str,
    pair: str = DEFAULT_PAIR,
    ids: Path | str | None = None,
    one_document: bool = False,
    tokenised: bool = False,
    reference_alignment: Path | str | None = None,
    candidate_alignments: Sequence[Path | str] = (),
    aligning: Aligning | None = None,
    settings: Settings | None = None,
    bootstrap: bool = False,
    metrics: Sequence[str] = (),
) -> ScoredFiles:
    """As `score`, for files with one sentence a line; candidates are called as their files are.

    Args:
        source: What was translated.
        reference: A translation made by people.
        candidates: The translations of one or more systems.
        pair: The language pair.
        ids: A file with the document of each line, in the first tab-separated field. Without it a blank line of the
            source begins a new one. Nothing depends on documents but what is shown.
        one_document: Whether all is one document.
        tokenised: Whether the files are tokenised.
        reference_alignment: A Pharaoh file for source and reference; without it they are aligned.
        candidate_alignments: The same for each candidate.
        aligning: How files are aligned.
        settings: How APT counts, and its lists of pronouns; the pair's own by default (see `scoring`).
        bootstrap: Whether to add the paired bootstrap tests, which take a while.
        metrics: Metrics that are computed only when asked for, such as `meteor`.
    """
    counted = settings or scoring(pair)
    # Those that are not known are refused before anything is aligned.
    also = tuple(metric(name).name for name in metrics)
    corpus = read_corpus(
        described(pair),
        source,
        reference,
        candidates,
        ids=ids,
        one_document=one_document,
        tokenized=tokenised,
        reference_alignment=reference_alignment,
        candidate_alignments=candidate_alignments,
        aligning=aligning,
    )
    evaluation = evaluate(corpus, counted, bootstrap=bootstrap, also=also)
    links = {candidate.name: candidate.alignments for candidate in corpus.candidates}
    return ScoredFiles(evaluation, corpus.reference.alignments, links)


def scoring(
    pair: str = DEFAULT_PAIR,
    *,
    lists: str | None = None,
    mode: Mode = "corrected",
    anchor: Anchor = "source",
    heuristic: bool = True,
    w2: float | None = None,
    w6: float = 0.0,
    discard: Iterable[int] = (),
) -> Settings:
    """How APT counts.

    Args:
        pair: The language pair.
        lists: Pronoun lists by name, or a TOML file; the pair's own by default.
        mode: The published tool's faults `corrected`, or kept (`published`) to reproduce its scores.
        anchor: Whether pronouns of the `source` are counted, or of the `reference`.
        heuristic: Whether alignments of pronouns are repaired.
        w2: The weight of equivalent pronouns; the lists' own by default.
        w6: The weight of pronouns that are found on neither side.
        discard: The cases, from 1 to 6, that do not count.

    Examples:
        >>> scoring("en-fr", discard=[5, 6]).signature
        'pair:en-fr|lists:2017|anchor:source|mode:corrected|w2:0.5|w6:0|discard:5,6'
    """
    known = described(pair)
    try:
        cases = frozenset(map(Case, discard))
    except ValueError:
        raise BadOption("discard: cases are numbers from 1 to 6") from None
    return Settings(
        pair=known,
        lists=find_lists(known, lists),
        mode=mode,
        anchor=anchor,
        heuristic=heuristic,
        w2=w2,
        w6=w6,
        discard=cases,
    )


def correlations(human: Path | str, evaluation: Evaluation) -> dict[str, Correlation]:
    """Each metric's correlation with people's scores: a CSV that names systems as here, or by file name alone."""
    rated = read_human_scores(human)
    scores = {name if (name := s.name) in rated else Path(name).stem: s.figures for s in evaluation.systems}
    return {
        measured: correlate({name: figures[measured].value for name, figures in scores.items()}, rated)
        for measured in evaluation.systems[0].figures
    }
