from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from antecede.alignment import Alignments, Link
from antecede.errors import BadAlignment, InputError, LengthMismatch, UnreadableFile

if TYPE_CHECKING:
    from pathlib import Path

sentences = st.lists(st.sets(st.tuples(st.integers(0, 99), st.integers(0, (1 << 20) - 1))), max_size=8)


@given(sentences)
def test_what_is_formatted_parses_to_the_same(links: list[set[tuple[int, int]]]) -> None:
    lines = [" ".join(f"{source}-{target}" for source, target in sentence) for sentence in links]
    alignments = Alignments.parse(lines)
    assert [set(sentence) for sentence in alignments] == links
    assert Alignments.parse(alignments.format().decode().splitlines()) == alignments


@given(sentences)
def test_links_need_not_become_text(links: list[set[tuple[int, int]]]) -> None:
    lines = [" ".join(f"{source}-{target}" for source, target in sentence) for sentence in links]
    assert Alignments.of_links([Link(*link) for link in sentence] * 2 for sentence in links) == Alignments.parse(lines)


@pytest.mark.parametrize("link", [Link(-1, 0), Link(0, -1), Link(1 << 20, 0), Link(0, 1 << 40)])
def test_a_link_outside_any_sentence_is_refused(link: Link) -> None:
    with pytest.raises(BadAlignment, match="line 2: a link points outside any sentence"):
        Alignments.of_links([[], [Link(0, 0), link]])


@given(sentences)
def test_targets_and_sources_are_the_links_of_a_position(links: list[set[tuple[int, int]]]) -> None:
    alignments = Alignments.parse([" ".join(f"{source}-{target}" for source, target in sentence) for sentence in links])
    turned = alignments.reversed()
    for number, sentence in enumerate(links):
        for source, target in sentence:
            assert alignments.targets(number, source) == tuple(sorted(j for i, j in sentence if i == source))
            assert alignments.sources(number, target) == tuple(sorted(i for i, j in sentence if j == target))
            assert turned.targets(number, target) == alignments.sources(number, target)
    assert turned.reversed() == alignments


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"0-0 1-1\n", ["0-0 1-1"]),
        (b"0-0 1-1", ["0-0 1-1"]),
        (b"\n0-0\n\n", ["", "0-0", ""]),
        (b"1-1\t0-0  1-1 \r\n2-0\r\n", ["0-0 1-1", "2-0"]),
        (b"\xef\xbb\xbf0-0\n", ["0-0"]),
        (b"\n", [""]),
        (b"007-1\n", ["7-1"]),
    ],
)
def test_pharaoh_files_as_people_write_them(tmp_path: Path, data: bytes, expected: list[str]) -> None:
    path = tmp_path / "a.align"
    path.write_bytes(data)
    assert Alignments.read(path) == Alignments.parse(expected)


@pytest.mark.parametrize(
    ("data", "line", "problem"),
    [
        (b"0-0\n0:0\n", 2, "'0:0' is not a link"),
        (b"0-0:0.7\n", 1, "'0-0:0.7' is not a link"),
        (b"0-\n", 1, "'0-' is not a link"),
        (b"-1-0\n", 1, "'-1-0' is not a link"),
        (b"0--1\n", 1, "'0--1' is not a link"),
        (b"0-+1\n", 1, "is not a link"),
        (b"0-1-2\n", 1, "is not a link"),
        (b"0 - 1\n", 1, "'0' is not a link"),
        (b"0-1048576\n", 1, "is not a link"),
        (b"99999999999999999999-1\n", 1, "is not a link"),
        (b"\xff\xfe\x1b[31m\n", 1, r"'\?\?\?\[31m' is not a link"),
        (b"0-" + b"9" * 100 + b"\n", 1, r"9\.\.\.' is not a link"),
        (b"0-0\n\n2-0\n", 3, "'2-0' points past the end of the source sentence, which has 2 tokens"),
        (b"0-0\n\n1-1\n", 3, "'1-1' points past the end of the target sentence, which has 1 token$"),
        (b"0-0\n0-0\n\n", 2, "past the end of the source sentence, which has 0 tokens"),
    ],
)
def test_a_fault_is_named_with_file_and_line(tmp_path: Path, data: bytes, line: int, problem: str) -> None:
    path = tmp_path / "a.align"
    path.write_bytes(data)
    with pytest.raises(BadAlignment, match=rf"a\.align, line {line}: .*{problem}"):
        Alignments.read(path, source_lengths=[1, 0, 2], target_lengths=[1, 0, 1])


@pytest.mark.parametrize("lines", [2, 4])
def test_a_wrong_number_of_lines_is_refused(tmp_path: Path, lines: int) -> None:
    path = tmp_path / "a.align"
    path.write_text("\n" * lines)
    with pytest.raises(LengthMismatch, match=rf"a\.align has {lines} lines but the target text has 3"):
        Alignments.read(path, target_lengths=[1, 1, 1])


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", b"0-0\x00", b"0" * (1 << 21)])
def test_what_is_not_an_alignment_file_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.align"
    path.write_bytes(data)
    with pytest.raises(UnreadableFile, match=r"a\.align"):
        Alignments.read(path)


@given(st.binary(max_size=60).filter(bool))
def test_any_bytes_are_parsed_or_refused(data: bytes) -> None:
    try:
        alignments = Alignments.parse(data.decode("latin-1").split("\n"))
    except InputError:
        return
    assert Alignments.parse(alignments.format().decode().split("\n")[:-1]) == alignments


def test_a_line_feed_inside_a_line_is_refused() -> None:
    with pytest.raises(BadAlignment, match="line 2"):
        Alignments.parse(["0-0", "0-0\n1-1"])


def test_writing_and_reading_give_the_same(tmp_path: Path) -> None:
    alignments = Alignments.parse(["3-0 0-0", "", "1-2"])
    alignments.write(tmp_path / "a.align")
    assert (tmp_path / "a.align").read_bytes() == b"0-0 3-0\n\n1-2\n"
    assert Alignments.read(tmp_path / "a.align") == alignments
    assert [path.name for path in tmp_path.iterdir()] == ["a.align"]


def test_sentences_are_counted_from_either_end() -> None:
    alignments = Alignments.parse(["0-0", "1-1", "2-2"])
    assert alignments[-1] == (Link(2, 2),)
    assert alignments[1:] == Alignments.parse(["1-1", "2-2"])
    assert alignments[2:1] == Alignments.parse([])
    assert list(alignments) == [(Link(0, 0),), (Link(1, 1),), (Link(2, 2),)]
    for sentence in (3, -4):
        with pytest.raises(IndexError):
            alignments[sentence]
    with pytest.raises(IndexError):
        alignments.targets(3, 0)
    with pytest.raises(ValueError, match="in order"):
        alignments[::2]


def test_the_arrays_are_views_that_outlive_the_alignments() -> None:
    alignments = Alignments.parse(["0-1 2-3", "", "4-5"])
    links, offsets = alignments.links, alignments.offsets
    del alignments
    assert links.tolist() == [[0, 1], [2, 3], [4, 5]]
    assert offsets.tolist() == [0, 2, 2, 3]
    assert not links.flags.writeable
    assert links.dtype == np.int32


def test_the_checksum_tells_alignments_apart() -> None:
    first, second = Alignments.parse(["0-0", ""]), Alignments.parse(["", "0-0"])
    assert first.checksum != second.checksum
    assert first.checksum == Alignments.parse(["0-0 0-0", ""]).checksum
    assert hash(first) == hash(Alignments.parse(["0-0", ""]))
