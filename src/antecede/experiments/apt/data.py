"""Read a folder of annotated translations, and score it for the tables of the APT paper.

The folder holds tokenised text, one sentence a line, tokens separated by spaces:

    source.en, reference.fr            the source and its reference translation
    systems/NAME.fr                    one translation for each system
    alignments/source-reference.align  word alignments with the source, Pharaoh format (`i-j`, counted from 0)
    alignments/NAME.align              the same for each system; without this folder the texts are aligned again
    annotations.csv                    gap-filling: system,sentence,source_position,choices (see `gapfill`)
    human.csv                          optional human scores: system,score
    ids                                optional: the document of each sentence, one a line
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from antecede.errors import InputError
from antecede.evaluation.corpus import read_corpus
from antecede.evaluation.evaluate import evaluate
from antecede.evaluation.metrics import meteor
from antecede.evaluation.metrics.apt import Settings
from antecede.evaluation.ratings.correlation import read_human_scores
from antecede.evaluation.ratings.gap_filling import read_annotations
from antecede.experiments.apt.figures import Observations
from antecede.pairs import pair

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from antecede.evaluation.corpus import Corpus
    from antecede.evaluation.results import SystemScore

# The paper's pair and lists; the choices of its annotators are French.
PAIR: Final = "en-fr"
LISTS: Final = "2017"
# What the paper compares APT with, in its order; METEOR may not be there.
_COMPARED: Final = {
    "BLEU": "BLEU",
    "chrF": "chrF",
    "METEOR": "METEOR",
    "METEOR, pronouns": "METEOR (pronouns)",
    # One list for each text, as the paper says, and counted at each pronoun by itself.
    "AutoP text": "AutoP text",
    "AutoR text": "AutoR text",
    "AutoF text": "AutoF text",
    "AutoP": "AutoP",
    "AutoR": "AutoR",
    "AutoF": "AutoF",
}


def observe(folder: Path, *, human_column: str | None = None, with_meteor: bool = False) -> Observations:
    """Score a folder's systems with and without the alignment heuristic, and by the other metrics.

    `human_column` names the column of `human.csv` that holds the score.
    """
    if not folder.is_dir():
        raise InputError(f"{folder}: no such folder")
    names = tuple(path.stem for path in sorted(folder.glob("systems/*.fr")))
    if not names:
        raise InputError(f"{folder / 'systems'}: no translations; put one file NAME.fr for each system there")
    # The small files first: an error in them should not wait for the scores.
    annotations = read_annotations(folder / "annotations.csv")
    human = _human_scores(folder / "human.csv", human_column)
    corpus = _corpus(folder, names)
    described = pair(PAIR)
    lists = described.lists[LISTS]
    basic = evaluate(corpus, Settings(pair=described, lists=lists, heuristic=False))
    repaired = evaluate(corpus, Settings(pair=described, lists=lists), also=meteor.NAMES if with_meteor else ())
    return Observations(
        systems=names,
        basic=basic.pronouns,
        repaired=repaired.pronouns,
        annotations=annotations,
        metrics=_metrics(dict(zip(names, repaired.systems, strict=True))),
        human=human,
    )


def _corpus(folder: Path, names: tuple[str, ...]) -> Corpus:
    alignments, ids = folder / "alignments", folder / "ids"
    given = alignments.is_dir()
    return read_corpus(
        pair(PAIR),
        folder / "source.en",
        folder / "reference.fr",
        [folder / "systems" / f"{name}.fr" for name in names],
        ids=ids if ids.exists() else None,
        tokenized=True,
        reference_alignment=alignments / "source-reference.align" if given else None,
        candidate_alignments=[alignments / f"{name}.align" for name in names] if given else (),
    )


def _human_scores(path: Path, column: str | None) -> dict[str, float] | None:
    if column is None and not path.exists():
        return None
    return read_human_scores(path, column=column or "score")


def _metrics(systems: Mapping[str, SystemScore]) -> dict[str, dict[str, float]]:
    """The figures of the paper's Table 3 that there are, by the name that it gives them."""
    figures = {name: score.figures for name, score in systems.items()}
    there = next(iter(figures.values()))
    return {
        label: {name: scores[heading].value for name, scores in figures.items()}
        for label, heading in _COMPARED.items()
        if heading in there
    }
