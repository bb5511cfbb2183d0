"""How many items of a test set for pronouns are right: by our judge, or in somebody's translation."""

from __future__ import annotations

import string
from collections import defaultdict
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from antecede.errors import BadOption, LengthMismatch
from antecede.evaluation.ratings.accuracy import interval
from antecede.pronouns.judging.sets import LAYOUTS
from antecede.text.segmentation import split_sentences

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from antecede.pronouns.judging.sets import Contrast, Expected, Group, TestSet
    from antecede.tasks.judge import Judge

__all__ = ["LAYOUTS", "SetResult", "Share", "has_expected", "judged_set", "read_set", "set_json", "translated_set"]

_RIGHT: Final[Callable[[Contrast], tuple[str, ...]]] = attrgetter("right")
_WRONG: Final[Callable[[Contrast], tuple[str, ...]]] = attrgetter("wrong")
_WITHOUT_PUNCTUATION: Final = str.maketrans("", "", string.punctuation)


@dataclass(frozen=True, slots=True)
class Share:
    """The items of one kind, and how many of them are right."""

    right: int
    total: int

    @property
    def accuracy(self) -> float:
        """The share that is right."""
        return self.right / self.total if self.total else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of the accuracy."""
        return interval(self.right, self.total)


@dataclass(frozen=True, slots=True)
class SetResult:
    """Which items of a set are right."""

    right: tuple[bool, ...]
    groups: tuple[tuple[Group, ...], ...]
    """What each item is counted by."""

    @property
    def all(self) -> Share:
        """All items."""
        return Share(sum(self.right), len(self.right))

    @property
    def shares(self) -> dict[Group, Share]:
        """The items of each group, by its name and value; distances in the order of numbers."""
        found: defaultdict[Group, list[bool]] = defaultdict(list)
        for right, groups in zip(self.right, self.groups, strict=True):
            for group in groups:
                found[group].append(right)
        names = list(dict.fromkeys(name for name, _ in found))
        ordered = sorted(found, key=lambda group: (names.index(group[0]), _in_order(group[1])))
        return {group: Share(sum(found[group]), len(found[group])) for group in ordered}


def read_set(layout: str, place: Path, source: str, target: str) -> TestSet:
    """A set of that layout."""
    found = LAYOUTS[layout].read(place, source, target)
    if not found.contrasts and not found.expected:
        raise BadOption(f"{place}: has no item")
    return found


def judged_set(judge: Judge, given: TestSet) -> SetResult:
    """Whether the judge prefers the right translation of each contrast, with its context; a draw is not right."""
    if not given.contrasts:
        raise BadOption("this layout has no wrong translations to judge: give the translation to look at (--candidate)")
    source = [line for each in given.contrasts for line in each.source]
    versions = [[line for each in given.contrasts for line in side(each)] for side in (_RIGHT, _WRONG)]
    lengths = [len(each.source) for each in given.contrasts]
    judged = judge(source, *versions, documents=lengths)
    right, end = [], 0
    for length in lengths:
        end += length
        first, second = judged.lines[end - 1].scores
        right.append(first > second)
    return SetResult(tuple(right), tuple(each.groups for each in given.contrasts))


def translated_set(given: TestSet, lines: Sequence[str], target: str, *, origin: Path | str) -> SetResult:
    """Whether the translation of each segment, a line each, has the word that is expected."""
    if not given.expected:
        raise BadOption("this layout compares two translations of its own: leave --candidate out")
    if len(lines) != len(given.expected):
        raise LengthMismatch("the set", len(given.expected), origin, len(lines))
    right = (has_expected(line, item, target) for line, item in zip(lines, given.expected, strict=True))
    return SetResult(tuple(right), tuple(each.groups for each in given.expected))


def has_expected(translation: str, item: Expected, target: str) -> bool:
    """Whether the last sentence, in lower case and without ASCII punctuation, has the word as a whole one.

    >>> from antecede.pronouns.judging.sets import Expected
    >>> item = Expected("It is old.", "elle")
    >>> [has_expected(text, item, "fr") for text in ("La maison. Elle, est vieille.", "Elle dort. Il est vieux.")]
    [True, False]
    """
    spans = split_sentences(translation, target)
    last = translation[slice(*spans[-1])] if spans else ""
    words = last.lower().translate(_WITHOUT_PUNCTUATION).split()
    wanted = item.word.lower().translate(_WITHOUT_PUNCTUATION).split()
    return any(words[at : at + len(wanted)] == wanted for at in range(len(words) - len(wanted) + 1))


def set_json(result: SetResult, layout: str, pair: str) -> dict[str, Any]:
    """The result for programs."""

    def part(share: Share) -> dict[str, Any]:
        return {"right": share.right, "total": share.total, "accuracy": share.accuracy, "interval": [*share.interval]}

    groups = [{"group": name, "value": value} | part(share) for (name, value), share in result.shares.items()]
    return {"pair": pair, "layout": layout, "all": part(result.all), "groups": groups, "items": [*result.right]}


def _in_order(value: str) -> tuple[float, str]:
    try:
        return float(value), ""
    except ValueError:
        return float("inf"), value
