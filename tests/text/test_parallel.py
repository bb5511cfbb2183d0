"""Parallel text is read in one place: packed or not, in documents, and only if all lines go together."""

from __future__ import annotations

import gzip
import lzma
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antecede.errors import AntecedeError, BadOption, LengthMismatch, UnreadableFile
from antecede.text.parallel import ParallelText, Span, document_starts, read_ids, read_parallel, spans

if TYPE_CHECKING:
    from collections.abc import Callable

    Write = Callable[[str, str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(name: str, text: str) -> Path:
        packed = {"": text.encode(), ".xz": lzma.compress(text.encode()), ".gz": gzip.compress(text.encode())}
        (tmp_path / name).write_bytes(packed[Path(name).suffix])
        return tmp_path / name

    return written


@pytest.mark.parametrize("end", ["", ".xz", ".gz"])
def test_packed_files_are_read_like_others(write: Write, end: str) -> None:
    source, target = (
        write(f"s{end}", "\ufeffIt's late.\r\nHe left.\n"),
        write(f"t{end}", "Il est tard.\nIl part."),
    )
    text = ParallelText.read(source, target, ids=write(f"ids{end}", "a\t1\nb\t2\n"))
    assert text.source == ["It's late.", "He left."]
    assert text.targets == (["Il est tard.", "Il part."],)
    assert text.documents == (Span("a", 0, 1), Span("b", 1, 2))
    assert text.document_ids == ["a", "b"]


def test_corpora_are_read_one_after_the_other_with_their_weights(write: Write) -> None:
    files = [[write(f"{side}{number}", f"{side} {number}\n" * number) for number in (1, 2)] for side in ("s", "t", "u")]
    ids = [write("i1", "a\n"), write("i2", "a\nb\n")]
    text = ParallelText.read(*files, ids=ids, weights=[2.0, 1.0])
    assert text.source == ["s 1", "s 2", "s 2"]
    assert text.targets == (["t 1", "t 2", "t 2"], ["u 1", "u 2", "u 2"])
    assert text.documents == (Span("a", 0, 1, 2.0), Span("a", 1, 2), Span("b", 2, 3))
    assert list(read_parallel(*files)) == [("s 1", "t 1", "u 1"), *[("s 2", "t 2", "u 2")] * 2]
    assert read_ids(ids) == ["a", "a", "b"]


@pytest.mark.parametrize(
    ("text", "documents"),
    [
        ("a\nb\n", [("", 0, 2)]),
        ("a\n\nb\n", [("1", 0, 2), ("2", 2, 3)]),
        ("\n\na\n \t\n\nb\nc\n\n", [("1", 0, 5), ("2", 5, 8)]),
        ("\n\n", [("", 0, 2)]),
    ],
)
def test_a_blank_line_begins_a_new_document(write: Write, text: str, documents: list[tuple[str, int, int]]) -> None:
    found = ParallelText.read_documents(write("s", text))
    assert found.documents == tuple(Span(*each) for each in documents)
    whole = ParallelText.read_documents(write("s", text), one_document=True)
    assert whole.documents == (Span("", 0, len(whole.source)),)
    assert whole.source == found.source


def test_ids_decide_whatever_lines_are_blank(write: Write) -> None:
    found = ParallelText.read_documents(write("s", "a\n\nb\n"), ids=write("ids", "x\nx\nx\n"))
    assert found.documents == (Span("x", 0, 3),)
    with pytest.raises(BadOption, match="--one-document"):
        ParallelText.read_documents(write("s", "a\n"), ids=write("ids", "x\n"), one_document=True)


@given(st.lists(st.sampled_from(["", " ", "a", "b c"]), min_size=1, max_size=40))
def test_documents_hold_every_line_once_and_begin_after_a_blank_one(lines: list[str]) -> None:
    starts = document_starts(lines)
    found = spans(starts, len(lines))
    assert [at for span in found for at in range(span.start, span.end)] == list(range(len(lines)))
    for span in found[1:]:
        assert lines[span.start].strip()
        assert not lines[span.start - 1].strip()
        assert any(line.strip() for line in lines[: span.start])
    for span in found:
        # Inside a document no line with words follows a blank one, but at its beginning.
        words = [bool(line.strip()) for line in lines[span.lines]]
        inside = words[words.index(True) :] if True in words else []
        assert inside == sorted(inside, reverse=True)


def test_without_ids_all_lines_are_one_document(write: Write) -> None:
    assert ParallelText.read(write("s", "a\n\nb\n")).documents == (Span("", 0, 3),)


@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=30))
def test_documents_cover_all_lines_and_neighbours_differ(
    tmp_path_factory: pytest.TempPathFactory, ids: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("ids")
    (folder / "s").write_text("x\n" * len(ids))
    (folder / "ids").write_text("".join(f"{name}\n" for name in ids))
    text = ParallelText.read(folder / "s", ids=folder / "ids")
    assert text.document_ids == ids
    assert [line for span in text.documents for line in range(len(ids))[span.lines]] == list(range(len(ids)))
    assert all(one.id != other.id for one, other in zip(text.documents, text.documents[1:], strict=False))


@pytest.mark.parametrize(
    ("line", "tokenised", "tokens"),
    [
        ("C'est  lui.", False, ["C'", "est", "lui", "."]),
        ("C'est  lui.", True, ["C'est", "lui."]),
        (" 1\u00a0000\tfois ", True, ["1\u00a0000", "fois"]),
        ("il dort", True, ["il", "dort"]),
        ("", False, []),
    ],
)
def test_lines_are_tokenised_unless_they_are_so_already(
    write: Write, line: str, tokenised: bool, tokens: list[str]
) -> None:
    text = ParallelText.read(write("s", f"first\n{line}\n"), ids=write("i", "1\n2\n"), tokenised=tokenised)
    assert list(text.tokens(text.source, "fr")) == [["first"], tokens]
    assert list(text.tokens(text.source, "fr", text.documents[1])) == [tokens]
    assert text.spaced(text.source, "fr") == ["first", " ".join(tokens)]


@pytest.mark.parametrize("short", ["s2", "t2", "i2"])
def test_the_two_files_that_are_not_parallel_are_named(write: Write, short: str) -> None:
    sides = [
        [write(f"{side}{number}", "x\n" * (1 if f"{side}{number}" == short else 3)) for number in (1, 2)]
        for side in ("s", "t", "i")
    ]
    with pytest.raises(LengthMismatch, match="line 2") as error:
        ParallelText.read(sides[0], sides[1], ids=sides[2])
    assert set(re.findall(r"(\w\d) has", str(error.value))) == ({"s2", "t2"} if short == "s2" else {"s2", short})


def test_files_that_make_up_for_each_others_length_are_not_parallel(write: Write) -> None:
    sides = [[write("s1", "x\n"), write("s2", "x\nx\n")], [write("t1", "x\nx\n"), write("t2", "x\n")]]
    with pytest.raises(LengthMismatch, match=r"s1 has 1 lines but .*t1 has 2"):
        ParallelText.read(*sides)


@pytest.mark.parametrize("end", ["", ".xz"])
def test_an_empty_file_is_refused_by_its_name(write: Write, end: str) -> None:
    with pytest.raises(UnreadableFile, match=f"empty{end}, line 1: the file is empty"):
        ParallelText.read(write(f"empty{end}", ""))


@pytest.mark.parametrize("read", [ParallelText.read, lambda *sides: list(read_parallel(*sides))])
def test_each_side_has_as_many_files(write: Write, read: Callable[..., object]) -> None:
    with pytest.raises(BadOption, match="give as many files of each"):
        read([write("a", "x\n"), write("b", "x\n")], [write("c", "x\nx\n")])


def test_the_key_is_that_of_the_contents_of_all_files(write: Write) -> None:
    def key(source: str, target: str, ids: str, *, tokenised: bool = False) -> str:
        files = [write(name, text) for name, text in (("s", source), ("t", target), ("i", ids))]
        return ParallelText.read(files[0], files[1], ids=files[2], tokenised=tokenised).key

    first = key("x\n", "y\n", "a\n")
    others = [key("z\n", "y\n", "a\n"), key("x\n", "z\n", "a\n"), key("x\n", "y\n", "b\n"), key("y\n", "x\n", "a\n")]
    others.append(key("x\n", "y\n", "a\n", tokenised=True))
    assert len({first, *others}) == 6
    assert key("x\n", "y\n", "a\n") == first


@given(st.binary(max_size=60), st.sampled_from(["", ".xz", ".gz"]))
def test_any_bytes_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes, end: str) -> None:
    file = tmp_path_factory.mktemp("any") / f"any{end}"
    file.write_bytes(data)
    try:
        lines = len(ParallelText.read(file, file).source)
    except AntecedeError as error:
        lines = str(file) in str(error)
    assert lines >= 1


@pytest.mark.parametrize(
    ("line", "warned"),
    [
        ("La fenêtre est sale, dit-il.", True),
        ('The window, he said, is dirty!"', True),
        ("The window is dirty .", False),
        ("The window , he said etc. , is Mr. Li 's .", False),
        ("No mark at all", False),
        ("1, 2, 3.", False),
    ],
)
def test_text_that_is_plainly_not_tokenised_is_reported(
    line: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, *, warned: bool
) -> None:
    file = tmp_path / "text"
    file.write_text(f"{line}\n")
    ParallelText.read(file, tokenised=False)
    assert not caplog.messages
    ParallelText.read(file, tokenised=True)
    told = [f"{file}: is read as tokenised, but has marks at the ends of words" in each for each in caplog.messages]
    assert told == [True] * warned
