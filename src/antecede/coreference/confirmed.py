"""Links of one resolver with the probabilities of another: that both name a link is the best sign that it is right."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from antecede.coreference._types import ResolvedDocument

if TYPE_CHECKING:
    from antecede.analysis import AnalysedDocument
    from antecede.coreference._types import Anaphor, Resolver


@dataclass(frozen=True, slots=True)
class Confirmed:
    """Resolves each pronoun to the nearest noun of its chain, as likely as another resolver finds that chain."""

    chains: Resolver
    """What links: one chain a pronoun, the nearest mention first."""
    judge: Resolver
    """What says how likely each mention is, and what pronouns do."""

    def resolve(self, document: AnalysedDocument) -> ResolvedDocument:
        """The document with its pronouns, each with one antecedent or none."""
        chains = {(each.sentence, each.token): each for each in self.chains.resolve(document).anaphors}
        judged = self.judge.resolve(document)
        anaphors = (
            _confirmed(document, chains.get((anaphor.sentence, anaphor.token)), anaphor) for anaphor in judged.anaphors
        )
        return ResolvedDocument(document, tuple(anaphors))


def _confirmed(document: AnalysedDocument, linked: Anaphor | None, judged: Anaphor) -> Anaphor:
    chain = linked.antecedents if linked is not None else ()
    words = [document.sentences[each.sentence].words[each.head] for each in chain]
    nearest = next((each for each, word in zip(chain, words, strict=True) if word.pos != "PRON"), None)
    if nearest is None:
        return replace(judged, antecedents=(), none=1.0)
    # A pronoun of the same chain stands for the same thing: what is given to it is given to the noun.
    places = {(each.sentence, each.head) for each in chain}
    share = sum(each.probability for each in judged.antecedents if (each.sentence, each.head) in places)
    share = min(share, 1.0)
    return replace(judged, antecedents=(replace(nearest, probability=share),), none=1.0 - share)
