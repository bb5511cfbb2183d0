"""First names and the gender of their bearers, counted in free text or in a census."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from antecede.files.shipped import shipped, two_counts
from antecede.languages._morphology import Gender

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.resources.abc import Traversable


def names(package: str) -> Mapping[str, Gender]:
    """The gender of each name in the `names.tsv` of a language's package.

    A language asks while it is being described, when it has no `Language.data` yet.
    """
    return by_gender(shipped(files(package), "names.tsv"))


def by_gender(place: Traversable | None) -> Mapping[str, Gender]:
    """The gender of each name, lower-case, in a table: name, men, women. Two thirds decide."""
    return {
        name: Gender.MASCULINE if men > women else Gender.FEMININE
        for name, (men, women) in two_counts(place).items()
        if max(men, women) * 3 >= (men + women) * 2
    }
