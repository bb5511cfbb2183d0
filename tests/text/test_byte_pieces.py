"""Text is cut into the pieces that its language model was trained with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import gguf_files
import pytest
from hypothesis import given
from hypothesis import strategies as st

from antecede.errors import AntecedeError
from antecede.text.byte_pieces import BytePieces

if TYPE_CHECKING:
    from pathlib import Path

BYTES = BytePieces([*gguf_files.bytes_shown(), "th", "Ġth", "Ġthe"], {("t", "h"): 0, ("Ġ", "th"): 1, ("Ġth", "e"): 2})


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("the the", ["th", "e", "Ġthe"]),
        ("", []),
        ("12 3", ["1", "2", "Ġ", "3"]),
        ("a  b", ["a", "Ġ", "Ġ", "b"]),
        ("é", ["Ã", "©"]),
        ("\n", ["Ċ"]),
    ],
)
def test_pieces_are_merged_in_the_order_of_the_list(text: str, pieces: list[str]) -> None:
    assert BYTES.cut(text) == pieces


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_pieces_joined_are_the_text(text: str) -> None:
    assert BYTES.joined(BYTES.cut(text)) == text


def test_a_word_without_end_takes_no_longer_than_its_length() -> None:
    assert BYTES.cut("th" * 100_000) == ["th"] * 100_000


@pytest.mark.parametrize(
    ("vocabulary", "merges"),
    [
        ("{", "a b\n"),
        ("{}", "a b\n"),
        ("[1]", "a b\n"),
        ('["a"]', "a b c\n"),
        ('["a"]', "a b\na b\n"),
        ("[" * 99999, "a b"),
    ],
)
def test_damaged_files_are_refused_in_one_line(tmp_path: Path, vocabulary: str, merges: str) -> None:
    (tmp_path / "vocabulary.json").write_text(vocabulary)
    (tmp_path / "merges.txt").write_text(merges)
    with pytest.raises(AntecedeError) as refused:
        BytePieces.read(tmp_path)
    assert "\n" not in str(refused.value)
