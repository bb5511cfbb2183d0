"""First names and the gender of their bearers, counted in free text."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from antecede.files.shipped import shipped, two_counts
from antecede.languages._morphology import Gender

if TYPE_CHECKING:
    from collections.abc import Mapping


def names(package: str) -> Mapping[str, Gender]:
    """The gender of each name, lower-case, in the `names.tsv` of a language's package: name, men, women.

    Two thirds decide. A language asks while it is being described, when it has no `Language.data` yet.
    """
    counted = two_counts(shipped(files(package), "names.tsv"))
    return {
        name: Gender.MASCULINE if men > women else Gender.FEMININE
        for name, (men, women) in counted.items()
        if max(men, women) * 3 >= (men + women) * 2
    }
