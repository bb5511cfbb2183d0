"""Score how well systems translated the pronouns, from Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antecede.errors import BadOption
from antecede.evaluation.corpus import corpus_of
from antecede.evaluation.evaluate import evaluate
from antecede.evaluation.lists import find_lists
from antecede.evaluation.settings import Settings
from antecede.pairs import DEFAULT_PAIR
from antecede.pairs import pair as described
from antecede.tasks._input import given_lines, parallel_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.evaluation import Evaluation
    from antecede.evaluation.corpus import Aligning
    from antecede.tasks._input import Documents, Text

__all__ = ["score"]


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
    counted = settings or Settings(pair=known, lists=find_lists(known, None))
    return evaluate(corpus, counted, bootstrap=bootstrap, also=metrics)
