"""Folders of `native/` include only folders below them, and only `bindings/` includes Python."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, NamedTuple

NATIVE: Final = Path(__file__).parents[1] / "native"
# The lowest first: each may include itself and those before it.
LAYERS: Final = "base files vocabulary alignment language_model phrases decoder tuning bindings".split()
INCLUDE: Final = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)


class Include(NamedTuple):
    """A header, and the source file that includes it, both as their paths within `native/`."""

    file: str
    header: str


def includes(*, ours: bool) -> list[Include]:
    """All includes outside the tests: those of headers that `native/` has, or the others."""
    return [
        Include(str(file.relative_to(NATIVE)), header)
        for file in sorted(NATIVE.glob("*/*.[ch]pp"))
        if file.parent.name != "tests"
        for header in INCLUDE.findall(file.read_text(encoding="utf-8"))
        if ours == (NATIVE / header).is_file()
    ]


def layer(path: str) -> int:
    return LAYERS.index(path.partition("/")[0])


def test_the_folders_are_the_layers_and_the_tests() -> None:
    assert sorted(path.name for path in NATIVE.iterdir()) == sorted([*LAYERS, "tests"])


def test_a_folder_includes_only_folders_below_it() -> None:
    found = includes(ours=True)
    assert len(found) > 100
    assert [include for include in found if layer(include.header) > layer(include.file)] == []


def test_a_header_that_native_does_not_have_is_a_library_s() -> None:
    """Else an include that names no folder, or a folder that is gone, would pass the test of the layers unseen."""
    libraries = re.compile(r"(?!.*\.hpp$)([a-z_]+|(sys/)?[a-z]+\.h|nanobind/[a-z_/]+\.h)")
    assert [include for include in includes(ours=False) if not libraries.fullmatch(include.header)] == []


def test_only_the_bindings_include_python() -> None:
    python = re.compile(r"nanobind/|Python\.h$")
    users = {include.file.partition("/")[0] for include in includes(ours=False) if python.match(include.header)}
    assert users == {"bindings"}
