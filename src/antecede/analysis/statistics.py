"""Counts of words that ship with the languages: of which gender a noun is, whether it is a person."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Literal

from antecede.files.shipped import two_counts
from antecede.languages import language as described

if TYPE_CHECKING:
    from collections.abc import Mapping


@cache
def word_counts(language: str, what: Literal["genders", "people"]) -> Mapping[str, tuple[int, int]]:
    """Two counts a word: masculine and feminine, or person and other; empty where nobody counted.

    Ours come from Europarl, News Commentary and Tatoeba, by experiments/word_statistics.py.
    """
    return two_counts(described(language).data(f"{what}.tsv"))
