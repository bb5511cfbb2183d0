"""What the encoder is shown: the pronoun's sentence, and whole sentences before it that there is room for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antecede.analysis import AnalysedSentence, Word
from antecede.coreference.encoder.pieces import WordPieces
from antecede.coreference.encoder.windows import LONGEST, MOST_BEFORE, window
from antecede.text import Place

if TYPE_CHECKING:
    from collections.abc import Sequence

MARKS = ["[unused1]", "[unused2]", "[unused3]", "[unused4]"]
VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *MARKS, "a", "it", "##b"]
CUTTER = WordPieces(VOCABULARY)


def sentence(text: str, place: Place | None = None) -> AnalysedSentence:
    words = (Word(word, word, "X", None, None, None, 0, "dep") for word in text.split())
    return AnalysedSentence(tuple(words), place=place or Place())


def shown(sentences: Sequence[AnalysedSentence], number: int, focus: int) -> str:
    return " ".join(VOCABULARY[piece] for piece in window(sentences, number, focus, CUTTER).pieces)


def test_sentences_before_are_shown_and_what_follows_is_not() -> None:
    assert shown([sentence("a"), sentence("ab a"), sentence("it a"), sentence("a a")], 2, 0) == (
        "[CLS] a a ##b a it a [SEP]"
    )


@pytest.mark.parametrize(
    ("before", "here", "mark"),
    [
        (Place(0), Place(0), ""),
        (Place(0), Place(1), "[unused1] "),
        (Place(0, speaker="Ann"), Place(1, speaker="Bob"), "[unused2] "),
        (Place(0), Place(1, "heading"), "[unused3] "),
        (Place(0), Place(1, "item"), "[unused4] "),
        (Place(0, "heading"), Place(1), "[unused1] "),
    ],
)
def test_what_begins_with_a_sentence_is_marked(before: Place, here: Place, mark: str) -> None:
    assert shown([sentence("a", before), sentence("it", here)], 1, 0) == f"[CLS] a {mark}it [SEP]"


@pytest.mark.parametrize(
    ("length", "sentences"),
    [
        (1, MOST_BEFORE),  # short ones: as many as are ever shown
        (30, 6),  # 6 * 31 + 1 + 2 = 189 pieces; with a seventh it would be longer than 192
        (45, 4),  # the fourth is shown whatever the length, a fifth would be too much: 5 * 46 + 3 = 233
        (70, 3),  # 3 * 71 + 1 + 2 = 216 pieces; a fourth would make 287
        (300, 0),  # none fits
    ],
)
def test_as_many_sentences_are_shown_as_there_is_room_for(length: int, sentences: int) -> None:
    text = [*(sentence("a " * length) for _ in range(12)), sentence("it")]
    found = window(text, 12, 0, CUTTER)
    assert len({number for number, _ in found.places}) - 1 == sentences


@given(
    st.lists(st.lists(st.sampled_from(["a", "ab", "abb"]), min_size=1, max_size=400), min_size=1, max_size=5), st.data()
)
def test_a_window_is_never_too_long_and_always_shows_the_word(texts: list[list[str]], data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(texts) - 1))
    focus = data.draw(st.integers(0, len(texts[number]) - 1))
    found = window([sentence(" ".join(text)) for text in texts], number, focus, CUTTER)
    assert len(found.pieces) <= LONGEST
    assert found.places[number, focus] < len(found.pieces) - 1
    for (at, token), piece in found.places.items():
        assert found.pieces[piece] == CUTTER.of(texts[at][token])[0]
