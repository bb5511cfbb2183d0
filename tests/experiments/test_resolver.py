from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from antecede.analysis import bare_analysis
from antecede.coreference import Anaphor, Antecedent, Function, ResolvedDocument
from antecede.coreference.foreign.chains import ChainedDocument, Mention
from antecede.errors import ResourceError
from antecede.experiments.resolver import Resolved, measure, resolver_json, resolver_table, right_antecedents
from antecede.languages import Gender, Number

if TYPE_CHECKING:
    from pathlib import Path

SENTENCES = (
    ("the", "old", "house", "has", "a", "door"),
    ("it", "is", "red", ",", "it", "rains"),
    ("they", "know", "it"),
)
EVENT = Function(0.0, 1.0, 0.0)


def anaphor(sentence: int, token: int, *heads: tuple[int, int]) -> Anaphor:
    stands_for = tuple(
        Antecedent(s, h, h + 1, h, "x", Gender.NEUTER, Number.SINGULAR, human=False, probability=0.5) for s, h in heads
    )
    return Anaphor(sentence, token, SENTENCES[sentence][token], "subject", Function(), stands_for, 0.0)


def resolved(*anaphors: Anaphor) -> ResolvedDocument:
    return ResolvedDocument(bare_analysis([list(each) for each in SENTENCES], "en", "talk"), anaphors)


def test_a_first_choice_is_right_in_a_mention_of_the_chain() -> None:
    document = ChainedDocument(
        "talk",
        SENTENCES,
        (
            Mention(0, 0, 3, "house", nominal=True),
            Mention(1, 0, 1, "house", nominal=False),
            Mention(1, 4, 5, "alone 1", nominal=False),  # stands for nothing
            Mention(2, 0, 1, "people", nominal=False),  # in a chain with nobody else
            Mention(2, 2, 3, "house", nominal=False),
        ),
    )
    found = right_antecedents(
        document,
        resolved(anaphor(1, 0, (0, 2), (0, 5)), anaphor(1, 4, (0, 2)), anaphor(2, 0), anaphor(2, 2, (0, 5), (0, 2))),
    )
    # The second says *door* first; the two without a chain are not counted.
    assert found == {(1, 0): True, (2, 2): False}


def test_what_refers_to_an_event_is_not_counted_and_no_answer_is_wrong() -> None:
    mentions = (Mention(0, 0, 3, "a"), Mention(1, 0, 1, "a"), Mention(2, 2, 3, "a"))
    document = ChainedDocument("talk", SENTENCES, mentions, {(1, 0): EVENT})
    assert right_antecedents(document, resolved(anaphor(1, 0, (0, 2)), anaphor(2, 2))) == {(2, 2): False}


def test_a_pronoun_is_not_its_own_antecedent() -> None:
    document = ChainedDocument("talk", SENTENCES, (Mention(0, 0, 3, "a"), Mention(1, 0, 1, "a")))
    assert right_antecedents(document, resolved(anaphor(1, 0, (1, 0)))) == {(1, 0): False}


def test_ours_stand_beside_the_published_counts() -> None:
    measured = [Resolved("ours: ranker", {"it": 60, "they": 40}, {"it": 100, "they": 50})]
    table = resolver_table(measured)
    assert table.columns == ("resolver", "right", "it", "they")
    assert table.rows[0][1].startswith("100 of 150, 0.667")
    assert table.rows[1][:2] == ("paper: Stanford sieve", "121 of 202, 0.599 (0.530–0.664)")
    assert resolver_json(measured)["paper: BART"] == {"right": 93, "total": 202}


def test_without_talks_there_is_nothing_to_measure(tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match=r"parcor-ted\.en\.jsonl: no such file"):
        measure(tmp_path)
