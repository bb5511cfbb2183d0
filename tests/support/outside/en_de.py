"""English to German, as far as the tests need it: *it* and *they*, and what becomes of them."""

from __future__ import annotations

from typing import Final

from antecede.languages import Gender, GrammaticalCase, Number
from antecede.pairs import Pair, PronounLists, TargetClass

_PRONOUNS: Final = frozenset({"er", "sie", "es", "ihn", "ihm", "ihr", "ihnen"})

PAIR: Final = Pair(
    name="en-de",
    source="en",
    target="de",
    default_lists="plain",
    agrees_with_translation=True,
    choices=(
        TargetClass("er", frozenset({"er"}), Gender.MASCULINE, Number.SINGULAR, case=GrammaticalCase.NOMINATIVE),
        TargetClass("ihn", frozenset({"ihn"}), Gender.MASCULINE, Number.SINGULAR, case=GrammaticalCase.ACCUSATIVE),
        TargetClass("ihm", frozenset({"ihm"}), None, Number.SINGULAR, case=GrammaticalCase.DATIVE),
        TargetClass("ihr", frozenset({"ihr"}), Gender.FEMININE, Number.SINGULAR, case=GrammaticalCase.DATIVE),
        TargetClass("ihnen", frozenset({"ihnen"}), None, Number.PLURAL, case=GrammaticalCase.DATIVE),
        # Nominative and accusative; the plural of all genders too.
        TargetClass("sie", frozenset({"sie"}), Gender.FEMININE),
        TargetClass("es", frozenset({"es"}), Gender.NEUTER, Number.SINGULAR),
    ),
    gender_groups=(frozenset({"er", "sie", "es"}), frozenset({"ihn", "sie", "es"}), frozenset({"ihm", "ihr"})),
    lists={
        "plain": PronounLists(
            name="plain",
            source_pronouns=frozenset({"it", "they"}),
            target_pronouns=_PRONOUNS,
            reference_pronouns=_PRONOUNS,
            translations={"it": _PRONOUNS - {"ihnen"}, "they": frozenset({"sie"})},
        )
    },
)
