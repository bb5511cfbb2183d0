"""What a noun usually becomes in the target: its translations in a phrase table, and a lexicon of the target."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from antecede.alignment import Link
from antecede.languages import Agreement
from antecede.pronouns.context.notes import Rendering
from antecede.pronouns.target.projection import project_head

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from antecede.coreference import Antecedent, ResolvedDocument
    from antecede.models import ModelFolder
    from antecede.pronouns.target.projection import WordMorphology

    Phrases = Callable[[Sequence[str]], Sequence[tuple[tuple[str, ...], tuple[Link, ...], float]]]

__all__ = ["Usual", "phrases_of"]


def phrases_of(folder: ModelFolder) -> Phrases:
    """The translations of a phrase in a model's table, with links and probabilities; none where it has no table."""
    if not folder.has("phrase_table"):
        return lambda _phrase: ()
    table = folder.phrase_table()

    def find(phrase: Sequence[str]) -> list[tuple[tuple[str, ...], tuple[Link, ...], float]]:
        with folder.refusing_damage():
            rows = table.find(list(phrase))
        # The third score is p(t|s).
        return [(target, tuple(map(Link._make, links)), math.exp(scores[2])) for target, links, scores, _ in rows]

    return find


@dataclass(frozen=True, slots=True)
class Usual:
    """What the antecedents of a document usually become; each is looked up once."""

    document: ResolvedDocument
    phrases: Phrases
    words: WordMorphology
    cased: Callable[[Sequence[str]], Sequence[str]] = list
    """The case that words have in the table."""
    _kept: dict[tuple[int, int, int], list[Rendering]] = field(default_factory=dict)

    def of(self, antecedent: Antecedent) -> Sequence[Rendering]:
        """As `Becomes`: by the longest part of the antecedent around its head that the table has."""
        key = antecedent.sentence, antecedent.start, antecedent.end
        if key not in self._kept:
            self._kept[key] = self._looked_up(antecedent)
        return self._kept[key]

    def _looked_up(self, antecedent: Antecedent) -> list[Rendering]:
        tokens = self.cased(self.document.analysis.sentences[antecedent.sentence].tokens)
        for start, end in _parts(antecedent):
            found = self._renderings(tokens[start:end], antecedent, antecedent.head - start)
            if found:
                return found
        return []

    def _renderings(self, phrase: Sequence[str], antecedent: Antecedent, head: int) -> list[Rendering]:
        chances: defaultdict[tuple[Agreement, str], float] = defaultdict(float)
        for target, links, chance in self.phrases(phrase):
            noun = project_head((head,), target, links, self.words)
            if noun is None or noun.pronoun or noun.agreement.gender is None:
                continue
            number = noun.agreement.number or antecedent.number
            chances[Agreement(noun.agreement.gender, number), noun.word] += chance
        # What became no noun says nothing of how likely one noun is beside another.
        total = sum(chances.values())
        return [Rendering(word, agreement, chance / total) for (agreement, word), chance in chances.items()]


def _parts(antecedent: Antecedent) -> Iterator[tuple[int, int]]:
    """Where the parts of an antecedent that hold its head begin and end, the longest first."""
    starts, ends = range(antecedent.start, antecedent.head + 1), range(antecedent.head + 1, antecedent.end + 1)
    yield from sorted(((start, end) for start in starts for end in ends), key=lambda part: (part[0] - part[1], part))
