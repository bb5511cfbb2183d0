"""The coreference-aware decoder as printed: the pronoun becomes a token that names its antecedent's features.

The token is unknown to the main phrase table, so that a back-off table, which holds the coreference model, translates
it (Luong and Popescu-Belis 2016, section 4; Luong et al. 2017, section 4).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from antecede.engines import Request
from antecede.engines.native import Extras
from antecede.pronouns.coreference_model.backoff import backoff_table
from antecede.pronouns.coreference_model.classes import paper_class, sure_link
from antecede.pronouns.systems.passes import choices, two_passes
from antecede.pronouns.types import Decision, ScoredOption, TranslatedDocument

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from antecede.coreference import ResolvedDocument
    from antecede.engines.native import NativeEngine
    from antecede.engines.text import TextSteps
    from antecede.pairs import Pair
    from antecede.pronouns.coreference_model.model import Table
    from antecede.pronouns.systems.passes import Memory, Project, TwoPasses
    from antecede.pronouns.target.projection import WordMorphology
    from antecede.pronouns.types import DecidedBy

__all__ = ["PaperModel"]

_SHOWN: Final = 5


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
    least: Mapping[str, float] | None = None
    """How likely an antecedent must be, by source pronoun, if it is not as the pair says."""

    def translate(self, document: ResolvedDocument) -> TranslatedDocument:
        """First as it is, which shows what antecedents become, then each sentence with its pronouns named."""
        named: dict[int, str] = {}

        def ask(tokens: Sequence[str], anaphors: Sequence[int], projection: Project) -> Request | None:
            replaced = list(tokens)
            for index in anaphors:
                anaphor = document.anaphors[index]
                link = sure_link(anaphor, self.pair, self.least)
                name = None if link is None else paper_class(anaphor, link, self.pair, projection)
                if name is not None and name in self.table.shares:
                    named[index] = replaced[anaphor.token] = name
            return Request(tuple(replaced)) if replaced != list(tokens) else None

        passes = two_passes(document, self.engine, self.steps, self.pair, self.words, ask, self.memory)
        return TranslatedDocument(document, passes.second, self._decisions(document, passes, named))

    def _decisions(
        self,
        document: ResolvedDocument,
        passes: TwoPasses,
        named: Mapping[int, str],
    ) -> tuple[Decision, ...]:
        before, after = (choices(document, sentences, self.steps) for sentences in (passes.first, passes.second))
        decisions = []
        for index, anaphor in enumerate(document.anaphors):
            choice, target = after[index]
            if index in named:
                shares = sorted(self.table.shares[named[index]].items(), key=lambda entry: -entry[1])[:_SHOWN]
                options = tuple(ScoredOption(*entry) for entry in shares)
                reason = f"Its best antecedent is “{anaphor.antecedents[0].text}”: {named[index]}."
            else:
                options = (ScoredOption(choice, 1.0),)
                reason = "No antecedent that is sure enough, with known features: the engine's own choice."
            decided_by: DecidedBy = "coreference model" if index in named else "engine"
            decisions.append(Decision(anaphor, options, choice, before[index].pronoun, reason, target, decided_by))
        return tuple(decisions)


def extras(table: Table) -> Extras:
    """What the engine of this system has beside its own models."""
    return Extras(backoff=backoff_table(table))
