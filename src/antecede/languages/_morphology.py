"""Gender and number, as every layer names them."""

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


class Agreement(NamedTuple):
    """What other words agree with; None where the form does not tell."""

    gender: Gender | None = None
    number: Number | None = None
