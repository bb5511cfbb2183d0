"""What a language module states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import re


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """One language: its name, and how its text falls into words."""

    code: str
    name: str
