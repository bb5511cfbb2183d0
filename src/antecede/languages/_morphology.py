"""Gender, number and case, as every layer names them."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Gender(StrEnum):
    """A word's gender, in the short form that the papers' tables use."""

    MASCULINE = "masc"
    FEMININE = "fem"
    NEUTER = "neut"


class Number(StrEnum):
    """A word's number, in the short form that the papers' tables use."""

    SINGULAR = "sg"
    PLURAL = "pl"


class GrammaticalCase(StrEnum):
    """A word's case, in the short form of the other two."""

    NOMINATIVE = "nom"
    ACCUSATIVE = "acc"
    DATIVE = "dat"
    GENITIVE = "gen"


class Agreement(NamedTuple):
    """What other words agree with; None where the form does not show it."""

    gender: Gender | None = None
    number: Number | None = None
    case: GrammaticalCase | None = None
