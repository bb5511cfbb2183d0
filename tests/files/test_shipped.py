"""Data files of the package are what their checksums say, and damage to one is told."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

import antecede
from antecede.errors import ResourceError
from antecede.files.shipped import SUMS, shipped, text_of, two_counts

FOLDERS = sorted({path.parent for path in Path(antecede.__file__).parent.glob("languages/*/*.tsv")})


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_data_file_of_a_folder_is_listed_with_its_checksum(folder: Path) -> None:
    files = [path for path in sorted(folder.iterdir()) if path.suffix in {".tsv", ".json"}]
    listed = "".join(f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)
    assert (folder / SUMS).read_text() == listed


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    content = "été\t1\n".encode()
    (tmp_path / "words.tsv").write_bytes(content)
    (tmp_path / SUMS).write_text(f"{sha256(content).hexdigest()}  words.tsv\n")
    return tmp_path


def test_a_whole_file_is_read_and_one_of_another_name_is_not_there(folder: Path) -> None:
    place = shipped(folder, "words.tsv")
    assert place is not None
    assert text_of(place) == "été\t1\n"
    assert shipped(folder, "other.tsv") is None


@pytest.mark.parametrize("content", [None, b"", b"\xc3\xa9t\xc3\xa9\t", b"\xc3\xa9t\xc3\xa9\t2\n"])
def test_a_damaged_or_missing_file_is_told_in_one_line(folder: Path, content: bytes | None) -> None:
    (folder / "words.tsv").unlink()
    if content is not None:
        (folder / "words.tsv").write_bytes(content)
    with pytest.raises(ResourceError, match=r"words\.tsv: .*; install the package that it belongs to again$"):
        shipped(folder, "words.tsv")


@pytest.mark.parametrize("sums", ["", "damaged", "\0  words.tsv\n"])
def test_a_file_without_its_checksum_is_refused(folder: Path, sums: str) -> None:
    (folder / SUMS).write_text(sums)
    with pytest.raises(ResourceError, match=r"install the package that it belongs to again$"):
        shipped(folder, "words.tsv")


def test_a_folder_without_checksums_is_taken_as_it_is(folder: Path) -> None:
    (folder / SUMS).unlink()
    assert shipped(folder, "words.tsv") == folder / "words.tsv"
    assert shipped(folder, "other.tsv") is None


def test_two_counts_are_read_past_comments(folder: Path) -> None:
    (folder / "counts.tsv").write_text("# word, two counts\nHund\t3\t0\n", encoding="utf-8")
    assert two_counts(folder / "counts.tsv") == {"Hund": (3, 0)}
    assert two_counts(None) == {}


@pytest.mark.parametrize("line", ["Hund", "Hund\t1", "Hund\tone\t2", "Hund\t1\t2\t3", ""])
def test_a_line_that_has_no_two_counts_is_told_by_its_number(folder: Path, line: str) -> None:
    (folder / "counts.tsv").write_text(f"Katze\t0\t2\n{line}\n", encoding="utf-8")
    with pytest.raises(ResourceError, match=r"counts\.tsv, line 2: is not a word and two counts"):
        two_counts(folder / "counts.tsv")


def test_a_file_that_is_not_utf_8_is_told(folder: Path) -> None:
    (folder / "counts.tsv").write_bytes(b"\xff\t1\t2\n")
    with pytest.raises(ResourceError, match=r"counts\.tsv: cannot be read"):
        two_counts(folder / "counts.tsv")
