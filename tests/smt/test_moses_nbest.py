"""N-best lists in Moses's format."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antecede.errors import BadFormat, UnreadableFile
from antecede.smt.moses.nbest import Entry, Phrase, by_sentence, format_entry, parse_entry, read_nbest

if TYPE_CHECKING:
    from pathlib import Path

PLAIN = "0 ||| la vieille maison ||| LM0= -7.25 WordPenalty0= -3 TranslationModel0= -1 -2 -0.5 -4 ||| -5.125"
FEATURES = {"LM0": (-7.25,), "WordPenalty0": (-3.0,), "TranslationModel0": (-1.0, -2.0, -0.5, -4.0)}
TOKENS = ("la", "vieille", "maison")
LINKS = ((0, 0), (1, 2))
PHRASES = (Phrase((0, 1), (0, 1)), Phrase((1, 3), (1, 3)))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (PLAIN, Entry(0, TOKENS, FEATURES, -5.125)),
        (f"{PLAIN} ||| 0-0 1-2", Entry(0, TOKENS, FEATURES, -5.125, LINKS)),
        (f"{PLAIN} ||| ", Entry(0, TOKENS, FEATURES, -5.125, ())),
        (f"{PLAIN} ||| 0=0 1-2=1-2", Entry(0, TOKENS, FEATURES, -5.125, None, PHRASES)),
        (f"{PLAIN} ||| 0=0 1-2=1-2 ||| 0-0 1-2 ", Entry(0, TOKENS, FEATURES, -5.125, LINKS, PHRASES)),
        (
            "3 ||| la |0-0| vieille maison |1-2|  ||| d: 0 lm: -7 ||| -1e-2 ||| 0-0 1-2",
            Entry(3, TOKENS, {"d": (0.0,), "lm": (-7.0,)}, -0.01, LINKS, PHRASES),
        ),
        ("5 |||  |||  ||| 0", Entry(5, (), {}, 0.0)),
    ],
)
def test_lines_as_moses_writes_them(line: str, expected: Entry) -> None:
    assert parse_entry(line) == expected


def test_what_is_written() -> None:
    entry = Entry(0, TOKENS, FEATURES, -5.125, LINKS, PHRASES)
    assert format_entry(entry) == f"{PLAIN} ||| 0=0 1-2=1-2 ||| 0-0 1-2"
    marked = format_entry(entry, marks=True)
    assert marked.split(" ||| ")[1] == "la |0-0| vieille maison |1-2|"
    assert parse_entry(marked) == entry
    assert format_entry(Entry(1, ("a|||b",), {}, 1.5)) == "1 ||| a&#124;&#124;&#124;b |||  ||| 1.5"


NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
# No blanks and no bars; an entry's word never looks like a mark then.
WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Z", "C"], exclude_characters="|"), min_size=1)
ENTRIES = st.builds(
    Entry,
    sentence=st.integers(0, 10**6),
    tokens=st.lists(WORDS, max_size=6).map(tuple),
    features=st.dictionaries(
        st.from_regex(r"[A-Za-z_][A-Za-z0-9_]*", fullmatch=True), st.lists(NUMBERS, max_size=4).map(tuple)
    ),
    score=NUMBERS,
    alignment=st.none() | st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99)), max_size=5).map(tuple),
)


@given(ENTRIES)
def test_what_is_written_is_read(entry: Entry) -> None:
    assert parse_entry(format_entry(entry)) == entry


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("0 ||| la maison", "an n-best line has at least four fields: sentence ||| words ||| features ||| score"),
        ("", "an n-best line has at least four fields: sentence ||| words ||| features ||| score"),
        ("x ||| a ||| LM0= 1 ||| 2", "'x' is not a sentence's number"),
        ("-1 ||| a ||| LM0= 1 ||| 2", "'-1' is not a sentence's number"),
        ("0 ||| a ||| 1 ||| 2", "the feature value '1' has no name before it"),
        ("0 ||| a ||| LM0= x ||| 2", "'x' is not a number"),
        ("0 ||| a ||| LM0= nan ||| 2", "'nan' is not a number"),
        ("0 ||| a ||| LM0= 1 LM0= 2 ||| 2", "feature LM0 stands there twice"),
        ("0 ||| a ||| LM0= 1 ||| high", "'high' is not a number"),
        ("0 ||| a ||| LM0= 1 ||| 2 ||| 0-", "'0-' is not a link such as 0-1"),
        ("0 ||| a ||| LM0= 1 ||| 2 ||| 0=0 1=", "'1=' is not a phrase such as 0-1=0-2"),
        ("0 ||| a |1-0| ||| LM0= 1 ||| 2", "the mark |1-0| ends before it starts"),
        ("0 ||| a |0-0| b ||| LM0= 1 ||| 2", "'b' stands after the last mark of a phrase"),
    ],
)
def test_a_malformed_line_is_one_clear_line(tmp_path: Path, line: str, problem: str) -> None:
    file = tmp_path / "n.best"
    file.write_text(f"{PLAIN}\n{line}\n", encoding="utf-8")
    with pytest.raises(BadFormat) as caught:
        list(read_nbest(file))
    assert str(caught.value) == f"{file}, line 2: {problem}"


def test_lists_are_read_as_they_are_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "n.best.gz"
    file.write_bytes(gzip.compress(f"{PLAIN}\n{PLAIN}\nbroken\n".encode()))
    entries = read_nbest(file)
    assert next(entries) == next(entries)
    with pytest.raises(BadFormat, match="line 3"):
        next(entries)


def test_sentences_without_entries_have_empty_lists() -> None:
    entries = [Entry(number, (), {}, 0.0) for number in (1, 1, 3)]
    assert [len(group) for group in by_sentence(entries, 5)] == [0, 2, 0, 1, 0]
    with pytest.raises(BadFormat, match="has sentence 3, but there are only 3"):
        list(by_sentence(entries, 3))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    file = tmp_path / "n.best"
    with pytest.raises(UnreadableFile, match="no such file"):
        list(read_nbest(file))
    file.write_bytes(b"1 ||| caf\xe9")
    with pytest.raises(UnreadableFile, match="line 1: byte 0xe9 is not UTF-8"):
        list(read_nbest(file))
    packed = gzip.compress(PLAIN.encode() * 99)
    file.write_bytes(packed[: len(packed) // 2])
    with pytest.raises(UnreadableFile, match="end-of-stream"):
        list(read_nbest(file))
    file.write_text(f"{PLAIN}\n{PLAIN}".replace("0 |||", "4 |||", 1), encoding="utf-8")
    with pytest.raises(BadFormat, match="line 2: sentence 0 after sentence 4"):
        list(read_nbest(file))
