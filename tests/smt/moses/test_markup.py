"""Markup on the input: what is a tag, what is text, what is an error."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antecede.errors import BadFormat, BadOption
from antecede.smt.moses.markup import MarkedSentence, SpanOption, parse_markup


@pytest.mark.parametrize(
    ("line", "words", "options"),
    [
        ("the house", "the house", []),
        ("", "", []),
        (
            '<n translation="la maison||une maison" prob="0.8||0.2">the house</n> is old',
            "the house is old",
            [(0, 2, "la maison", 0.8), (0, 2, "une maison", 0.2)],
        ),
        ("see <n translation='la maison'>the house</n>", "see the house", [(1, 3, "la maison", 1.0)]),
        ('see <n english="la maison">the house</n>', "see the house", [(1, 3, "la maison", 1.0)]),
        ('a<n translation="b">c</n>d', "a c d", [(1, 2, "b", 1.0)]),
        (
            '<np translation="x y"><n translation="x">a</n> b</np> <n translation="z">c</n>',
            "a b c",
            [(0, 2, "x y", 1.0), (0, 1, "x", 1.0), (2, 3, "z", 1.0)],
        ),
        ('<n translation="it &lt; 3">a</n>', "a", [(0, 1, "it &lt; 3", 1.0)]),
        # Text that only looks like markup.
        ("if a < b and c > d", "if a < b and c > d", []),
        ("a <b and c> d", "a <b and c> d", []),
        ("I <3 you </3", "I <3 you </3", []),
        ("use <br> here", "use <br> here", []),
        ("a </n> b", "a </n> b", []),
        ("a <b>bold</b> word", "a bold word", []),
        ('1 < 2 <n translation="x">a <b> c</n> <', "1 < 2 a <b> c <", [(3, 6, "x", 1.0)]),
        ('<n translation="unfinished', '<n translation="unfinished', []),
    ],
)
def test_words_and_options(line: str, words: str, options: list[tuple[int, int, str, float]]) -> None:
    found = parse_markup(line)
    assert found.words == tuple(words.split())
    assert found.options == tuple(
        SpanOption(start, end, tuple(target.split()), probability) for start, end, target, probability in options
    )


def test_zones_and_walls() -> None:
    found = parse_markup("he said <zone> all of it </zone> , <wall/> then left <zone></zone>")
    assert found == MarkedSentence(tuple("he said all of it , then left".split()), zones=((2, 5),), walls=(6,))


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        ("exclusive", MarkedSentence(("a",), (SpanOption(0, 1, ("x",)),))),
        ("inclusive", MarkedSentence(("a",), (SpanOption(0, 1, ("x",), exclusive=False),))),
        ("ignore", MarkedSentence(("a",))),
        ("pass-through", MarkedSentence(("<n", 'translation="x">a</n>'))),
    ],
)
def test_modes(mode: str, expected: MarkedSentence) -> None:
    assert parse_markup('<n translation="x">a</n>', mode=mode) == expected


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('<n translation="x">a', "<n> gives a translation but is not closed by </n>"),
        ('<n translation="x"/> a', "<n> gives a translation but is not closed by </n>"),
        ('<n translation="x"></n> a', "<n> gives a translation for no word"),
        ('<n translation="x||">a</n>', "<n> gives an empty translation"),
        ('<n translation="x||y" prob="1">a</n>', "<n> gives 2 translations but 1 probabilities"),
        ('<n translation="x" prob="often">a</n>', "the probability 'often' is not a number above 0"),
        ('<n translation="x" prob="0">a</n>', "the probability '0' is not a number above 0"),
        ('<n translation="x" prob="nan">a</n>', "the probability 'nan' is not a number above 0"),
        ('<a><n translation="x">a</a></n>', "</a> comes before <n> is closed"),
    ],
)
def test_markup_that_contradicts_itself_is_an_error_with_its_place(line: str, problem: str) -> None:
    with pytest.raises(BadFormat) as caught:
        parse_markup(line, path="talk.en", line_number=7)
    assert str(caught.value) == f"talk.en, line 7: {problem}"


def test_an_unknown_mode_names_the_known_ones() -> None:
    with pytest.raises(BadOption, match="'strict': the modes are exclusive, inclusive, ignore, pass-through"):
        parse_markup("a", mode="strict")


@given(st.lists(st.text(alphabet="<>/abn=\"' |", max_size=8), max_size=12).map(" ".join))
def test_any_text_is_read_or_refused(line: str) -> None:
    try:
        found = parse_markup(line)
    except BadFormat:
        return
    for option in found.options:
        assert 0 <= option.start < option.end <= len(found.words)
