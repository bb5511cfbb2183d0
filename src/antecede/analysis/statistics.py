"""Counts of words that ship with the languages: of which gender a noun is, whether it is a person."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal

from antecede.files.shipped import shipped_text


@cache
def word_counts(language: str, what: Literal["genders", "people"]) -> dict[str, tuple[int, int]]:
    """Two counts a word: masculine and feminine, or person and other; empty where nobody counted.

    They come from Europarl, News Commentary and Tatoeba, by experiments/word_statistics.py.
    """
    text = shipped_text(files("antecede.languages") / language, f"{what}.tsv")
    rows = (line.split("\t") for line in (text or "").splitlines())
    return {word: (int(first), int(second)) for word, first, second in rows}
