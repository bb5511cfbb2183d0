"""There is one version: the module's, the packages', the citation's, the changelog's and the tag's."""

from __future__ import annotations

import importlib.metadata
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Final

import pytest

from antecede import __version__

ROOT: Final = Path(__file__).parents[1]
MODELS: Final = sorted((ROOT / "models").glob("*/pyproject.toml"))


def test_the_package_takes_its_version_from_the_module() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["dynamic"] == ["version"]
    assert (ROOT / project["tool"]["scikit-build"]["metadata"]["version"]["input"]).samefile(
        ROOT / "src" / "antecede" / "version.py"
    )
    assert re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", __version__)


def test_what_is_installed_is_what_is_imported() -> None:
    assert importlib.metadata.version("antecede") == __version__, "install the package again"


@pytest.mark.parametrize("project", MODELS, ids=lambda path: path.parent.name)
def test_models_have_the_version_of_the_package(project: Path) -> None:
    content = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
    assert content["version"] == __version__
    (group,) = content["entry-points"].values()
    (module,) = group.values()
    model = tomllib.loads((project.parent / module / "model.toml").read_text(encoding="utf-8"))["model"]
    assert model["release"] == __version__


def test_the_models_that_ship_are_found() -> None:
    assert MODELS


def test_the_citation_has_the_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.*)$", citation, re.MULTILINE) == [__version__]


def test_the_changelog_begins_with_the_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first = re.search(r"^## (\S+), (unreleased|\d{4}-\d\d-\d\d)$", changelog, re.MULTILINE)
    assert first is not None
    assert first[1] == __version__


def test_a_tag_of_this_commit_is_the_version_and_its_changelog_is_dated() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("wants a checkout")
    command = ["git", "-C", str(ROOT), "tag", "--points-at", "HEAD", "--list", "v*"]
    tags = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    assert tags in ([], [f"v{__version__}"])
    if tags:
        assert f"## {__version__}, unreleased" not in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
