"""Pronoun lists by name or from the user's own file."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from antecede.errors import BadFormat, BadOption
from antecede.files import read_text
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from antecede.pairs import Pair, PronounLists

_WORD_SETS: Final = ("source_pronouns", "target_pronouns", "reference_pronouns")
_GROUPS: Final = ("identical", "equivalent")
_KEYS: Final = (*_WORD_SETS, *_GROUPS, "translations", "equivalent_weight", "missing_reference_counts")


def find_lists(pair: Pair, name: str | None) -> PronounLists:
    """The pair's lists of that name, or those in the TOML file of that name; the pair's own by default.

    A file states what differs from the pair's default lists::

        source_pronouns = ["it", "they", "them"]
        identical = [["ce", "c'"]]
        equivalent = [["ce", "il"], ["ce", "ça"]]
        [translations]
        them = ["les", "leur", "eux", "elles"]
    """
    if name is None:
        return pair.lists[pair.default_lists]
    if name in pair.lists:
        return pair.lists[name]
    if not Path(name).exists():
        known = ", ".join(sorted(pair.lists))
        raise BadOption(f"--lists {name}: no such file, and no lists of that name for {pair.name}; they are {known}")
    return _read(Path(name), pair.lists[pair.default_lists])


def _read(path: Path, base: PronounLists) -> PronounLists:
    text = read_text(path, largest=1 << 20)
    try:
        stated = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadFormat(path, f"is not TOML: {error}") from None
    unknown = sorted(stated.keys() - set(_KEYS))
    if unknown:
        raise BadFormat(path, f"has an unknown key '{unknown[0]}': the keys are {', '.join(_KEYS)}")
    changes: dict[str, Any] = {key: _words(path, key, stated[key]) for key in _WORD_SETS if key in stated}
    for key in _GROUPS:
        if key in stated:
            changes[key] = tuple(_words(path, key, group) for group in _list(path, key, stated[key]))
    if "translations" in stated:
        table = stated["translations"]
        if not isinstance(table, dict):
            raise BadFormat(path, "'translations' must be a table of word = [words]")
        changes["translations"] = {normalise(word): _words(path, word, values) for word, values in table.items()}
    weight = stated.get("equivalent_weight", base.equivalent_weight)
    if not isinstance(weight, int | float) or not 0 <= weight <= 1:
        raise BadFormat(path, "'equivalent_weight' must be a number from 0 to 1")
    counts = stated.get("missing_reference_counts", base.missing_reference_counts)
    if not isinstance(counts, bool):
        raise BadFormat(path, "'missing_reference_counts' must be true or false")
    name = f"file:{hashlib.sha256(text.encode()).hexdigest()[:4]}"
    return replace(base, **changes, name=name, equivalent_weight=float(weight), missing_reference_counts=counts)


def _words(path: Path, key: str, value: object) -> frozenset[str]:
    words = _list(path, key, value)
    if not all(isinstance(word, str) for word in words):
        raise BadFormat(path, f"'{key}' must hold words in quotes")
    return frozenset(normalise(word) for word in words)


def _list(path: Path, key: str, value: object) -> list[Any]:
    if not isinstance(value, list):
        raise BadFormat(path, f"'{key}' must be a list")
    return value
