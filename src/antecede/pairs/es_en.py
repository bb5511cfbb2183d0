"""Spanish to English: *él, ella, su, sus, suyo, suya*, and what becomes of them."""

from __future__ import annotations

from typing import Final

from antecede.languages import Gender, Number
from antecede.pairs._pair import Pair, PronounLists, TargetClass

_SOURCE: Final = frozenset({"él", "ella", "su", "sus", "suyo", "suya"})
_POSSESSIVES: Final = frozenset({"his", "her", "its", "their", "your"})
_POSSESSIVE_PRONOUNS: Final = frozenset({"his", "hers", "its", "theirs", "yours"})
_PERSONAL: Final = frozenset({"he", "him", "she", "her", "it", "they", "them", "himself", "herself", "itself"})

PAIR: Final = Pair(
    name="es-en",
    source="es",
    target="en",
    default_lists="2017",
    # Luong et al. 2017 processed 2,286 of 6,134 pronouns (37%): with antecedents this likely, so do we on nc11.dev.
    sure_links=dict.fromkeys(_SOURCE, 0.5),
    # Everyday sentences beside news, where possessives mostly have their owner in another sentence.
    lone_sentences=0.3,
    choices=(
        TargetClass("his", frozenset({"his"}), Gender.MASCULINE, Number.SINGULAR, alone=True),
        TargetClass("her", frozenset({"her"}), Gender.FEMININE, Number.SINGULAR, alone=True),
        TargetClass("its", frozenset({"its"}), Gender.NEUTER, Number.SINGULAR, alone=True),
        TargetClass("their", frozenset({"their"}), None, Number.PLURAL, alone=True),
        TargetClass("your", frozenset({"your"}), alone=True),
        TargetClass("the", frozenset({"the"})),
        TargetClass("he", frozenset({"he"}), Gender.MASCULINE, Number.SINGULAR),
        TargetClass("him", frozenset({"him"}), Gender.MASCULINE, Number.SINGULAR),
        TargetClass("himself", frozenset({"himself"}), Gender.MASCULINE, Number.SINGULAR),
        TargetClass("she", frozenset({"she"}), Gender.FEMININE, Number.SINGULAR),
        TargetClass("herself", frozenset({"herself"}), Gender.FEMININE, Number.SINGULAR),
        TargetClass("it", frozenset({"it"}), Gender.NEUTER, Number.SINGULAR),
        TargetClass("itself", frozenset({"itself"}), Gender.NEUTER, Number.SINGULAR),
        TargetClass("they", frozenset({"they"}), None, Number.PLURAL),
        TargetClass("them", frozenset({"them"}), None, Number.PLURAL),
        TargetClass("hers", frozenset({"hers"}), Gender.FEMININE, Number.SINGULAR),
        TargetClass("theirs", frozenset({"theirs"}), None, Number.PLURAL),
        TargetClass("yours", frozenset({"yours"})),
    ),
    gender_groups=(frozenset({"his", "her", "its"}),),
    exchanges=(frozenset({"his", "her", "its", "their", "your"}), frozenset({"he", "she", "it"})),
    # A company, a team or a country is *its* or *their*.
    tolerated={"their": frozenset({"its"})},
    lists={
        # Luong, Popescu-Belis, Rios Gonzales and Tuggener 2017: no pronouns are counted as equivalent (footnote 8).
        "2017": PronounLists(
            name="2017",
            source_pronouns=_SOURCE,
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
