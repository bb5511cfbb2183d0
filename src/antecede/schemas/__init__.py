"""JSON schemas (Draft 2020-12) of what the commands write: a file each, found by its name.

A change that a program written for an older version would not survive asks for a new minor version; a new key does not.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final

from antecede.errors import BadOption

__all__ = ["names", "schema"]

_SHARED: Final = "shared"
"""What several of them have in common; it describes no output of its own."""


def names() -> tuple[str, ...]:
    """The schemas that there are, each called as the command, or the command and the option, that writes such JSON.

    >>> "fix-log" in names()
    True
    """
    found = (file.name for file in files(__package__).iterdir())
    return tuple(sorted(name[:-5] for name in found if name.endswith(".json") and name != f"{_SHARED}.json"))


def schema(name: str) -> dict[str, Any]:
    """The schema of that name, complete in itself: any validator takes it as it is.

    >>> schema("judge")["title"]
    'antecede judge --json'
    """
    if name not in names():
        raise BadOption(f"unknown schema '{name}': the schemas are {', '.join(names())}")
    own, shared = _read(name), _read(_SHARED)
    # A schema inside another is found by its own `$id`.
    return own | {"$defs": own.get("$defs", {}) | {_SHARED: shared}}


def _read(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(files(__package__).joinpath(f"{name}.json").read_text(encoding="utf-8"))
    return content
