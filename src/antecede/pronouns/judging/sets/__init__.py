"""Test sets for pronouns, read as they are published: a layout is a module of this folder that defines `LAYOUT`.

Other packages add theirs with an entry point:

    [project.entry-points."antecede.pronouns.judging.sets"]
    mine = "my_package.layout"          # a module that defines LAYOUT, a Layout
"""

from __future__ import annotations

from typing import Final

from antecede.errors import BadOption
from antecede.pronouns.judging.sets._items import Contrast, Expected, Group, Layout, TestSet
from antecede.registry import Registry

__all__ = ["LAYOUTS", "Contrast", "Expected", "Group", "Layout", "TestSet"]


def _unknown(name: str, known: tuple[str, ...]) -> BadOption:
    return BadOption(f"unknown layout '{name}': the layouts are {', '.join(known)}")


LAYOUTS: Final = Registry(__name__, "LAYOUT", Layout, _unknown)
