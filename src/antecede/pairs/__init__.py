"""All that is true of a language pair: a file each, found by its name (`en-fr` is `en_fr.py`)."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from antecede.errors import UnknownPair
from antecede.pairs._pair import Pair, PronounLists, TargetClass
from antecede.pairs._post_editing import PostEditingRules

__all__ = ["Pair", "PostEditingRules", "PronounLists", "TargetClass", "known_pairs", "pair"]


@cache
def pair(name: str) -> Pair:
    """The pair of that name.

    >>> pair("en-fr").target
    'fr'
    """
    if name not in known_pairs():
        raise UnknownPair(name, known=known_pairs())
    found: Pair = importlib.import_module(f"{__name__}.{name.replace('-', '_')}").PAIR
    return found


@cache
def known_pairs() -> tuple[str, ...]:
    """The names of the pairs that are described: one module each in this folder."""
    modules = (module.name for module in pkgutil.iter_modules(__path__))
    return tuple(name.replace("_", "-") for name in modules if not name.startswith("_"))
