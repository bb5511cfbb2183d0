"""What an antecedent became in a translation, guessed from its place where no word is aligned to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from antecede.pronouns.target.projection import project

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.coreference import Antecedent, ResolvedDocument
    from antecede.engines import Hypothesis
    from antecede.languages import Agreement
    from antecede.pronouns.target.nominals import Nominal
    from antecede.pronouns.target.projection import WordMorphology

__all__ = ["Guesser"]


@dataclass(frozen=True, slots=True)
class Guesser:
    """The gender and number that antecedents have in one translation of a document; each is worked out once."""

    document: ResolvedDocument
    sentences: Sequence[Hypothesis]
    words: WordMorphology
    nominals: Sequence[Sequence[Nominal]]
    _kept: dict[tuple[int, int, int], Agreement | None] = field(default_factory=dict)

    def agreement(self, antecedent: Antecedent) -> Agreement | None:
        """That of the aligned noun or pronoun; else of a noun that translates no other, at about the same place."""
        key = antecedent.sentence, antecedent.start, antecedent.head
        if key not in self._kept:
            seen = self.sentences[antecedent.sentence]
            projected = project(antecedent, seen.tokens, seen.alignment, self.words)
            known = projected.agreement if projected is not None and projected.agreement.gender is not None else None
            self._kept[key] = (
                known or self._by_place(antecedent) or (projected.agreement if projected is not None else None)
            )
        return self._kept[key]

    def _by_place(self, antecedent: Antecedent) -> Agreement | None:
        source = self.document.analysis.sentences[antecedent.sentence].words
        seen = self.sentences[antecedent.sentence]
        others = {
            link.target
            for link in seen.alignment
            if not antecedent.start <= link.source < antecedent.end and source[link.source].pos in {"NOUN", "PRON"}
        }
        free = [
            nominal
            for nominal in self.nominals[antecedent.sentence]
            if not nominal.pronoun and nominal.position not in others and nominal.agreement.gender is not None
        ]
        place = antecedent.head / max(len(source), 1)
        nearest = min(free, key=lambda each: abs(each.position / len(seen.tokens) - place), default=None)
        return None if nearest is None else nearest.agreement
