"""Systems to be rated, written by rule: sentences with pronouns, and what each system made of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antecede.alignment.pronouns import Words
from antecede.evaluation.metrics.apt import classify
from antecede.evaluation.ratings.blocks import COLUMNS, prepare
from antecede.evaluation.results import AptScore, Evaluation, Judged, Score, ScoredPronoun, SystemScore
from antecede.files.rows import written_rows
from antecede.pairs import pair

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from antecede.evaluation.ratings.blocks import Instance, Kind, Prepared

LISTS = pair("en-fr").lists["2017"]


def evaluation(
    systems: Sequence[str], sentences: Sequence[Sequence[tuple[str | None, ...]]], documents: Sequence[str] = ()
) -> Evaluation:
    """Sentences of *it*: each pronoun is the reference's word, then each system's; `None` where there is none."""
    source, reference, candidates = [], [], [[] for _ in systems]  # type: ignore[var-annotated]
    pronouns = []
    for number, each in enumerate(sentences):
        source.append(" ".join(f"it verb{number}-{at}" for at in range(len(each))))
        for side, lines in enumerate([reference, *candidates]):
            lines.append(" ".join(f"{words[side] or '-'} verbe{number}-{at}" for at, words in enumerate(each)))
        for at, words in enumerate(each):
            expected, *found = (None if word is None else Words((2 * at,), word) for word in words)
            judged = tuple(Judged(one, classify(expected, one, LISTS)) for one in found)
            pronouns.append(ScoredPronoun(number, 2 * at, "it", expected, judged))
    nothing = AptScore(0.0, (0, 0, 0, 0, 0, 0), 0)
    return Evaluation(
        "en-fr",
        source,
        reference,
        candidates,
        documents or [""] * len(sentences),
        tuple(SystemScore(name, {"apt": Score(0.0, "APT", details={"apt": nothing})}) for name in systems),
        (),
        tuple(pronouns),
    )


def prepared(
    systems: Sequence[str], sentences: Sequence[Sequence[tuple[str | None, ...]]], kind: Kind = "blocks"
) -> Prepared:
    return prepare(evaluation(systems, sentences), lists="2017", kind=kind)


def by_system(prepared: Prepared, system: int) -> list[Instance]:
    """What is rated of one system, in the order of the text."""
    return [instance for instance, (number, _) in prepared.rated().items() if number == system]


def answers_csv(answers: Mapping[str, Mapping[Instance, str]]) -> str:
    """Filled-in forms of several raters in one file."""
    rows = [
        (rater, block, field, "", pronoun, text)
        for rater, told in answers.items()
        for (block, field, pronoun), text in told.items()
    ]
    return written_rows(COLUMNS, rows)
