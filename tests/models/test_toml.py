"""Weights change in a `model.toml`; everything else stays, letter for letter."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest

from antecede.errors import ResourceError, UnreadableFile
from antecede.models.toml import with_weights, write_weights

if TYPE_CHECKING:
    from pathlib import Path

BEFORE = """\
# a model of ours
[model]
pair = "en-fr"   # spaced

[weights]
# by hand
LM0 = [0.5]
TranslationModel0 = [
  0.2, 0.2,
]

[[data]]
name = "[weights]"
"""

AFTER = """\
# a model of ours
[model]
pair = "en-fr"   # spaced

[weights]
# by hand
LM0 = [0.1]
Distortion0 = [-1.5e-07, 2.0]
"odd name" = [1.0]

[[data]]
name = "[weights]"
"""


def test_all_else_stays(tmp_path: Path) -> None:
    (tmp_path / "model.toml").write_text(BEFORE, encoding="utf-8")
    write_weights(tmp_path, {"LM0": [0.1], "Distortion0": [-1.5e-7, 2], "odd name": [1.0]})
    assert (tmp_path / "model.toml").read_text(encoding="utf-8") == AFTER
    assert [file.name for file in tmp_path.iterdir()] == ["model.toml"]


@pytest.mark.parametrize("text", ["[weights]", "[weights]\n", "\n[ weights ] # mine\nLM0 = [1]\n\n\n"])
def test_tables_at_the_end(text: str) -> None:
    assert tomllib.loads(with_weights(text, {"LM0": [0.5]})) == {"weights": {"LM0": [0.5]}}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[model]\n", "has no \\[weights\\]"),
        ("[weights]\nLM0 = \n", "is damaged"),
        ("[weights]\nLM0 = [1]\n[weights.more]\nx = [1]\n", "cannot be changed here"),
    ],
)
def test_what_cannot_be_changed_is_left_alone(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "model.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ResourceError, match=problem):
        write_weights(tmp_path, {"LM0": [0.5]})
    assert (tmp_path / "model.toml").read_text(encoding="utf-8") == text


def test_no_model(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="no such file"):
        write_weights(tmp_path, {})
