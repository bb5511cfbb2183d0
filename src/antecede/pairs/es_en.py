"""Spanish to English: *él, ella, su, sus, suyo, suya*, and what becomes of them."""

from __future__ import annotations

from typing import Final

from antecede.pairs._pair import Pair, PronounLists

_POSSESSIVES: Final = frozenset({"his", "her", "its", "their", "your"})
_POSSESSIVE_PRONOUNS: Final = frozenset({"his", "hers", "its", "theirs", "yours"})
_PERSONAL: Final = frozenset({"he", "him", "she", "her", "it", "they", "them", "himself", "herself", "itself"})

PAIR: Final = Pair(
    name="es-en",
    source="es",
    target="en",
    default_lists="2017",
    lists={
        # Luong, Popescu-Belis, Rios Gonzales and Tuggener 2017: no pronouns are counted as equivalent (footnote 8).
        "2017": PronounLists(
            name="2017",
            source_pronouns=frozenset({"él", "ella", "su", "sus", "suyo", "suya"}),
            target_pronouns=_POSSESSIVES | _POSSESSIVE_PRONOUNS | _PERSONAL,
            # What the published scores that start from the reference were counted on.
            reference_pronouns=frozenset(
                "i that we you it they me he who us them their his she her its him whose whom".split()
            ),
            translations={
                "él": frozenset({"he", "him", "himself", "it"}),
                "ella": frozenset({"she", "her", "herself", "it"}),
                "su": _POSSESSIVES,
                "sus": _POSSESSIVES,
                "suyo": _POSSESSIVE_PRONOUNS,
                "suya": _POSSESSIVE_PRONOUNS,
            },
        ),
    },
)
