"""Packages import from lower layers alone, modules form no cycle, and private modules stay inside their package."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final

import graph
import pytest

IMPORTS: Final = tuple(graph.imports())
TESTS: Final = Path(__file__).parent


def rank(layers: tuple[tuple[str, ...], ...], name: str) -> int:
    return next(number for number, row in enumerate(layers) if name in row)


def test_the_graph_sees_imports_in_functions_and_for_type_checkers() -> None:
    assert graph.Import("antecede.cli.translate", "antecede.tasks.translate") in IMPORTS
    assert graph.Import("antecede.pronouns.types", "antecede.coreference") in IMPORTS


def test_every_package_has_a_layer() -> None:
    assert {graph.package(module) for module in graph.modules()} <= {name for row in graph.LAYERS for name in row}


def test_imports_go_down_the_layers() -> None:
    wrong = [
        f"{importer} imports {imported}"
        for importer, imported in IMPORTS
        if (above := graph.package(importer)) != (below := graph.package(imported))
        and rank(graph.LAYERS, above) <= rank(graph.LAYERS, below)
    ]
    assert not wrong


def test_imports_go_down_the_layers_of_the_pronoun_systems() -> None:
    inside = "antecede.pronouns"

    def folder(module: str) -> str:
        return module.removeprefix(inside).removeprefix(".").partition(".")[0]

    wrong = [
        f"{importer} imports {imported}"
        for importer, imported in IMPORTS
        if importer.startswith(f"{inside}.")
        and imported.startswith(inside)
        and folder(importer) != folder(imported)
        and rank(graph.PRONOUNS, folder(importer)) <= rank(graph.PRONOUNS, folder(imported))
    ]
    assert not wrong


@pytest.mark.parametrize("command", ["check", "context", "fix", "judge", "resolve", "score", "translate"])
def test_the_command_of_a_task_calls_the_task_and_nothing_below_it(command: str) -> None:
    allowed = {"cli", "errors", "files", "progress", "report", "tasks"}
    used = {imported for importer, imported in IMPORTS if importer == f"antecede.cli.{command}"}
    assert f"antecede.tasks.{command}" in used
    assert {graph.package(imported) for imported in used} <= allowed


def test_modules_form_no_cycle() -> None:
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for importer, imported in IMPORTS:
        sorter.add(importer, imported)
    try:
        sorter.prepare()
    except CycleError as error:
        pytest.fail(" → ".join(error.args[1]))


def test_private_modules_are_imported_inside_their_package_alone() -> None:
    wrong = []
    for importer, imported in IMPORTS:
        parts = imported.split(".")
        private = next((number for number, part in enumerate(parts) if part.startswith("_")), None)
        # The native core is everybody's: it is private to the project, not to a package of it.
        if private is None or imported == "antecede._native":
            continue
        if not f"{importer}.".startswith(".".join(parts[:private]) + "."):
            wrong.append(f"{importer} imports {imported}")
    assert not wrong


def test_no_folder_has_more_modules_than_one_can_survey() -> None:
    name, size = graph.largest_folder()
    assert size <= graph.MOST_MODULES, name


def test_tests_mirror_the_folders_of_the_source() -> None:
    folders = {path.parent.relative_to(graph.SOURCE) for path in graph.SOURCE.rglob("*.py")}
    tested = Counter(path.parent.relative_to(TESTS) for path in TESTS.rglob("test_*.py"))
    assert set(tested) <= folders


def test_the_page_of_layers_is_what_the_imports_say() -> None:
    done = subprocess.run([sys.executable, graph.__file__, "--check"], check=False)
    assert done.returncode == 0, "run make docs"
