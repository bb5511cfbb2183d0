"""Read a folder of annotated translations, and score it for the tables of the APT paper.

The folder holds tokenised text, one sentence a line, tokens separated by blanks:

    source.en, reference.fr            the source and its reference translation
    systems/NAME.fr                    one translation for each system
    alignments/source-reference.align  word alignments with the source, Pharaoh format (`i-j`, counted from 0)
    alignments/NAME.align              the same for each system
    annotations.csv                    gap-filling: system,sentence,source_position,choices (see `gapfill`)
    human.csv                          optional human scores: system,score
    ids                                optional: the document of each sentence, one a line
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from antecede.errors import InputError, LengthMismatch
from antecede.evaluation import meteor
from antecede.evaluation.apt_paper import Observations
from antecede.evaluation.correlation import read_human_scores
from antecede.evaluation.gapfill import DISCOMT_2015, read_annotations
from antecede.files import read_lines

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from antecede.evaluation.gapfill import Annotations
    from antecede.evaluation.results import Evaluation

# The paper's pair; the protocol of its annotations is French.
PAIR: Final = "en-fr"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotatedTranslations:
    """What such a folder holds; the alignments are read when they are scored."""

    folder: Path
    source: Sequence[str]
    reference: Sequence[str]
    systems: Mapping[str, Sequence[str]]
    document_ids: Sequence[str] | None
    annotations: Annotations
    human: Mapping[str, float] | None


def read(folder: Path, *, human_column: str | None = None) -> AnnotatedTranslations:
    """The texts, annotations and human scores of a folder; `human_column` names the column of `human.csv`."""
    if not folder.is_dir():
        raise InputError(f"{folder}: no such folder")
    source = _sentences(folder / "source.en")
    systems = {path.stem: _sentences(path) for path in sorted(folder.glob("systems/*.fr"))}
    if not systems:
        raise InputError(f"{folder / 'systems'}: no translations; put one file NAME.fr for each system there")
    reference = _sentences(folder / "reference.fr")
    ids_path, human_path = folder / "ids", folder / "human.csv"
    ids = read_lines(ids_path) if ids_path.exists() else None
    parallel = [(folder / "reference.fr", reference), *((folder / f"systems/{n}.fr", t) for n, t in systems.items())]
    for path, lines in [*parallel, *([(ids_path, ids)] if ids else [])]:
        if len(lines) != len(source):
            raise LengthMismatch(folder / "source.en", len(source), path, len(lines))
    human = None
    if human_column is not None or human_path.exists():
        human = read_human_scores(human_path, column=human_column or "score")
    return AnnotatedTranslations(
        folder=folder,
        source=source,
        reference=reference,
        systems=systems,
        document_ids=ids,
        annotations=read_annotations(folder / "annotations.csv"),
        human=human,
    )


def observe(data: AnnotatedTranslations, *, with_meteor: bool) -> Observations:
    """Score the systems with and without the alignment heuristic, and by the other metrics."""
    basic, repaired = (_evaluate(data, heuristic=heuristic) for heuristic in (False, True))
    by_name = dict(zip(data.systems, repaired.systems, strict=True))
    metrics = {
        "BLEU": {name: score.bleu for name, score in by_name.items()},
        "chrF": {name: score.chrf for name, score in by_name.items()},
        "AutoP": {name: score.autoprf.precision for name, score in by_name.items()},
        "AutoR": {name: score.autoprf.recall for name, score in by_name.items()},
        "AutoF": {name: score.autoprf.f for name, score in by_name.items()},
    }
    if with_meteor:
        # The paper's list of function words: the pronouns that annotators chose from.
        words = frozenset[str]().union(*DISCOMT_2015.pronouns.values())
        for metric, pronouns in (("METEOR", frozenset[str]()), ("METEOR, pronouns", words)):
            metrics[metric] = {
                name: meteor.meteor(lines, data.reference, "fr", pronouns=pronouns)
                for name, lines in data.systems.items()
            }
    return Observations(
        systems=tuple(data.systems),
        basic=basic.pronouns,
        repaired=repaired.pronouns,
        annotations=data.annotations,
        metrics=metrics,
        human=data.human,
    )


def _evaluate(data: AnnotatedTranslations, *, heuristic: bool) -> Evaluation:
    """The one place that knows how texts are scored."""
    from antecede.alignment import Alignments
    from antecede.evaluation.apt import Settings
    from antecede.evaluation.evaluate import Translation, evaluate
    from antecede.pairs import pair

    source_lengths = [len(line.split()) for line in data.source]

    def translation(name: str, lines: Sequence[str]) -> Translation:
        path = data.folder / "alignments" / f"{name}.align"
        target_lengths = [len(line.split()) for line in lines]
        alignments = Alignments.read(path, source_lengths=source_lengths, target_lengths=target_lengths)
        return Translation(name, lines, lines, alignments)

    described = pair(PAIR)
    return evaluate(
        data.source,
        translation("source-reference", data.reference),
        [translation(name, lines) for name, lines in data.systems.items()],
        Settings(pair=described, lists=described.lists["2017"], heuristic=heuristic),
        document_ids=data.document_ids,
    )


def _sentences(path: Path) -> list[str]:
    return [" ".join(line.split()) for line in read_lines(path)]
