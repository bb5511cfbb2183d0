"""Entries change in a `model.toml`; everything else stays, letter for letter."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antecede.errors import ResourceError
from antecede.models.toml import with_entries

BEFORE = """\
# a model of ours
[model]
pair = "en-fr"   # spaced

[weights]
# by hand
LM0 = [0.5]  # best so far # really
TranslationModel0 = [
  0.2, # one
  0.2,
]
# the end

[files]
"odd # name" = "a#b"   # a file

[[data]]
name = "[weights]"
"""

AFTER = """\
# a model of ours
[model]
pair = "en-fr"   # spaced

[weights]
# by hand
LM0 = [0.1]  # best so far # really
TranslationModel0 = [0.3]
Distortion0 = [-1.5e-07, 2.0]
# the end

[files]
"odd # name" = "c"   # a file
choice = "choice.bin"

[[data]]
name = "[weights]"

[pronouns]
prior_elle = 0.5
"""


def test_all_else_stays() -> None:
    changes: dict[str, dict[str, Any]] = {
        "weights": {"LM0": [0.1], "Distortion0": [-1.5e-7, 2.0], "TranslationModel0": [0.3]},
        "files": {"odd # name": "c", "choice": "choice.bin"},
        "checksums": {},
        "pronouns": {"prior_elle": 0.5},
    }
    assert with_entries(BEFORE, changes) == AFTER


@pytest.mark.parametrize("text", ["", "[weights]", "[weights]\n", "\n[ weights ] # mine\nLM0 = [1]\n\n\n"])
def test_tables_at_the_end(text: str) -> None:
    assert tomllib.loads(with_entries(text, {"weights": {"LM0": [0.5]}})) == {"weights": {"LM0": [0.5]}}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[weights]\nLM0 = \n", "is damaged"),
        ("weights = {LM0 = [1]}\n", "cannot be changed here"),
        ("[weights.more]\nx = [1]\n[weights.LM0]\nx = 1\n", "cannot be changed here"),
    ],
)
def test_what_cannot_be_changed_is_refused(text: str, problem: str) -> None:
    with pytest.raises(ResourceError, match=problem):
        with_entries(text, {"weights": {"LM0": [0.5]}})


VALUES = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"])),
    st.integers(-(2**31), 2**31),
    st.booleans(),
    st.lists(st.floats(allow_nan=False, allow_infinity=False), max_size=3),
)
TABLES = st.dictionaries(
    st.sampled_from(["files", "weights", "pronouns"]), st.dictionaries(st.text("ab_- #.é"), VALUES)
)


@given(TABLES, TABLES)
def test_entries_are_merged_whatever_they_are_called(first: dict[str, Any], second: dict[str, Any]) -> None:
    text = with_entries(with_entries("# ours\n[model]\nx = 1\n", first), second)
    names = {name for tables in (first, second) for name, entries in tables.items() if entries}
    merged = {name: {**first.get(name, {}), **second.get(name, {})} for name in names}
    assert tomllib.loads(text) == {"model": {"x": 1}, **merged}
    assert text.startswith("# ours\n[model]\nx = 1\n")
