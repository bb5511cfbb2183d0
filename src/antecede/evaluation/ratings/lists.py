"""Which pronouns may stand for each other, learnt from ratings (APT paper, section 2.5).

Of every pronoun that was rated, the candidate's pronoun t and the reference's r are known. Pairs with r ≠ t that are
rarer than 5% of all that was rated are dropped; p is the share of a pair that raters call right, and pairs with p > .5
are kept. The probability has a direction (t for r) and the printed lists have none: directions are pooled for the list
and reported each. Forms of one pronoun (*ce* and *c'*) count as one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from antecede.errors import BadOption
from antecede.evaluation.ratings.accuracy import interval

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from antecede.evaluation.ratings.answers import Label
    from antecede.evaluation.ratings.blocks import Instance, Prepared
    from antecede.pairs import PronounLists

__all__ = ["Direction", "LearntLists", "LearntPair", "Rating", "learn", "lists_json", "lists_toml", "ratings_of"]


class Rating(NamedTuple):
    """A rated pronoun: what the candidate has (`None`: nothing), what the reference has, and whether it is right."""

    candidate: str | None
    reference: str | None
    right: bool


@dataclass(frozen=True, slots=True)
class Direction:
    """How often one pronoun stood for another, and how often that was right."""

    candidate: str
    reference: str
    right: int
    total: int

    @property
    def share(self) -> float | None:
        return self.right / self.total if self.total else None

    @property
    def interval(self) -> tuple[float, float]:
        return interval(self.right, self.total)


@dataclass(frozen=True, slots=True)
class LearntPair:
    """Two pronouns, in both directions."""

    words: tuple[str, str]
    directions: tuple[Direction, Direction]
    frequent: bool
    kept: bool

    @property
    def right(self) -> int:
        return sum(each.right for each in self.directions)

    @property
    def total(self) -> int:
        return sum(each.total for each in self.directions)

    @property
    def share(self) -> float:
        return self.right / self.total

    @property
    def interval(self) -> tuple[float, float]:
        return interval(self.right, self.total)


@dataclass(frozen=True, slots=True)
class LearntLists:
    """Every pair that occurred, the most frequent first."""

    rated: int
    least: float
    above: float
    pairs: tuple[LearntPair, ...]

    @property
    def equivalent(self) -> tuple[tuple[str, str], ...]:
        """The pairs that may stand for each other."""
        return tuple(pair.words for pair in self.pairs if pair.kept)


def learn(ratings: Iterable[Rating], lists: PronounLists, *, least: float = 0.05, above: float = 0.5) -> LearntLists:
    """The equivalent pronouns that ratings show; `lists` says which pronouns count, and which are forms of one.

    >>> from antecede.pairs import pair
    >>> rated = [Rating("il", "ce", True)] * 3 + [Rating("c'", "il", False)] * 2 + [Rating("il", "il", True)] * 95
    >>> found = learn(rated, pair("en-fr").lists["2017"])
    >>> found.equivalent, [(one.right, one.total) for one in found.pairs]
    ((('ce', 'il'),), [(3, 5)])
    """
    for name, share in (("least", least), ("above", above)):
        if not 0 <= share <= 1:
            raise BadOption(f"--{name} {share:g}: a share is a number from 0 to 1")
    rated, counts, right = 0, Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for rating in ratings:
        rated += 1
        candidate, reference = (_form(word, lists) for word in (rating.candidate, rating.reference))
        if candidate is not None and reference is not None and candidate != reference:
            counts[candidate, reference] += 1
            right[candidate, reference] += rating.right
    pairs = []
    for words in {tuple(sorted(pair)) for pair in counts}:
        one, other = words
        both = [Direction(t, r, right[t, r], counts[t, r]) for t, r in ((one, other), (other, one))]
        total, correct = (sum(getattr(each, name) for each in both) for name in ("total", "right"))
        # Whole numbers, since 5% of 60 is not quite 3 in floating point.
        frequent = round(total / rated, 12) >= least
        kept = frequent and correct / total > above
        pairs.append(LearntPair((one, other), (both[0], both[1]), frequent, kept))
    return LearntLists(rated, least, above, tuple(sorted(pairs, key=lambda pair: (-pair.total, pair.words))))


def ratings_of(prepared: Prepared, labels: Mapping[Instance, Label]) -> list[Rating]:
    """Each rated pronoun of the blocks with one label, as `final_labels` gives it."""
    rated = prepared.rated()
    found = []
    for instance, label in labels.items():
        system, pronoun = rated[instance]
        candidate = pronoun.candidates[system].words
        if isinstance(label, bool):
            right = label
        else:
            right = prepared.protocol.pronoun_class(None if candidate is None else candidate.text) in label
        reference = pronoun.reference
        found.append(
            Rating(None if candidate is None else candidate.text, None if reference is None else reference.text, right)
        )
    return found


def lists_toml(learnt: LearntLists) -> str:
    """A file for `antecede score --lists`, with the counts as comments."""
    lines = [
        f"# Learnt from {learnt.rated} rated pronouns: pairs of at least {learnt.least:.0%} of them,",
        f"# right more often than {learnt.above:.0%}. In brackets the 95% confidence interval.",
    ]
    for pair in learnt.pairs:
        if pair.kept:
            lines.append(f"# {' and '.join(pair.words)}: {_counts(pair)}")
            lines += [f"#   {each.candidate} for {each.reference}: {_counts(each)}" for each in pair.directions]
    entries = ", ".join(f'["{one}", "{other}"]' for one, other in learnt.equivalent)
    return "\n".join([*lines, f"equivalent = [{entries}]", ""])


def lists_json(learnt: LearntLists) -> dict[str, Any]:
    """The same for programs."""

    def entry(each: Direction | LearntPair) -> dict[str, Any]:
        return {"right": each.right, "total": each.total, "share": each.share, "interval": list(each.interval)}

    return {
        "rated": learnt.rated,
        "least": learnt.least,
        "above": learnt.above,
        "equivalent": [list(words) for words in learnt.equivalent],
        "pairs": [
            {
                "words": list(pair.words),
                "frequent": pair.frequent,
                "kept": pair.kept,
                **entry(pair),
                "directions": [{**asdict(each), **entry(each)} for each in pair.directions],
            }
            for pair in learnt.pairs
        ],
    }


def _form(word: str | None, lists: PronounLists) -> str | None:
    """The word that stands for all forms of a pronoun: *ce* for *c'*, *ça* for *cela*; none for other words."""
    if word is None or word not in lists.reference_pronouns:
        return None
    forms = next((group for group in lists.identical if word in group), frozenset({word}))
    return min(forms, key=lambda form: ("'" in form, len(form), form))


def _counts(each: Direction | LearntPair) -> str:
    low, high = each.interval
    return f"{each.right} of {each.total} right ({low:.2f} to {high:.2f})" if each.total else "never"
