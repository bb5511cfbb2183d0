"""Names that go: what was public stays for one more minor version, and warns.

# In a module, beside its new name:
def __getattr__(name: str) -> object:
return renamed(__name__, name, {"Old": Renamed("New", New, since="0.2.0")})
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Renamed", "renamed", "warn_deprecated"]


class Renamed(NamedTuple):
    """What a name has become."""

    new: str
    value: object
    since: str
    """The version that has the new name first."""


def renamed(module: str, name: str, names: Mapping[str, Renamed]) -> object:
    """What an old name of a module stands for, with a warning; an `AttributeError` if the module never had it."""
    if name not in names:
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    entry = names[name]
    # The module's own `__getattr__` stands between.
    warn_deprecated(f"{module}.{name}", f"{module}.{entry.new}", since=entry.since, stacklevel=4)
    return entry.value


def warn_deprecated(old: str, new: str, *, since: str, stacklevel: int = 3) -> None:
    """Say that a public name is another now, and from which version on it is gone: one minor version later."""
    major, minor, *_ = since.split(".")
    gone = f"{major}.{int(minor) + 1}.0"
    message = f"{old} is called {new} since antecede {since}, and the old name goes in {gone}"
    warnings.warn(message, DeprecationWarning, stacklevel=stacklevel)
