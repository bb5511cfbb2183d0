"""The coreference-aware decoder as printed: the pronoun becomes a token that names its antecedent's features.

The token is unknown to the main phrase table, so that a back-off table, which holds the coreference model, translates
it (Luong and Popescu-Belis 2016, section 4; Luong et al. 2017, section 4).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from antecede.engines import Request
from antecede.engines.native import BackoffTable, Extras
from antecede.pronouns._types import Decision, ScoredOption, TranslatedDocument
from antecede.pronouns.baseline import choices
from antecede.pronouns.coreference_classes import best_antecedent, paper_class
from antecede.pronouns.second_pass import two_passes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from antecede.coreference import ResolvedDocument
    from antecede.engines.native import NativeEngine
    from antecede.engines.text import TextSteps
    from antecede.pairs import Pair
    from antecede.pronouns.coreference_model import Table
    from antecede.pronouns.projection import WordMorphology
    from antecede.pronouns.second_pass import Memory, Project, TwoPasses

__all__ = ["FEATURE", "PaperModel", "backoff_table", "main_table_weight"]

FEATURE: Final = "TranslationModel1"
# Moses's default for a table, and ours.
_TABLE_LIMIT: Final = 20
_SHOWN: Final = 5


def backoff_table(table: Table) -> BackoffTable:
    """The coreference model as the second table of the decoder: natural logarithms, the likeliest translations."""
    entries: dict[str, list[tuple[list[str], list[float]]]] = {}
    for name, translation, share in table.triples():
        listed = entries.setdefault(name, [])
        if len(listed) < _TABLE_LIMIT:
            listed.append((translation.split(" "), [math.log(share)]))
    return BackoffTable(entries, FEATURE)


def main_table_weight(weights: Mapping[str, Sequence[float]]) -> float:
    """The weight of the second table: the sum of the main table's weights.

    That is the paper's 0.8, which it explains so: beside Moses's default weights, 0.2 for each of four scores, the sum
    is 0.8; beside tuned weights it keeps the proportion.
    """
    return sum(weights.get("TranslationModel0", (0.2, 0.2, 0.2, 0.2)))


@dataclass(frozen=True, slots=True)
class PaperModel:
    """Translates a document in order, with the best antecedent of each pronoun in place of the pronoun."""

    engine: NativeEngine
    steps: TextSteps
    pair: Pair
    table: Table
    words: WordMorphology | None = None
    """What is known of target words, where pronouns agree with what their antecedent became."""
    memory: Memory | None = None

    def translate(self, document: ResolvedDocument) -> TranslatedDocument:
        """First as it is, which tells what antecedents become, then each sentence with its pronouns named."""
        named: dict[int, str] = {}

        def ask(tokens: Sequence[str], anaphors: Sequence[int], projection: Project) -> Request | None:
            replaced = list(tokens)
            for number in anaphors:
                anaphor = document.anaphors[number]
                best = best_antecedent(anaphor)
                name = None if best is None else paper_class(anaphor, best, self.pair, projection)
                if name is not None and name in self.table.shares:
                    named[number] = replaced[anaphor.token] = name
            return Request(tuple(replaced)) if replaced != list(tokens) else None

        passes = two_passes(document, self.engine, self.steps, self.pair, self.words, ask, self.memory)
        return TranslatedDocument(document, passes.second, self._decisions(document, passes, named))

    def _decisions(
        self,
        document: ResolvedDocument,
        passes: TwoPasses,
        named: Mapping[int, str],
    ) -> tuple[Decision, ...]:
        before, after = (choices(document, found, self.steps) for found in (passes.first, passes.second))
        decisions = []
        for number, anaphor in enumerate(document.anaphors):
            choice = after[number]
            if number in named:
                shares = sorted(self.table.shares[named[number]].items(), key=lambda entry: -entry[1])[:_SHOWN]
                options = tuple(ScoredOption(*entry) for entry in shares)
                reason = f"Its best antecedent is “{anaphor.antecedents[0].text}”: {named[number]}."
            else:
                options = (ScoredOption(choice, 1.0),)
                reason = "No antecedent with known features: the engine's own choice."
            decisions.append(Decision(anaphor, options, choice, before[number], reason))
        return tuple(decisions)


def extras(table: Table) -> Extras:
    """What the engine of this system has beside its own models."""
    return Extras(backoff=backoff_table(table))
