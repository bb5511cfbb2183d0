"""One resolver's links with another's probabilities."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest
from pronoun_samples import analysed, mention, resolved

from antecede.coreference.confirmed import Confirmed

if TYPE_CHECKING:
    from antecede.analysis import AnalysedDocument
    from antecede.coreference import Antecedent, ResolvedDocument

DOCUMENT = analysed("the house and the garden", "it sleeps", "it sleeps")
DOCUMENT = replace(
    DOCUMENT,
    sentences=tuple(
        replace(
            sentence,
            words=tuple(word._replace(pos="PRON" if word.text == "it" else "NOUN") for word in sentence.words),
        )
        for sentence in DOCUMENT.sentences
    ),
)


@dataclass
class Given:
    found: ResolvedDocument

    def resolve(self, document: AnalysedDocument) -> ResolvedDocument:
        assert document is DOCUMENT
        return self.found


def of(probability: float, sentence: int, token: int) -> Antecedent:
    return mention(DOCUMENT, sentence, token, probability)


HOUSE, GARDEN, IT = (0, 1), (0, 4), (1, 0)


@pytest.mark.parametrize(
    ("chain", "judged", "found"),
    [
        # The noun that both name, as likely as the judge says.
        ([of(1, *HOUSE)], [of(0.6, *GARDEN), of(0.3, *HOUSE)], (HOUSE, 0.3)),
        # A pronoun of the chain is passed through, and what is said for it counts for the noun: .5 + .2.
        ([of(1, *IT), of(0, *HOUSE)], [of(0.5, *IT), of(0.2, *HOUSE), of(0.1, *GARDEN)], (HOUSE, 0.7)),
        # Of several nouns the nearest of the chain.
        ([of(1, *GARDEN), of(0, *HOUSE)], [of(0.3, *HOUSE)], (GARDEN, 0.3)),
        # Nothing but pronouns, or nothing at all.
        ([of(1, *IT)], [of(0.9, *IT)], None),
        ([], [of(0.9, *HOUSE)], None),
    ],
)
def test_the_nearest_noun_of_a_chain_is_as_likely_as_the_judge_finds_the_chain(
    chain: list[Antecedent], judged: list[Antecedent], found: tuple[tuple[int, int], float] | None
) -> None:
    both = (Given(resolved(DOCUMENT, (2, 0, each))) for each in (chain, judged))
    [anaphor] = Confirmed(*both).resolve(DOCUMENT).anaphors
    if found is None:
        assert (anaphor.antecedents, anaphor.none) == ((), 1.0)
    else:
        [link] = anaphor.antecedents
        assert (link.sentence, link.head) == found[0]
        assert link.probability == pytest.approx(found[1])
        assert anaphor.none == pytest.approx(1 - found[1])


def test_a_pronoun_that_the_chains_do_not_have_is_unresolved() -> None:
    judge = Given(resolved(DOCUMENT, (1, 0, [of(0.9, *HOUSE)]), (2, 0, [of(0.9, *HOUSE)])))
    found = Confirmed(Given(resolved(DOCUMENT, (2, 0, [of(1, *HOUSE)]))), judge).resolve(DOCUMENT)
    assert [(anaphor.sentence, len(anaphor.antecedents)) for anaphor in found.anaphors] == [(1, 0), (2, 1)]
