"""Targeted: a JSON list of segments, each with the word that its translation is expected to have.

The entries have `src segment`, `ref segment`, `expected`, `document id`, `segment id` and `rule`, and in some sets `src
pronoun` and `ante distance`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from antecede.errors import BadFormat, UnreadableFile
from antecede.pronouns.judging.sets._items import Expected, Layout, TestSet, files_in, read_json

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_GROUPS: Final = {"expected": "expected", "rule": "rule", "src pronoun": "pronoun", "ante distance": "distance"}


def read(place: Path, source: str, target: str) -> TestSet:
    """What is expected in each segment, in the order of the files."""
    del source, target
    files = files_in(place, ".json")
    if not files:
        raise UnreadableFile(place, "has no .json file")
    return TestSet(expected=tuple(each for file in files for each in _of_json(file)))


def _of_json(file: Path) -> Iterator[Expected]:
    content = read_json(file)
    if not isinstance(content, list):
        raise BadFormat(file, "is not a list of segments")
    for number, entry in enumerate(content, start=1):
        if not isinstance(entry, dict) or not isinstance(entry.get("src segment"), str):
            raise BadFormat(file, f"entry {number}: has no 'src segment'")
        if not isinstance(entry.get("expected"), str) or not entry["expected"].strip():
            raise BadFormat(file, f"entry {number}: 'expected' is no word")
        groups = tuple((shown, str(entry[key])) for key, shown in _GROUPS.items() if entry.get(key) is not None)
        yield Expected(entry["src segment"], entry["expected"], groups)


LAYOUT: Final = Layout(read)
