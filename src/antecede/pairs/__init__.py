"""All that is true of a language pair: a file each, found by its name (`en-fr` is `en_fr.py`)."""

from __future__ import annotations

from typing import Final

from antecede.errors import UnknownPair
from antecede.pairs._pair import Pair, PronounLists, TargetClass
from antecede.pairs._post_editing import PostEditingRules, PublishedChange
from antecede.registry import Registry

__all__ = [
    "DEFAULT_PAIR",
    "DEFAULT_SOURCE",
    "DEFAULT_TARGET",
    "PAIRS",
    "Pair",
    "PostEditingRules",
    "PronounLists",
    "PublishedChange",
    "TargetClass",
    "known_pairs",
    "pair",
    "pair_name",
]

# What a task takes a text to be where its caller does not say: the pair that most is known of.
DEFAULT_SOURCE: Final = "en"
DEFAULT_TARGET: Final = "fr"
DEFAULT_PAIR: Final = f"{DEFAULT_SOURCE}-{DEFAULT_TARGET}"
PAIRS: Final = Registry(__name__, "PAIR", Pair, lambda name, known: UnknownPair(name, known=known))


def pair(name: str) -> Pair:
    """The pair of that name.

    >>> pair("en-fr").target
    'fr'
    """
    return PAIRS[pair_name(name)]


def pair_name(text: str) -> str:
    """The name of a pair, however its letters and its hyphen are typed; what is no pair stays as it is.

    >>> pair_name("EN-FR"), pair_name("es_en"), pair_name("Klingon")
    ('en-fr', 'es-en', 'Klingon')
    """
    plain = text.lower().replace("_", "-")
    return plain if plain in PAIRS else text


def known_pairs() -> tuple[str, ...]:
    """The names of the pairs that are described: one module each in this folder, or in another package."""
    return PAIRS.names()
