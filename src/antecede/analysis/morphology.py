"""Gender, number and person from the features of Universal Dependencies."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from antecede.languages import Gender, Number

_GENDERS: Final = {"Masc": Gender.MASCULINE, "Fem": Gender.FEMININE, "Neut": Gender.NEUTER}
_NUMBERS: Final = {"Sing": Number.SINGULAR, "Plur": Number.PLURAL}


class Morphology(NamedTuple):
    """What of a word's form agreement asks for; nothing where it is not known, or not one."""

    gender: Gender | None = None
    number: Number | None = None
    person: int | None = None


@lru_cache(maxsize=1 << 12)
def morphology(features: str) -> Morphology:
    """Read from features as treebanks write them.

    >>> morphology("Gender=Fem|Number=Plur|Person=3")
    Morphology(gender=<Gender.FEMININE: 'fem'>, number=<Number.PLURAL: 'pl'>, person=3)
    """
    values = dict(feature.split("=", 1) for feature in features.split("|") if "=" in feature)
    person = values.get("Person", "")
    return Morphology(
        _GENDERS.get(values.get("Gender", "")),
        _NUMBERS.get(values.get("Number", "")),
        int(person) if person in {"1", "2", "3"} else None,
    )
