"""Draw which package imports which, as a page: `python docs/graph.py [--check]`, part of `make docs`.

Every import counts, inside functions and for type checkers too. `LAYERS` is the order that tests/test_layers.py holds.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

ROOT: Final = "antecede"
SOURCE: Final = Path(__file__).parents[1] / "src" / ROOT
PAGE: Final = Path(__file__).with_name("layers.md")
MOST_MODULES: Final = 25

# The lowest first: a package imports from those before it, and those in one row do not import each other.
LAYERS: Final = (
    ("errors", "version", "_deprecation", "_native"),
    ("extras", "files", "progress", "registry", "schemas"),
    ("stages",),
    ("languages",),
    ("text",),
    ("pairs",),
    ("alignment",),
    ("resources",),
    ("analysis", "scoring"),
    ("coreference",),
    ("models",),
    ("evaluation",),
    ("engines",),
    ("smt",),
    ("pronouns",),
    ("tasks",),
    ("report",),
    ("experiments",),
    ("corpus", "web"),
    ("cli",),
    (ROOT, "__main__"),
)
# The same inside `pronouns`; the package's own door is below all.
PRONOUNS: Final = (
    ("", "types", "setting"),
    ("target",),
    ("agreement", "decision", "training"),
    ("choice", "coreference_model", "pronoun_lm"),
    ("post_editing", "judging", "context"),
    ("systems", "parts"),
)


class Import(NamedTuple):
    """A module, and one that it imports, both by their full names."""

    importer: str
    imported: str


def modules() -> dict[str, Path]:
    """The file of every module; packages by their own names."""
    return {
        ".".join((ROOT, *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__"): path
        for path in sorted((*SOURCE.rglob("*.py"), *SOURCE.rglob("*.pyi")))
    }


def imports() -> Iterator[Import]:
    """Every import of a module of ours by another."""
    known = modules()
    for module, path in known.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for imported in _names(node, known):
                if imported != module:
                    yield Import(module, imported)


def package(module: str) -> str:
    """The first part of a module's name below the root: a row's word in `LAYERS`."""
    return module.split(".")[1] if "." in module else module


def edges(statements: Iterable[Import]) -> Mapping[str, Mapping[str, int]]:
    """How many imports lead from each package to each other one."""
    counts: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for importer, imported in statements:
        if package(importer) != package(imported):
            counts[package(importer)][package(imported)] += 1
    return counts


def largest_folder() -> tuple[str, int]:
    """The folder with the most modules, `__init__` not counted, and how many those are."""
    sizes: dict[str, int] = defaultdict(int)
    for path in modules().values():
        if path.name != "__init__.py":
            sizes[str(path.parent.relative_to(SOURCE.parent))] += 1
    return max(sizes.items(), key=lambda item: item[1])


def page() -> str:
    """The graph in Markdown: each layer, and what its packages import."""
    graph = edges(imports())
    folder, size = largest_folder()
    rows = []
    for layer, row in enumerate(LAYERS, 1):
        for name in row:
            if name in graph or any(name in others for others in graph.values()):
                listed = sorted(graph.get(name, {}).items())
                shown = ", ".join(f"{other} ({count})" for other, count in listed)
                rows.append(f"| {layer} | `{name}` | {shown} |")
    return "\n".join(
        [
            "# Layers",
            "",
            "A package imports only from layers above it in this table; packages of one layer do not import each",
            "other, and no two modules import each other, directly or through others. A module whose name starts",
            "with `_` is imported inside its own package alone. `tests/test_layers.py` holds this;",
            "`python docs/graph.py` writes the page.",
            "",
            "| layer | package | imports (how often) |",
            "|---:|---|---|",
            *rows,
            "",
            f"The largest folder is `{folder}` with {size} modules; the most that a folder may have is {MOST_MODULES}.",
            "",
        ]
    )


def _names(node: ast.AST, known: Mapping[str, Path]) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name in known)
    elif isinstance(node, ast.ImportFrom) and node.module in known:
        for alias in node.names:
            # `from package import module` imports the module; any other name, what defines it.
            inner = f"{node.module}.{alias.name}"
            yield inner if inner in known else str(node.module)


def main() -> int:
    """Write the page, or say that it is out of date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the page is out of date")
    if parser.parse_args().check:
        if PAGE.read_text(encoding="utf-8") != page():
            print("layers.md is out of date: run make docs", file=sys.stderr)
            return 1
        return 0
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
