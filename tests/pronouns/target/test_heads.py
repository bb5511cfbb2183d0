"""What a pronoun agrees with in a translation: the head of the noun phrase that an antecedent became."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from antecede.alignment import Link
from antecede.coreference import Antecedent
from antecede.engines import Hypothesis
from antecede.errors import ResourceError
from antecede.languages import Agreement, Gender, Number
from antecede.pronouns.target.heads import TargetHeads, target_heads

if TYPE_CHECKING:
    from pathlib import Path

MS, FS = Agreement(Gender.MASCULINE, Number.SINGULAR), Agreement(Gender.FEMININE, Number.SINGULAR)
MP, FP = Agreement(Gender.MASCULINE, Number.PLURAL), Agreement(Gender.FEMININE, Number.PLURAL)


@pytest.fixture(scope="module")
def french(resources: Path) -> TargetHeads:  # noqa: ARG001 - sets where resources are found
    try:
        return target_heads("fr")
    except ResourceError as error:
        pytest.skip(f"wants the Lefff: {error}")


@pytest.mark.parametrize(
    ("source", "target", "links", "word", "agreement"),
    [
        # A star is before the antecedent's head, brackets are around it.
        ("[the old *house] sleeps", "la vieille maison dort", "0-0 1-1 2-2 3-3", "maison", FS),
        ("[the draft *law] passed", "le projet de loi passa", "0-0 1-1 2-3 3-4", "projet", MS),
        ("[bill *makers] slept", "les auteurs de factures dormaient", "0-3 1-3 2-4", "auteurs", MP),
        ("[the finance *law] passed", "la loi très complexe de finances passa", "0-0 1-5 2-5 3-6", "loi", FS),
        ("the head of [the *company] slept", "le chef de la société dormait", "0-0 1-1 2-2 3-3 4-4 5-5", "société", FS),
        ("[the infrastructure *market] grew", "le marché des infrastructures australiennes crut", "2-4", "marché", MS),
        ("[most *people] slept", "la plupart des gens dormaient", "0-1 1-3 2-4", "gens", MP),
        ("[*Hepatitis C] kills", "l' hépatite C tue", "0-2 1-2 2-3", "hépatite", FS),
        # The determiner outweighs the lexicon, and tells what the lexicon does not know.
        ("[the *States] slept", "les États-Unis dormaient", "0-0 1-1 2-2", "États-Unis", MP),
        ("[the *blorg] slept", "une blorguette dormait", "0-0 1-1 2-2", "blorguette", FS),
        ("[the *blorgs] slept", "les blorguettes dormaient", "0-0 1-1 2-2", None, None),
        ("[the bond *spreads] grew", "les spreads des obligations montèrent", "0-0 1-3 2-1 3-4", None, None),
        # An abbreviation is not the word of the same letters.
        ("[the *ICT] grew", "les TIC montèrent", "0-0 1-1 2-2", None, None),
        ("[the *ICT] grew", "la TIC monta", "0-0 1-1 2-2", "TIC", FS),
        ("[the *house] sleeps", "elle dort", "1-0 2-1", "elle", FS),
        ("[the *house] sleeps", "tout dort", "2-1", None, None),
    ],
)
def test_the_head_of_what_an_antecedent_became(
    source: str, target: str, links: str, word: str | None, agreement: Agreement | None, french: TargetHeads
) -> None:
    words = source.split()
    start = next(place for place, each in enumerate(words) if each.startswith("["))
    end = next(place for place, each in enumerate(words) if each.endswith("]")) + 1
    head = next(place for place, each in enumerate(words) if "*" in each)
    number = Number.PLURAL if words[head].strip("[]").endswith("s") else Number.SINGULAR
    antecedent = Antecedent(0, start, end, head, "", None, number, None, 1.0)
    alignment = tuple(Link(*map(int, link.split("-"))) for link in links.split())
    found = french.find(antecedent, Hypothesis(tuple(target.split()), alignment=alignment))
    assert (found and found.word) == word
    assert (found and (found.agreement.gender, found.agreement.number)) == (
        agreement and (agreement.gender, agreement.number)
    )
