"""Pronouns of natural gender, and what was named before them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from antecede.coreference.mentions import Mention
from antecede.languages import Agreement, Gender, Number
from antecede.pronouns.judging.nature import Named, goes_with

if TYPE_CHECKING:
    from antecede.coreference.mentions import Kind

HE, SHE, IT = (Agreement(gender, Number.SINGULAR) for gender in (Gender.MASCULINE, Gender.FEMININE, Gender.NEUTER))
THEY = Agreement(None, Number.PLURAL)


def named(
    head: int,
    *,
    human: bool | None = False,
    gender: Gender | None = None,
    number: Number = Number.SINGULAR,
    kind: Kind = "noun",
    end: int | None = None,
) -> Mention:
    return Mention(
        0, head, end or head + 1, head, kind, "x", number, gender, human, False, "nsubj", "subject", "", "", 0, ""
    )


TABLE = named(1, gender=Gender.FEMININE)
WOMAN = named(1, human=True, gender=Gender.FEMININE)
DOCTOR = named(1, human=True)
SOMETHING = named(1, human=None)
SHOES = named(1, number=Number.PLURAL)


@pytest.mark.parametrize(
    ("shown", "mention", "best"),
    [
        (IT, TABLE, 1.0),  # grammatical gender does not matter
        (SHE, TABLE, 0.0),
        (THEY, TABLE, 0.0),
        (SHE, WOMAN, 1.0),
        (HE, WOMAN, 0.0),
        (IT, WOMAN, 0.0),
        (HE, DOCTOR, 0.4),  # a man or a woman
        (SHE, DOCTOR, 0.4),
        (IT, SOMETHING, 0.4),
        (THEY, SHOES, 1.0),
        (IT, SHOES, 0.0),
    ],
)
def test_a_pronoun_goes_with_what_has_its_nature(shown: Agreement, mention: Mention, best: float) -> None:
    assert goes_with(shown, mention) == best


def test_what_is_nearest_comes_first_and_a_coordination_stands_for_its_members() -> None:
    both = named(0, number=Number.PLURAL, kind="group", end=3)
    one, other, table, her = named(0), named(2), named(5), named(6, kind="pronoun")
    found = Named([[one, both, other, table, her], [named(1)]])
    assert found.before(0, 4) == [both]
    assert found.before(1, 1) == [table, both]
    assert found.before(1, 1.5) == [named(1), table, both]
