"""The ranking of a pronoun's mentions, where what is learnt has no say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from antecede.coreference.models import ResolverModel
from antecede.coreference.ranker import Ranker
from antecede.languages import language

if TYPE_CHECKING:
    from collections.abc import Callable

    from antecede.analysis import Analyser


@pytest.mark.parametrize("nouns", [1, 3, 7, 12])
def test_few_mentions_make_none_of_them_no_likelier(nouns: int, analyser: Callable[[str], Analyser]) -> None:
    """Without weights all n candidates and none score the same, and none has (n + 1) / 8 of that, at most all."""
    reference = language("en").reference
    assert reference is not None
    text = [
        ["The", noun, "fell", "."] for noun in ("cup box car tree house wall stone book door lamp ship bell").split()
    ]
    [document] = analyser("en").analyse([[*text[:nouns], ["It", "broke", "."]]])
    [anaphor] = Ranker(reference, frozenset({"it"}), ResolverModel("en"), window=20).resolve(document).anaphors
    found = len(anaphor.antecedents)
    assert found == nouns
    share = min(1, (found + 1) / 8)
    assert anaphor.none == pytest.approx(share / (found + share))
    assert anaphor.none + sum(each.probability for each in anaphor.antecedents) == pytest.approx(1)
