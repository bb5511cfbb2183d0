"""The threshold of the printed rules, set on annotated talks by recall of empty *it*: section 6 of Guillou (2015).

The talks are those of ParCor, which is not part of this package: `coref/parcor-ted.en.jsonl` in the data folder.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from antecede.coreference.foreign.parcor import read_labelled
from antecede.files.packed import checksum
from antecede.pronouns.post_editing.editors import THRESHOLD
from antecede.report.table import NOTHING, Table
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from antecede.coreference.foreign.parcor import Kind
    from antecede.coreference.reader import Reader
    from antecede.stages import Stages

__all__ = ["PUBLISHED_RECALL", "Labelled", "ThresholdStudy", "study", "threshold_of"]

FILE: Final = ("coref", "parcor-ted.en.jsonl")
PRONOUN: Final = "it"
PUBLISHED_RECALL: Final = 37 / 61
# Of the table; the one that is chosen is added.
_SHOWN: Final = (0.1, 0.2, 0.3, 0.41, 0.5, 0.6, 0.7, 0.8, 0.9)
# At .41: pleonastic, event, anaphoric, of these without explicit antecedent; below .50 all kinds together.
_PUBLISHED: Final = (("paper, .41", "37 of 61", "37", "35 (4)", "109"), ("paper, .50", *[NOTHING] * 3, "133"))


class Labelled(NamedTuple):
    """An *it* of an annotated talk: what it is, and how likely our function model calls it anaphoric."""

    talk: str
    kind: Kind
    probability: float


class ThresholdStudy(NamedTuple):
    """The annotated pronouns, or none, and what follows from them."""

    pronouns: tuple[Labelled, ...] = ()

    @property
    def threshold(self) -> float:
        """That of all talks; the one that ships, where there are no annotations."""
        return threshold_of(self.pronouns)

    def without(self, talk: str) -> float:
        """The threshold that the other talks give: what a figure on this talk may use."""
        return threshold_of([each for each in self.pronouns if each.talk != talk])

    @property
    def talks(self) -> frozenset[str]:
        """The talks that are annotated."""
        return frozenset(each.talk for each in self.pronouns)

    def table(self) -> Table:
        """How many pronouns of each kind lie at or below each threshold; theirs below ours."""
        totals = Counter(each.kind for each in self.pronouns)
        rows = []
        for limit in sorted({*_SHOWN, self.threshold}):
            found = Counter(each.kind for each in self.pronouns if each.probability <= limit)
            mark = ", chosen" if limit == self.threshold else ""
            anaphoric = found["anaphoric"] + found["implicit"]
            rows.append(
                (
                    f"{limit:.3f}{mark}",
                    f"{found['pleonastic']} of {totals['pleonastic']}",
                    f"{found['event']} of {totals['event']}",
                    f"{anaphoric} ({found['implicit']}) of {totals['anaphoric'] + totals['implicit']}",
                    str(found.total()),
                )
            )
        apart = sorted(self.without(talk) for talk in self.talks)
        note = (
            "Annotated it (ParCor) at or below each probability of being anaphoric; in brackets those without explicit"
            " antecedent. Chosen: the least that finds the paper's share of the pleonastic ones, 37 of 61."
        )
        if apart:
            note += f" Leaving out each talk in turn gives {apart[0]:.3f} to {apart[-1]:.3f}."
        columns = ("Threshold", "Pleonastic", "Event", "Anaphoric", "All")
        return Table("Threshold study (section 6 of the paper)", columns, (*rows, *_PUBLISHED), note)

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        return {
            "threshold": self.threshold,
            "without": {talk: self.without(talk) for talk in sorted(self.talks)},
            "pronouns": [each._asdict() for each in self.pronouns],
        }


def threshold_of(pronouns: Iterable[Labelled], recall: float = PUBLISHED_RECALL) -> float:
    """The least threshold that finds this share of the pleonastic pronouns, rounded up to three decimals.

    >>> threshold_of([Labelled("a", "pleonastic", probability) for probability in (0.1, 0.2, 0.5)], 2 / 3)
    0.2
    """
    empty = sorted(each.probability for each in pronouns if each.kind == "pleonastic")
    if not empty:
        return THRESHOLD
    return math.ceil(empty[max(round(recall * len(empty)), 1) - 1] * 1000) / 1000


def study(data: Path, reader: Reader, stages: Stages, *, progress: bool = False) -> ThresholdStudy:
    """The study on the annotated talks of a data folder; an empty one where it has none."""
    path = data.joinpath(*FILE)
    if not path.exists():
        return ThresholdStudy()

    def work() -> dict[str, Any]:
        return {"pronouns": [each._asdict() for each in _labelled(path, reader, progress=progress)]}

    kept = stages.run("threshold", {"talks": checksum(path), "reader": reader.key}, [], work)
    return ThresholdStudy(tuple(Labelled(**each) for each in kept["pronouns"]))


def _labelled(path: Path, reader: Reader, *, progress: bool) -> Sequence[Labelled]:
    talks = list(read_labelled(path))
    documents = reader.stream(
        [talk.document.sentences for talk in talks], [talk.document.id for talk in talks], progress=progress
    )
    found = []
    for talk, document in zip(talks, documents, strict=True):
        # 000_779 is the talk 779.
        name = talk.document.id.rpartition("_")[2]
        for anaphor in document.anaphors:
            kind = talk.kinds.get((anaphor.sentence, anaphor.token))
            if kind is not None and normalise(anaphor.text) == PRONOUN:
                found.append(Labelled(name, kind, anaphor.function.anaphoric))
    return found
