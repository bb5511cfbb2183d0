from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antecede.errors import ResourceError
from antecede.smt.clean import Cleaning, Fault
from antecede.text.truecase import Truecaser, capitalise

if TYPE_CHECKING:
    from pathlib import Path

LEARNT = Truecaser.learn(
    sentence.split()
    for sentence in (
        "We met in Paris with the president of the NATO .",
        "Paris is where the president said : The end .",
        "I think the polish is on the shelf , and so is the Polish flag and the polish too",
        '" The cat sat . " It did',
    )
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The president is in paris", "the president is in Paris"),
        ("Paris is in France", "Paris is in France"),
        ("THE PRESIDENT OF NATO", "the president of NATO"),
        ("Polish is the Polish flag", "polish is the Polish flag"),  # the more frequent form where one cannot tell
        ('" The end . " The cat', '" the end . " the cat'),
        ("so : The Polish", "so : the Polish"),  # a form that was never seen inside a sentence, and one that was
        ("Unfortunately the", "Unfortunately the"),  # never seen inside a sentence
        ("", ""),
        ("2007 The", "2007 the"),
    ],
)
def test_the_case_of_words_at_starts(text: str, expected: str) -> None:
    assert " ".join(LEARNT.apply(text.split())) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("il pleut .", "Il pleut ."),
        ("« l' été » est là .", "« L' été » est là ."),
        ("œuvre", "Œuvre"),
        ("il dort . elle lit .", "Il dort . Elle lit ."),
        ("3 chats", "3 chats"),
        ("...", "..."),
        ("", ""),
    ],
)
def test_capitals_come_back_at_starts(text: str, expected: str) -> None:
    assert " ".join(capitalise(text.split())) == expected


def test_a_truecaser_is_kept_in_a_file(tmp_path: Path) -> None:
    LEARNT.write(tmp_path / "truecase")
    assert Truecaser.read(tmp_path / "truecase").forms == LEARNT.forms


@pytest.mark.parametrize("text", ["nonsense\n", "# antecede truecaser 1: form, times seen inside sentences\nword\n"])
def test_a_damaged_truecaser_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "truecase").write_text(text)
    with pytest.raises(ResourceError, match="train the model again"):
        Truecaser.read(tmp_path / "truecase")


@pytest.mark.parametrize("name", ["truecase", "truecase.xz"])
def test_a_truecaser_is_read_as_it_was_written_packed_or_not(name: str, tmp_path: Path) -> None:
    truecaser = Truecaser({"the": 3, "Été": 2, "NATO": 1})
    truecaser.write(tmp_path / name)
    assert Truecaser.read(tmp_path / name).forms == truecaser.forms


@given(st.lists(st.lists(st.text("abAB.", min_size=1), max_size=6), max_size=6))
def test_only_the_case_changes(sentences: list[list[str]]) -> None:
    truecaser = Truecaser.learn(sentences)
    for sentence in sentences:
        assert [word.lower() for word in truecaser.apply(sentence)] == [word.lower() for word in sentence]
        assert [word.lower() for word in capitalise(sentence)] == [word.lower() for word in sentence]


@pytest.mark.parametrize(
    ("source", "target", "fault"),
    [
        ("a b", "x", None),
        ("", "x", Fault.EMPTY),
        ("x", "", Fault.EMPTY),
        ("a " * 80, "x " * 80, None),
        ("a " * 81, "x " * 80, Fault.LONG),
        ("a " * 9, "x", None),
        ("a " * 10, "x", Fault.RATIO),
        ("x", "a " * 10, Fault.RATIO),
        ("a b c d", "a b c d", Fault.IDENTICAL),
        ("2 July 2003", "2 July 2003", None),
    ],
)
def test_what_is_left_out(source: str, target: str, fault: Fault | None) -> None:
    assert Cleaning().fault(source.split(), target.split()) is fault
