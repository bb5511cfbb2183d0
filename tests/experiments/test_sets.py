"""Experiments read a set of parallel files by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from antecede.errors import InputError
from antecede.experiments.sets import ParallelSet
from antecede.pairs import pair
from antecede.text.parallel import Span

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("below", ["", "en-fr"])
def test_a_set_is_found_in_the_folder_or_in_that_of_the_pair(tmp_path: Path, below: str) -> None:
    folder = tmp_path / below
    folder.mkdir(exist_ok=True)
    (folder / "talk.en").write_text("It broke.\nThey left.\n")
    (folder / "talk.fr").write_text("Elle a cassé.\nIls sont partis.\n")
    found = ParallelSet.read(tmp_path, "talk", pair("en-fr"))
    assert found.text.source == ["It broke.", "They left."]
    assert found.text.targets == (["Elle a cassé.", "Ils sont partis."],)
    assert (found.source_file, found.target_file) == (folder / "talk.en", folder / "talk.fr")
    assert (found.ids_file, found.text.documents) == (None, (Span("talk", 0, 2),))
    (folder / "talk.ids").write_text("a\t1\nb\t1\n")
    found = ParallelSet.read(tmp_path, "talk", pair("en-fr"))
    assert found.ids_file == folder / "talk.ids"
    assert found.tokens() == [("a", [["It", "broke", "."]]), ("b", [["They", "left", "."]])]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, "has no talk.en, and no en-fr/talk.en"),
        ({"talk.en": "a\nb\n", "talk.fr": "a\n"}, "talk.en has 2 lines but .*talk.fr has 1"),
        ({"talk.en": "a\n", "talk.fr": "a\n", "talk.ids": "1\n1\n"}, "talk.en has 1 lines but .*talk.ids has 2"),
        ({"talk.en": "a\n"}, "talk.fr"),
    ],
)
def test_files_that_are_not_parallel_are_told(tmp_path: Path, files: dict[str, str], message: str) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match=message):
        ParallelSet.read(tmp_path, "talk", pair("en-fr"))
