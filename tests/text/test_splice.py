from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antecede.text.formats._splice import Edit, apply, distribute, escape, one_line, unescape

WORDS = st.lists(st.text(alphabet="abcé", min_size=1, max_size=6), max_size=12)
PIECES = st.lists(
    st.tuples(st.sampled_from(["a", "word ", " two words", "a longer piece"]), st.sampled_from(["", " "])),
    min_size=1,
    max_size=6,
)


@pytest.mark.parametrize(
    ("text", "pieces", "expected"),
    [
        ("un deux", [("one", " "), ("two", "")], ["un", "deux"]),
        ("un deux trois", [("one ", ""), ("two", ""), (" three", "")], ["un ", "deux", " trois"]),
        ("un", [("one", " "), ("two", "")], ["un", ""]),
        ("a b c d", [("x", " "), ("a long tail", "")], ["a", "b c d"]),
        ("a b c d", [("a long head", " "), ("x", "")], ["a b c", "d"]),
        ("", [("one", " "), ("two", "")], ["", ""]),
    ],
)
def test_words_are_shared_out_by_length(text: str, pieces: list[tuple[str, str]], expected: list[str]) -> None:
    assert distribute(text, pieces) == expected


@given(WORDS, PIECES)
def test_no_word_is_lost_or_cut(words: list[str], pieces: list[tuple[str, str]]) -> None:
    shares = distribute(" ".join(words), pieces)
    assert len(shares) == len(pieces)
    assert [word for share in shares for word in share.split()] == words
    if len(words) >= len(pieces):
        assert all(share.strip() for share in shares)


@given(WORDS, PIECES)
def test_shares_and_joints_make_the_text_again(words: list[str], pieces: list[tuple[str, str]]) -> None:
    shares = distribute(" ".join(words), pieces)
    joined = "".join(share + joint for share, (_, joint) in zip(shares, pieces, strict=True))
    assert " ".join(joined.split()) == " ".join(words)


@given(st.text(alphabet=st.sampled_from("a&<>;#x1\"']é ")))
def test_escaped_text_is_read_again(text: str) -> None:
    assert unescape(escape(text, "xml")) == text


@pytest.mark.parametrize(
    ("raw", "expected"),
    [("&#x41;&#65;&apos;&quot;", "AA'\""), ("&#1114112; &#xD800; &#99999999;", "&#1114112; &#xD800; &#99999999;")],
)
def test_references(raw: str, expected: str) -> None:
    assert unescape(raw) == expected


def test_edits_are_made_in_any_order() -> None:
    assert apply("abcdef", [Edit(4, 6, "Y"), Edit(0, 1, "X"), Edit(2, 2, "+")]) == "Xb+cdY"


def test_one_line_drops_what_no_file_can_hold() -> None:
    assert one_line("a\r\n b\ud800\0c\td") == "a bc d"
