"""The documentation is true: its examples run, its links lead somewhere, and the command reference is up to date."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "experiments").glob("*.md")])


def test_examples_in_the_readme_run() -> None:
    found = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert found.attempted > 10
    assert found.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="later versions of Python lay help out otherwise")
def test_the_command_reference_is_what_the_commands_say() -> None:
    environment = {**os.environ, "COLUMNS": "40"}
    done = subprocess.run([sys.executable, ROOT / "docs" / "generate.py", "--check"], check=False, env=environment)
    assert done.returncode == 0, "run make docs"


def test_the_public_names_are_these() -> None:
    import antecede
    from antecede import evaluation

    assert antecede.__all__ == [
        "Checked",
        "Checker",
        "Context",
        "ContextLine",
        "ContextWriter",
        "Document",
        "Finding",
        "Fixed",
        "Fixer",
        "Judge",
        "Judged",
        "JudgedLine",
        "PronounNote",
        "Resolver",
        "Sentence",
        "SentencePair",
        "TextEdit",
        "Token",
        "Translation",
        "Translator",
        "__version__",
        "check",
        "context",
        "fix",
        "judge",
        "resolve",
        "score",
        "translate",
    ]
    for name in antecede.__all__:
        assert getattr(antecede, name) is not None
    assert evaluation.__all__ == [
        "AptScore",
        "AutoPrf",
        "Case",
        "Comparison",
        "Evaluation",
        "Score",
        "ScoredPronoun",
        "SystemScore",
        "apt",
    ]
