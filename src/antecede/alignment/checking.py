"""Check the alignment of pronouns by reading: sentences drawn at random, and what the four-step repair changed in them.

The APT paper (section 2.3) did it for 100 sentences: 19 pronouns had no link and 4 a wrong one, and 22 of these 23 were
right after the repair. A reader marks whether the words before are right, and where the repair changed them, whether
the words after are. Where a pronoun has no translation, no link is right.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from antecede.alignment.pronouns import AsAligned, PronounForms, Repaired, occurrences, split
from antecede.errors import BadFormat, BadOption, InputError
from antecede.files.rows import read_rows, written_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from antecede.alignment.pronouns import Finder, Side, Words
    from antecede.pairs import Pair, PronounLists

__all__ = ["COLUMNS", "CheckedPronoun", "Counts", "Mark", "counts", "draw", "form_csv", "read_marks"]

COLUMNS: Final = (
    "sentence", "pronoun", "source", "target", "before", "after", "changed", "before_right", "after_right",
)  # fmt: skip
"""Those of the form; a reader fills in the last two, the very last only where something changed."""


class CheckedPronoun(NamedTuple):
    """A source pronoun with the words that are aligned to it, before and after the repair."""

    sentence: int
    position: int
    word: str
    source: str
    target: str
    before: tuple[int, ...]
    after: tuple[int, ...]

    @property
    def label(self) -> str:
        """How forms name it: `it(1)`."""
        return f"{self.word}({self.position})"

    @property
    def changed(self) -> bool:
        """Whether the repair found other words."""
        return self.before != self.after

    def words(self, positions: Sequence[int]) -> str:
        """Target words with their positions: `elle(6)`."""
        target = split(self.target)
        return " ".join(f"{target[at]}({at})" for at in positions)


class Mark(NamedTuple):
    """What a reader says of a pronoun: whether the words before the repair are right, and whether those after are."""

    linked: bool
    """Whether it had a link before."""
    changed: bool
    before: bool
    after: bool


@dataclass(frozen=True, slots=True)
class Counts:
    """What the marks come to."""

    marked: int
    changed: int
    missing: int
    """Wrong before, since there was no link."""
    wrong: int
    """Wrong before, with a link to something else."""
    repaired: int
    """Of the missing and wrong ones, how many are right after."""
    broken: int
    """Right before and wrong after."""


def draw(
    source: Sequence[str], side: Side, pair: Pair, lists: PronounLists, *, sample: int, seed: int = 1
) -> list[CheckedPronoun]:
    """The pronouns of `sample` sentences that have any, drawn at random, in the order of the text."""
    if sample < 1:
        raise BadOption(f"--sample {sample}: at least one sentence is needed")
    found = list(occurrences(source, lists.source_pronouns))
    sentences = sorted({at.sentence for at in found})
    if not sentences:
        raise InputError("the source has none of the pair's pronouns, so that there is nothing to check")
    if sample < len(sentences):
        chosen = np.random.default_rng(seed).choice(len(sentences), sample, replace=False).tolist()
        sentences = [sentences[index] for index in chosen]
    drawn = set(sentences)
    forms = PronounForms(lists, pair.target)
    finders: tuple[Finder, Finder] = (AsAligned(forms), Repaired(forms))
    return [
        CheckedPronoun(
            at.sentence,
            at.position,
            at.word,
            source[at.sentence],
            side.lines[at.sentence],
            *(_positions(finder.find(side, at)) for finder in finders),
        )
        for at in found
        if at.sentence in drawn
    ]


def form_csv(pronouns: Iterable[CheckedPronoun]) -> str:
    """A form for a spreadsheet: the sentence pair with the pronoun in brackets, and its words before and after."""
    rows = []
    for each in pronouns:
        source = " ".join(f"[{word}]" if at == each.position else word for at, word in enumerate(split(each.source)))
        words = [each.words(positions) for positions in (each.before, each.after)]
        rows.append((str(each.sentence), each.label, source, each.target, *words, str(int(each.changed)), "", ""))
    return written_rows(COLUMNS, rows)


def read_marks(path: Path | str) -> tuple[list[Mark], int]:
    """The marks of a form that was filled in, or of what its page saved, and how many pronouns have none."""
    marks: dict[tuple[str, str], Mark] = {}
    empty = 0
    for line, row in read_rows(path, ("sentence", "pronoun", "before", "after", "before_right", "after_right")):
        changed = row["before"] != row["after"]
        if not row["before_right"] and not row["after_right"]:
            empty += 1
            continue
        before = _mark(path, line, row["before_right"], "before_right")
        # What did not change is as right as it was.
        after = _mark(path, line, row["after_right"], "after_right") if changed or row["after_right"] else before
        if not changed and after != before:
            raise BadFormat(path, "the words did not change, but before_right and after_right differ", line=line)
        mark = Mark(bool(row["before"]), changed, before, after)
        if marks.setdefault((row["sentence"], row["pronoun"]), mark) != mark:
            problem = f"{row['pronoun']} of sentence {row['sentence']} is marked in two ways; keep one of them"
            raise BadFormat(path, problem, line=line)
    if not marks:
        raise BadFormat(
            path, "has no marks; fill in before_right, and after_right where something changed, with 1 or 0"
        )
    return list(marks.values()), empty


def counts(marks: Iterable[Mark]) -> Counts:
    """What the marks come to.

    >>> counts([Mark(linked=False, changed=True, before=False, after=True)])
    Counts(marked=1, changed=1, missing=1, wrong=0, repaired=1, broken=0)
    """
    listed = list(marks)
    return Counts(
        marked=len(listed),
        changed=sum(mark.changed for mark in listed),
        missing=sum(not mark.before and not mark.linked for mark in listed),
        wrong=sum(not mark.before and mark.linked for mark in listed),
        repaired=sum(not mark.before and mark.after for mark in listed),
        broken=sum(mark.before and not mark.after for mark in listed),
    )


def _mark(path: Path | str, line: int, text: str, column: str) -> bool:
    if text not in {"0", "1"}:
        raise BadFormat(path, f"{column} is '{text}'; marks are 1 (right) and 0 (wrong)", line=line)
    return text == "1"


def _positions(words: Words | None) -> tuple[int, ...]:
    return () if words is None else words.positions
