"""Things found by name: modules of a folder, and entry points of other packages."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from antecede.errors import BadOption, ResourceError
from antecede.registry import Registry

if TYPE_CHECKING:
    from pathlib import Path


class Colour(str):
    """What the registries below hold."""

    __slots__ = ()


def colours(package: str) -> Registry[Colour]:
    return Registry(package, "COLOUR", Colour, lambda name, known: BadOption(f"no {name}; there are {known}"))


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package with two colours, a module that has none and one that must not be imported to be listed."""
    folder = tmp_path / "palette"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "dark_red.py").write_text("from test_registry_colour import Colour\nCOLOUR = Colour('red')\n")
    (folder / "green.py").write_text("raise RuntimeError('imported')\nCOLOUR: object = None\n")
    (folder / "helpers.py").write_text("NOTHING = 1\n")
    (folder / "_private.py").write_text("COLOUR = 1\n")
    (tmp_path / "odd.py").write_text("COLOUR = 3\n")
    (tmp_path / "blue_things.py").write_text("from test_registry_colour import Colour\nCOLOUR = Colour('blue')\n")
    metadata = tmp_path / "paints-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: paints\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[palette]\nblue = blue_things\nodd = odd\n")
    holder = type(sys)("test_registry_colour")
    holder.__dict__["Colour"] = Colour
    monkeypatch.setitem(sys.modules, "test_registry_colour", holder)
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("palette", "palette.dark_red", "palette.green", "odd", "blue_things"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return "palette"


def test_names_are_listed_without_an_import(package: str) -> None:
    assert colours(package).names() == ("dark-red", "green", "blue", "odd")


def test_a_thing_is_found_in_the_folder_and_in_another_package(package: str) -> None:
    found = colours(package)
    assert (found["dark-red"], found["blue"]) == ("red", "blue")
    assert found.module("dark-red") == "palette.dark_red"
    assert found.module("blue") == "blue_things"
    assert "blue" in found
    assert "helpers" not in found


def test_an_unknown_name_is_told_with_the_known_ones(package: str) -> None:
    with pytest.raises(BadOption, match=r"no pink; there are .*dark-red"):
        colours(package)["pink"]


def test_a_thing_of_another_type_is_refused(package: str) -> None:
    with pytest.raises(ResourceError, match="odd: defines no COLOUR of type Colour"):
        colours(package)["odd"]
