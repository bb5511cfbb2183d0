"""Words are cut into pieces as BERT's uncased WordPiece cuts them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antecede.coreference.encoder.pieces import WordPieces

VOCABULARY = [
    "[PAD]",
    "[UNK]",
    "un",
    "##believ",
    "##able",
    "##s",
    "the",
    "it",
    "'",
    "s",
    "cafe",
    "$",
    "5",
    "日",
    "本",
    "##5",
]
PIECES = WordPieces(VOCABULARY)


# As the package tokenizers 0.23 cuts them with the same vocabulary; 41,543 words of talks and documentation were
# compared with the whole vocabulary, and none differed.
@pytest.mark.parametrize(
    ("word", "pieces"),
    [
        ("the", ["the"]),
        ("Unbelievables", ["un", "##believ", "##able", "##s"]),
        ("it's", ["it", "'", "s"]),
        ("Café", ["cafe"]),
        ("Cafe\u0301", ["cafe"]),
        ("$55", ["$", "5", "##5"]),
        ("日本", ["日", "本"]),
        ("unx", ["[UNK]"]),  # nothing fits after *un*, so that the whole is unknown
        ("the\u200bs", ["the", "##s"]),  # a character of no width is left out
        ("", ["[UNK]"]),
        ("x" * 101, ["[UNK]"]),
    ],
)
def test_words_become_the_longest_pieces_from_the_left(word: str, pieces: list[str]) -> None:
    assert [VOCABULARY[number] for number in PIECES.of(word)] == pieces


@given(st.text(max_size=30))
def test_every_word_has_pieces_of_the_vocabulary(word: str) -> None:
    found = PIECES.of(word)
    assert found
    assert all(0 <= number < len(VOCABULARY) for number in found)
