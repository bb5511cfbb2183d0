"""A pronoun that is replaced or stays: what agrees with it follows."""

from __future__ import annotations

import pytest
from french import SmallLexicon

from antecede.engines import Hypothesis
from antecede.pairs import pair
from antecede.pronouns.agreement.replacement import replaced
from antecede.pronouns.target.classes import TargetClasses


@pytest.mark.parametrize(
    ("before", "wanted", "after"),
    [
        ("ils sont partis .", "elles", "elles sont parties ."),
        ("il est partie .", "il", "il est parti ."),  # the engine wrote the pronoun, and agreed with another
        ("elles sont verts .", "elles", "elles sont vertes ."),
        ("c' est belle .", "ce", "c' est beau ."),
        ("ce sont belles .", "ce", None),
        ("ça est belle .", "cela", None),  # what stands with any verb is left alone
        ("le chat dort .", "elle", None),  # no pronoun there
    ],
)
def test_what_agrees_follows(before: str, wanted: str, after: str | None) -> None:
    classes = TargetClasses.of(pair("en-fr"))
    number = classes.names.index(wanted)
    found = replaced(Hypothesis(tuple(before.split())), 0, number, classes, SmallLexicon())
    assert (None if found is None else " ".join(found.tokens)) == after
