"""What is true of a language or a pair stands in its own folder: no other module names one."""

from __future__ import annotations

import ast
from pathlib import Path

import antecede
from antecede.languages import known_languages
from antecede.pairs import known_pairs

ROOT = Path(antecede.__file__).parent
THEIR_OWN = {"languages", "pairs", "experiments"}
"""Folders that are about languages and pairs; experiments repeat what papers did with theirs."""
ALLOWED = {
    # Parameters that METEOR's authors published for each language.
    "evaluation/metrics/meteor.py",
    # The choices of a shared task that was held once, for one pair.
    "evaluation/ratings/gap_filling.py",
    # What a model of Moses is taken for when the user does not say, with a warning.
    "cli/smt.py",
}


def test_no_module_but_their_own_names_a_language_or_a_pair() -> None:
    names = {*known_languages(), *known_pairs()}
    found = {
        path.relative_to(ROOT).as_posix()
        for path in ROOT.rglob("*.py")
        if path.relative_to(ROOT).parts[0] not in THEIR_OWN
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in names
    }
    assert found == ALLOWED
