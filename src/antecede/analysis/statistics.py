"""Counts of words that ship with the languages: of which gender a noun is, whether it is a person."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal


@cache
def word_counts(language: str, what: Literal["genders", "people"]) -> dict[str, tuple[int, int]]:
    """Two counts a word: masculine and feminine, or person and other; empty where nobody counted.

    They come from Europarl, News Commentary and Tatoeba, by experiments/word_statistics.py.
    """
    path = files("antecede.languages") / language / f"{what}.tsv"
    if not path.is_file():
        return {}
    rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines())
    return {word: (int(first), int(second)) for word, first, second in rows}
