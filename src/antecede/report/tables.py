"""What the report and the terminal show, counted from an evaluation: pure functions, no layout."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from antecede.evaluation.significance import improved_and_degraded

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from antecede.alignment.pronouns import Words
    from antecede.evaluation.results import Comparison, Evaluation, Score, SystemScore


class Kind(Enum):
    """What a line of a table stands for. Kept apart from its text: "other" is also an English word."""

    WORD = "word"
    OTHER = "other"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Label:
    """The head of a row or column."""

    text: str
    kind: Kind = Kind.WORD


MISSING: Final = Label("∅", Kind.MISSING)
OTHER: Final = Label("other", Kind.OTHER)


@dataclass(frozen=True, slots=True)
class Cell:
    """Pronouns with one reference and one candidate: how many, and how many of them are right."""

    count: int = 0
    right: int = 0


@dataclass(frozen=True, slots=True)
class Matrix:
    """Reference (rows) against candidate (columns), in the same order; a row is there if the reference has it."""

    rows: tuple[Label, ...]
    columns: tuple[Label, ...]
    cells: tuple[tuple[Cell, ...], ...]

    @property
    def row_totals(self) -> tuple[int, ...]:
        """How often the reference has each pronoun."""
        return tuple(sum(cell.count for cell in row) for row in self.cells)

    @property
    def column_totals(self) -> tuple[int, ...]:
        """How often the candidate has each pronoun."""
        return tuple(sum(row[column].count for row in self.cells) for column in range(len(self.columns)))


@dataclass(frozen=True, slots=True)
class Share:
    """The pronouns under one label, and how many of them each system has right."""

    label: Label
    count: int
    right: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """The pronouns under one label that only one of two systems has right."""

    label: Label
    improved: int
    degraded: int

    @property
    def delta(self) -> int:
        """The net gain of the second system."""
        return self.improved - self.degraded


def score_line(system: SystemScore) -> str:
    """The score, the six cases and the signature: what to quote."""
    return f"APT = {system.apt.score:.4f} ({'/'.join(map(str, system.apt.cases))})  {system.signature}"


def value_text(score: Score) -> str:
    """The value, with as many decimals as its metric asks for.

    >>> from antecede.evaluation.results import Score
    >>> value_text(Score(37.8041, "BLEU", 2))
    '37.80'
    """
    return f"{score.value:.{score.places}f}"


def significance(p_value: float) -> str:
    """The mark of a p-value: `**` below .01, `*` below .05.

    >>> significance(0.0218)
    '*'
    """
    if p_value < 0.01:
        return "**"
    return "*" if p_value < 0.05 else ""


def p_text(p_value: float) -> str:
    """A p-value to four places; a smaller one is not nothing.

    >>> p_text(0.02179), p_text(3e-7)
    ('0.0218', '<0.0001')
    """
    return "<0.0001" if p_value < 0.0001 else f"{p_value:.4f}"


def against_first(evaluation: Evaluation) -> tuple[Comparison | None, ...]:
    """For each system its comparison with the first one; `None` where there is none, as for the first itself."""
    first, *others = evaluation.systems
    found = {comparison.b: comparison for comparison in evaluation.comparisons if comparison.a == first.name}
    return (None, *(found.get(system.name) for system in others))


def short_names(names: Sequence[str]) -> tuple[str, ...]:
    """The ends of the paths, as long as it takes to tell them apart.

    >>> short_names(["runs/1/out.fr", "runs/2/out.fr", "human.fr"])
    ('1/out.fr', '2/out.fr', 'human.fr')
    """
    parts = [name.split("/") for name in names]
    short = []
    for name, own in zip(names, parts, strict=True):
        others = [other for other in parts if other != own]
        lengths = range(1, len(own) + 1)
        length = next((n for n in lengths if all(other[-n:] != own[-n:] for other in others)), len(own))
        short.append("/".join(own[-length:]) or name)
    return tuple(short)


def matrix_labels(evaluation: Evaluation, *, top: int = 10) -> tuple[Label, ...]:
    """The pronouns that references and candidates have most often, then "other" and "∅" where they occur.

    They are the same for every system, so that the matrices can be laid side by side.
    """
    counts: Counter[str | None] = Counter()
    for pronoun in evaluation.pronouns:
        # The reference weighs as much as all candidates together: the order follows it.
        counts[_text(pronoun.reference)] += len(pronoun.candidates)
        for judged in pronoun.candidates:
            counts[_text(judged.words)] += 1
    return _most_common(counts, top)


def confusion(evaluation: Evaluation, system: int, labels: Sequence[Label]) -> Matrix:
    """What one system wrote for each pronoun of the reference; pronouns that have no label count as "other"."""
    known = frozenset(labels)
    found = Counter(
        (_text(pronoun.reference), _text(judged.words), judged.case.right)
        for pronoun in evaluation.pronouns
        for judged in (pronoun.candidates[system],)
    )
    counts: Counter[tuple[Label, Label]] = Counter()
    right: Counter[tuple[Label, Label]] = Counter()
    for (reference, candidate, is_right), count in found.items():
        key = _label(reference, known), _label(candidate, known)
        counts[key] += count
        right[key] += count * is_right
    references = {row for row, _ in counts}
    rows = tuple(label for label in labels if label in references)
    cells = tuple(tuple(Cell(counts[row, column], right[row, column]) for column in labels) for row in rows)
    return Matrix(rows, tuple(labels), cells)


def shares_by_source(evaluation: Evaluation, *, top: int = 25) -> tuple[Share, ...]:
    """How often each system is right, for each pronoun of the source, the frequent ones first."""
    return _shares(evaluation, [pronoun.source.lower() for pronoun in evaluation.pronouns], top)


def shares_by_reference(evaluation: Evaluation, *, top: int = 25) -> tuple[Share, ...]:
    """How often each system is right, for each pronoun of the reference, the frequent ones first."""
    return _shares(evaluation, [_text(pronoun.reference) for pronoun in evaluation.pronouns], top)


def changes(evaluation: Evaluation, a: int, b: int, *, top: int = 25) -> tuple[Change, ...]:
    """What system `b` has right and `a` wrong, and the reverse, for each pronoun of the reference where they differ."""
    labels = _most_common(Counter(_text(pronoun.reference) for pronoun in evaluation.pronouns), top)
    known = frozenset(labels)
    improved: Counter[Label] = Counter()
    degraded: Counter[Label] = Counter()
    for change in improved_and_degraded(evaluation.pronouns, a, b).pronouns:
        improved[_label(change.pronoun, known)] += change.improved
        degraded[_label(change.pronoun, known)] += change.degraded
    return tuple(
        Change(label, improved[label], degraded[label]) for label in labels if improved[label] or degraded[label]
    )


def _shares(evaluation: Evaluation, texts: Sequence[str | None], top: int) -> tuple[Share, ...]:
    labels = _most_common(Counter(texts), top)
    known = frozenset(labels)
    found = Counter(
        (text, tuple(judged.case.right for judged in pronoun.candidates))
        for text, pronoun in zip(texts, evaluation.pronouns, strict=True)
    )
    counts: Counter[Label] = Counter()
    right: Counter[tuple[Label, int]] = Counter()
    for (text, are_right), count in found.items():
        label = _label(text, known)
        counts[label] += count
        for system, is_right in enumerate(are_right):
            right[label, system] += count * is_right
    systems = range(len(evaluation.systems))
    return tuple(Share(label, counts[label], tuple(right[label, system] for system in systems)) for label in labels)


# Pronouns are counted by their text, `None` for a missing one, and only distinct ones become labels: to hash a label
# for each of a hundred thousand pronouns takes most of the time of a report.
def _text(words: Words | None) -> str | None:
    return None if words is None else words.text


def _label(text: str | None, known: AbstractSet[Label]) -> Label:
    label = MISSING if text is None else Label(text)
    return label if label in known else OTHER


def _most_common(counts: Counter[str | None], top: int) -> tuple[Label, ...]:
    words = sorted((text for text in counts if text is not None), key=lambda text: (-counts[text], text))
    # A line for "other" that stands for a single pronoun hides its name and saves nothing.
    kept = words if len(words) <= top + 1 else words[:top]
    other = (OTHER,) if len(kept) < len(words) else ()
    missing = (MISSING,) if None in counts else ()
    return (*map(Label, kept), *other, *missing)
