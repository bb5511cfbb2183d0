"""First names and the gender of their bearers, counted in free text."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from antecede.files.shipped import shipped_text
from antecede.languages._morphology import Gender

if TYPE_CHECKING:
    from collections.abc import Mapping


@cache
def names(code: str) -> Mapping[str, Gender]:
    """The gender of each name, lower-case, in the language's own `names.tsv`: name, men, women; two thirds decide."""
    text = shipped_text(resources.files(__package__).joinpath(code), "names.tsv")
    found: dict[str, Gender] = {}
    for line in (text or "").splitlines():
        if not line.startswith("#"):
            name, men, women = line.split("\t")
            if max(int(men), int(women)) * 3 >= (int(men) + int(women)) * 2:
                found[name] = Gender.MASCULINE if int(men) > int(women) else Gender.FEMININE
    return found
