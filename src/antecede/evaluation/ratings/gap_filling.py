"""Human judgement of pronouns by gap-filling, as in the DiscoMT 2015 shared task.

Annotators see the source and a system's translation with the pronoun hidden, and tick every pronoun that fits,
*other*, or *bad translation*. The system's pronoun is then compared with what they ticked.

From the shared task, as the APT paper describes it (sections 3.1 and 3.3): the choices; accuracy with and without
*other*, the first being the official score because it covers the whole sample and does not reward a system for
turning hard cases into *other*; precision, a lenient recall and their harmonic mean for each pronoun; and
micro-averages of these. From a participant (Guillou 2015, section 8): accuracy with *other* is 114 of all 210
annotated pronouns, of which 79 are listed pronouns; so a candidate that is *other* is right where annotators tick
*other*, and bad translations stay in the denominator.

Decided here, where those sources are silent:

- Several annotators of one item: the union of their choices. An item is a bad translation if nothing else is ticked.
- A candidate's word that is not a listed pronoun is *other*. No word at all fits no choice, *other* included.
- Accuracy without *other* leaves out the items whose candidate is *other*, and those that accept nothing else.
- Precision counts every item where the system wrote the pronoun, bad translations too.
- Recall is lenient as follows: an item that accepts several pronouns is held against one of them only if the system
  wrote none of them.
- Micro-averages sum the counts of the pronouns, *other* excluded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.errors import BadFormat
from antecede.files.rows import read_rows
from antecede.pairs import pair

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

OTHER: Final = "other"
BAD_TRANSLATION: Final = "bad translation"


@dataclass(frozen=True, slots=True)
class Protocol:
    """The pronouns that annotators choose from, each with the words that count as it."""

    name: str
    pronouns: Mapping[str, frozenset[str]]

    @property
    def choices(self) -> tuple[str, ...]:
        """All that can be ticked."""
        return (*self.pronouns, OTHER, BAD_TRANSLATION)

    @property
    def names(self) -> dict[str, str]:
        """The choice that each spelling of it means, in lower case with the straight apostrophe."""
        names = {choice.lower(): choice for choice in self.choices}
        return names | {word: pronoun for pronoun, words in self.pronouns.items() for word in words}

    def pronoun_class(self, word: str | None) -> str | None:
        """The choice that a translation amounts to; `None` if there is none.

        >>> DISCOMT_2015.pronoun_class("C’"), DISCOMT_2015.pronoun_class("le"), DISCOMT_2015.pronoun_class(None)
        ('ce', 'other', None)
        """
        if word is None:
            return None
        word = word.lower().replace("’", "'")
        return next((pronoun for pronoun, words in self.pronouns.items() if word in words), OTHER)


DISCOMT_2015: Final = Protocol("discomt-2015", pair("en-fr").gap_filling)


class Item(NamedTuple):
    """What was annotated: a system's translation of one source pronoun; positions count from 0."""

    system: str
    sentence: int
    source_position: int


# One set of choices for each annotator of an item, in the order of the file.
Annotations = Mapping[Item, tuple[frozenset[str], ...]]


def read_annotations(path: Path | str, protocol: Protocol = DISCOMT_2015) -> Annotations:
    """Annotations from a CSV file with the header `system,sentence,source_position,choices`.

    Choices are separated by `|`; several rows for one item are several annotators.
    """
    names = protocol.names
    annotations: dict[Item, tuple[frozenset[str], ...]] = {}
    for line, row in read_rows(path, ("system", "sentence", "source_position", "choices")):
        numbers = []
        for column in ("sentence", "source_position"):
            if not (row[column].isascii() and row[column].isdigit()):
                raise BadFormat(path, f"{column} '{row[column]}' is not a position counted from 0", line=line)
            numbers.append(int(row[column]))
        choices = set()
        for choice in row["choices"].split("|"):
            name = choice.strip().lower().replace("’", "'")
            if name not in names:
                known = ", ".join(protocol.choices)
                raise BadFormat(path, f"unknown choice '{choice.strip()}': the choices are {known}", line=line)
            choices.add(names[name])
        item = Item(row["system"], *numbers)
        annotations[item] = (*annotations.get(item, ()), frozenset(choices))
    if not annotations:
        raise BadFormat(path, "has a header but no annotations")
    return annotations


class Judgement(StrEnum):
    """What the annotators think of a candidate's pronoun."""

    CORRECT = "correct"
    INCORRECT = "incorrect"
    BAD_TRANSLATION = "bad translation"


class Answer(NamedTuple):
    """What the annotators accept for an item, and the choice that the candidate's pronoun amounts to."""

    accepted: frozenset[str]
    candidate: str | None

    @property
    def judgement(self) -> Judgement:
        if self.candidate in self.accepted:
            return Judgement.CORRECT
        return Judgement.BAD_TRANSLATION if self.accepted <= {BAD_TRANSLATION} else Judgement.INCORRECT


@dataclass(frozen=True, slots=True)
class PronounCounts:
    """Precision and lenient recall of one pronoun; `None` where there is nothing to divide by."""

    pronoun: str
    correct: int
    produced: int
    missed: int
    """Items that accept the pronoun and whose candidate is wrong."""

    @property
    def precision(self) -> float | None:
        return self.correct / self.produced if self.produced else None

    @property
    def recall(self) -> float | None:
        expected = self.correct + self.missed
        return self.correct / expected if expected else None

    @property
    def f(self) -> float | None:
        # The harmonic mean of the two ratios, which are both c/x: 2c / (x + y).
        denominator = self.produced + self.correct + self.missed
        return 2 * self.correct / denominator if denominator else None


@dataclass(frozen=True, slots=True)
class HumanScore:
    """What annotators make of one system."""

    items: int
    accuracy_with_other: float
    accuracy_without_other: float | None
    """`None` when every item is *other*."""
    pronouns: tuple[PronounCounts, ...]
    micro: PronounCounts


def score(answers: Sequence[Answer], protocol: Protocol = DISCOMT_2015) -> HumanScore:
    """The figures of the shared task for one system; the module says how each is counted."""
    if not answers:
        raise ValueError("nothing was annotated")
    right = [answer.judgement is Judgement.CORRECT for answer in answers]
    listed = [
        correct
        for answer, correct in zip(answers, right, strict=True)
        if answer.candidate != OTHER and answer.accepted != {OTHER}
    ]
    counts = tuple(_count(answers, pronoun) for pronoun in protocol.pronouns)
    micro = PronounCounts(
        "micro-average",
        sum(count.correct for count in counts),
        sum(count.produced for count in counts),
        sum(count.missed for count in counts),
    )
    without = sum(listed) / len(listed) if listed else None
    return HumanScore(len(answers), sum(right) / len(right), without, counts, micro)


def accepted(judgements: Iterable[frozenset[str]]) -> frozenset[str]:
    """What an item's annotators accept together: the union of their choices."""
    return frozenset[str]().union(*judgements)


def _count(answers: Sequence[Answer], pronoun: str) -> PronounCounts:
    produced = [answer for answer in answers if answer.candidate == pronoun]
    correct = sum(pronoun in answer.accepted for answer in produced)
    missed = sum(pronoun in answer.accepted and answer.judgement is not Judgement.CORRECT for answer in answers)
    return PronounCounts(pronoun, correct, len(produced), missed)
