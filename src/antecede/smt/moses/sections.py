"""The sections of a `moses.ini`, not interpreted yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Value(NamedTuple):
    """One line of a section; `line` counts from 1."""

    text: str
    line: int


@dataclass(frozen=True)
class Section:
    """What stands below a `[name]`."""

    name: str
    line: int
    values: list[Value]
