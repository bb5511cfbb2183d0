"""Whether a sentence that an engine finished after a forced pronoun is taken: the rule, in one place.

The engine knows what agrees with a pronoun, mostly better than rules do. What it must not do is to stop early, to go
round in circles, or to use the chance to change other pronouns.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.pronouns.agreement.repair import repair
from antecede.pronouns.target.classes import OTHER, class_in
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from antecede.coreference import Anaphor, ResolvedDocument
    from antecede.engines import Hypothesis
    from antecede.languages import Inflections
    from antecede.pronouns.agreement.repair import Repair
    from antecede.pronouns.target.classes import TargetClasses

__all__ = ["LONGEST", "MOST_LOST", "SHORTEST", "CompletionRule", "Forced"]

SHORTEST: Final = 0.7
LONGEST: Final = 1.4
"""How many tokens a finished sentence has at least and at most, for each that the engine wrote by itself."""
_SLACK: Final = 2
"""Tokens that a short sentence may have more in any case."""
_LONGEST_CIRCLE: Final = 4
MOST_LOST: Final = 0.1
"""By how much the logarithm of a token's probability may be below that of the repaired sentence, in the mean.

The engine searched for the end that it likes best, so that most are above it; a longer end may be a little below.
"""


class Forced(NamedTuple):
    """A pronoun that the engine had to write: which of the document's, and where in the sentence."""

    anaphor: int
    position: int


@dataclass(frozen=True, slots=True)
class CompletionRule:
    """Says what is wrong with a finished sentence, if anything is."""

    classes: TargetClasses
    inflections: Inflections | None

    def objection(
        self,
        document: ResolvedDocument,
        forced: Forced,
        completed: Hypothesis,
        *,
        alone: Hypothesis,
        repaired: Hypothesis,
        later: Collection[int] = (),
    ) -> str:
        """Why it is not taken, as the end of a sentence; empty if it may be.

        Args:
            document: The source.
            forced: The pronoun after which the engine went on.
            completed: What it wrote.
            alone: What it had written by itself.
            repaired: The sentence that is taken otherwise, with the same pronoun at the same place.
            later: Pronouns whose turn comes afterwards, so that they may be anything yet.
        """
        end = forced.position + 1
        if _plain(completed.tokens[:end]) != _plain(repaired.tokens[:end]):
            return "it does not begin with the words that were given"
        length = len(alone.tokens)
        if not SHORTEST * length <= len(completed.tokens) <= LONGEST * length + _SLACK:
            return "it has another length"
        if _circles(completed.tokens) > max(_circles(alone.tokens), _circles(repaired.tokens)):
            return "it repeats itself"
        if not self._agrees(completed, forced.position):
            return "its words do not agree with the pronoun"
        return self._others(document, forced, completed, repaired, later)

    def mended(self, completed: Hypothesis, position: int, wanted: int) -> Repair | None:
        """The sentence with a pronoun of that class at the place, and what agrees with it; none if it cannot be."""
        described = self.classes.described(wanted)
        if described is None:
            return None
        return repair(
            completed.tokens,
            position,
            described.name,
            self.inflections,
            language_code=self.classes.pair.target,
            gender=described.gender,
            alignment=completed.alignment,
        )

    def _agrees(self, completed: Hypothesis, position: int) -> bool:
        """Whether words agree with the pronoun: made those of its twin and back again, the sentence is what it was."""
        now = self.classes.number(completed.tokens[position])
        twin = self._twin(now)
        there = self.mended(completed, position, twin) if twin != OTHER else None
        if there is None:
            return True
        described = self.classes.described(now)
        back = repair(
            there.tokens,
            there.position,
            self.classes.names[now],
            self.inflections,
            language_code=self.classes.pair.target,
            gender=described.gender if described is not None else None,
        )
        return back is None or _plain(back.tokens) == _plain(completed.tokens)

    def _twin(self, class_index: int) -> int:
        """The class that differs in gender alone; that of all other words if there is none."""
        name = self.classes.names[class_index]
        for listed in self.classes.pair.choices:
            if listed.twin and name in {listed.name, listed.twin}:
                return self.classes.names.index(listed.twin if name == listed.name else listed.name)
        return OTHER

    def _others(
        self,
        document: ResolvedDocument,
        forced: Forced,
        completed: Hypothesis,
        repaired: Hypothesis,
        later: Collection[int],
    ) -> str:
        """What is wrong with the sentence's other pronouns."""
        first = document.anaphors[forced.anaphor]
        wanted = self.classes.number(completed.tokens[forced.position])
        for index, anaphor in enumerate(document.anaphors):
            if anaphor.sentence != first.sentence or index == forced.anaphor:
                continue
            now, _ = class_in(document, anaphor, completed, self.classes)
            before, _ = class_in(document, anaphor, repaired, self.classes)
            if index in later:
                if now == OTHER:
                    return f"it has no pronoun for ‘{anaphor.text}’"
            elif not self.classes.same(now, before) and not (_one_chain(first, anaphor) and self._alike(now, wanted)):
                return f"it has another pronoun for ‘{anaphor.text}’"
        return ""

    def _alike(self, one: int, other: int) -> bool:
        """Whether two classes have the same gender and number, and both have a gender."""
        forms = [
            (described.gender, described.number)
            for described in map(self.classes.described, (one, other))
            if described is not None and described.gender is not None
        ]
        return len(forms) == 2 and forms[0] == forms[1]


def _plain(tokens: Sequence[str]) -> list[str]:
    return [normalise(token) for token in tokens]


def _one_chain(one: Anaphor, other: Anaphor) -> bool:
    """Whether both stand for the same thing, as far as the likeliest antecedents say; or one for the other."""
    ends = [(best.sentence, best.head) for each in (one, other) for best in islice(each.antecedents, 1)]
    places = {(one.sentence, one.token), (other.sentence, other.token)}
    return len(ends) == 2 and (ends[0] == ends[1] or bool(places & set(ends)))


def _circles(tokens: Sequence[str]) -> int:
    """How often some words stand twice in a row."""
    words = _plain(tokens)
    return sum(1 for _ in _repeated(words))


def _repeated(words: Sequence[str]) -> Iterator[int]:
    for size in range(1, _LONGEST_CIRCLE + 1):
        for start in range(len(words) - 2 * size + 1):
            if words[start : start + size] == words[start + size : start + 2 * size] and words[start].isalpha():
                yield start
