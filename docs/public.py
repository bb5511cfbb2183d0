"""List what is public, with signatures: `python docs/public.py [--check]`, part of `make docs`.

Public is what the root package exports and what `api.md` shows. The list is `public.txt`, so that a change of it is
seen in review and named in the changelog; tests/test_public.py compares it.
"""

from __future__ import annotations

import argparse
import enum
import importlib
import inspect
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import antecede

if TYPE_CHECKING:
    from collections.abc import Iterator

LIST: Final = Path(__file__).with_name("public.txt")
PAGE: Final = Path(__file__).with_name("api.md")
_SHOWN: Final = re.compile(r"^::: (\S+)(?:\n    options:\n      members: \[([^]]*)])?", re.MULTILINE)


def public() -> dict[str, object]:
    """What is public, by its full name: first the root's names, then those of the page."""
    found: dict[str, object] = {f"antecede.{name}": getattr(antecede, name) for name in antecede.__all__}
    for module, members in _SHOWN.findall(PAGE.read_text(encoding="utf-8")):
        package = importlib.import_module(module)
        for name in members.split(", ") if members else package.__all__:
            found[f"{module}.{name}"] = getattr(package, name)
    return found


def lines() -> list[str]:
    """A line for each name, and for each public method and attribute of a class."""
    return [_plain(line) for name, thing in public().items() for line in _described(name, thing)]


def _plain(line: str) -> str:
    """The line without what Python versions print differently around annotations."""
    line = re.sub(r"ForwardRef\('([^']*)'[^()]*\)", r"'\1'", line)
    return re.sub(r"(: |-> )'([^']*)'", r"\1\2", line)


def _described(name: str, thing: object) -> Iterator[str]:
    if inspect.ismodule(thing):
        yield f"{name}: module"
    elif not isinstance(thing, type):
        yield f"{name}{inspect.signature(thing)}" if callable(thing) else f"{name}: {type(thing).__name__}"
    else:
        yield name
        # An enumeration's and a protocol's call is no constructor of theirs.
        if not issubclass(thing, enum.Enum) and not getattr(thing, "_is_protocol", False):
            yield f"{name}{inspect.signature(thing)}"
        for each in sorted(vars(thing)):
            if each == "__call__" or not each.startswith("_"):
                yield from _member(f"{name}.{each}", inspect.getattr_static(thing, each))


def _member(name: str, thing: object) -> Iterator[str]:
    if isinstance(thing, classmethod | staticmethod):
        yield f"{name}{inspect.signature(thing.__func__)}"
    elif inspect.isfunction(thing):
        yield f"{name}{inspect.signature(thing)}"
    else:
        yield name


def main() -> int:
    """Write the list, or say whether it is up to date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if the list is out of date")
    options = parser.parse_args()
    text = "".join(f"{line}\n" for line in lines())
    if options.check:
        return 0 if LIST.read_text(encoding="utf-8") == text else 1
    LIST.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
