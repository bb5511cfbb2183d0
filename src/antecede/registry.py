"""Things that are found by name: a module of a folder that defines one, or an entry point of another package.

A pair, a language, an engine, a system, a metric is one module of its folder; nothing else lists it. `en_fr.py` with a
`PAIR` in `antecede/pairs` is the pair `en-fr`. Other packages add theirs with an entry point:

    [project.entry-points."antecede.pairs"]
    en-de = "my_package.en_de"          # a module that defines PAIR
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import re
import sys
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Generic, TypeVar

from antecede.errors import ResourceError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["Registry"]

Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Registry(Generic[Thing]):
    """The things of one kind, by name; a module is imported when its thing is asked for."""

    package: str
    """The folder, `antecede.pairs`; also the group of entry points."""
    attribute: str
    """What a module of the folder defines: PAIR."""
    kind: type[Thing]
    unknown: Callable[[str, tuple[str, ...]], Exception]
    """The error for a name that nobody defined, from that name and the known ones."""
    folders: tuple[str, ...] = ()
    """Folders inside the folder whose modules define such things, too."""
    _found: dict[str, Thing] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __getitem__(self, name: str) -> Thing:
        """The thing of that name; raises what `unknown` makes where there is none."""
        if name not in self._found:
            self._found[name] = self._load(name)
        return self._found[name]

    def __contains__(self, name: object) -> bool:
        return name in self.names()

    def names(self) -> tuple[str, ...]:
        """The names of all things, those of the folder first; their modules are not imported."""
        return tuple(dict.fromkeys((*self._modules(), *(entry.name for entry in self._entries()))))

    def module(self, name: str) -> str:
        """The module that defines a thing: where the files that go with it are."""
        modules = self._modules()
        if name in modules:
            return modules[name]
        for entry in self._entries():
            if entry.name == name:
                return entry.module
        raise self.unknown(name, self.names())

    def forget(self) -> None:
        """Look everything up again when it is next asked for."""
        self._found.clear()

    def _load(self, name: str) -> Thing:
        module = self.module(name)
        thing = getattr(importlib.import_module(module), self.attribute, None)
        if not isinstance(thing, self.kind):
            raise ResourceError(f"{module}: defines no {self.attribute} of type {self.kind.__name__}")
        return thing

    def _modules(self) -> dict[str, str]:
        packages = (self.package, *(f"{self.package}.{folder}" for folder in self.folders))
        return {
            module.name.replace("_", "-"): f"{package}.{module.name}"
            for package in packages
            for module in pkgutil.iter_modules(importlib.import_module(package).__path__)
            if not module.name.startswith("_") and self._defined_in(f"{package}.{module.name}")
        }

    def _defined_in(self, module: str) -> bool:
        """Whether a module defines a thing: read off its text, since importing it may cost seconds."""
        if module in sys.modules:
            return hasattr(sys.modules[module], self.attribute)
        spec = importlib.util.find_spec(module)
        source = getattr(spec.loader, "get_source", lambda _name: None)(module) if spec is not None else None
        return source is not None and re.search(rf"^{self.attribute}\s*[:=]", source, re.MULTILINE) is not None

    def _entries(self) -> Iterable[EntryPoint]:
        return _entry_points(self.package, tuple(sys.path))


@lru_cache
def _entry_points(group: str, _path: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    """Reads the metadata of every installed package, some tens of milliseconds: once for each path."""
    return tuple(entry_points(group=group))
