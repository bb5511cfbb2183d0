"""Words cut into the pieces that an encoder knows: BERT's uncased WordPiece.

Ours, though the package `tokenizers` does the same: words are cut already, so that forty lines are left of it, and it
would bring the hub's client and what that needs. A test compares the two.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["WordPieces"]

_LONGEST: Final = 100
"""A longer word is unknown, as for BERT."""
_REMEMBERED: Final = 50_000
_IDEOGRAPHS: Final = ((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F))


class WordPieces:
    """A vocabulary of pieces. Threads may share one."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._numbers = {piece: number for number, piece in enumerate(vocabulary)}
        self._unknown = self._numbers["[UNK]"]
        self._known: dict[str, tuple[int, ...]] = {}

    def __getitem__(self, piece: str) -> int:
        """The number of a piece, such as [CLS]."""
        return self._numbers[piece]

    def of(self, word: str) -> tuple[int, ...]:
        """The pieces of a word, at least one."""
        found = self._known.get(word)
        if found is None:
            parts = [number for part in _parts(word) for number in self._cut(part)]
            found = tuple(parts) or (self._unknown,)
            if len(self._known) < _REMEMBERED:
                self._known[word] = found
        return found

    def _cut(self, part: str) -> list[int]:
        """The longest pieces, from the left; a part that has none at some place is unknown as a whole."""
        if len(part) > _LONGEST:
            return [self._unknown]
        numbers: list[int] = []
        start = 0
        while start < len(part):
            end = len(part)
            prefix = "##" if start else ""
            while end > start and prefix + part[start:end] not in self._numbers:
                end -= 1
            if end == start:
                return [self._unknown]
            numbers.append(self._numbers[prefix + part[start:end]])
            start = end
        return numbers


def _parts(word: str) -> list[str]:
    """Lower-case stretches without accents; each punctuation mark and ideograph is a part of its own."""
    parts = [""]
    for character in unicodedata.normalize("NFD", word.lower()):
        kind = unicodedata.category(character)
        if kind == "Mn" or (kind.startswith("C") and not character.isspace()) or character == "\ufffd":
            continue
        if character.isspace() or kind == "Zs":
            parts.append("")
        elif _is_punctuation(character, kind) or any(low <= ord(character) <= high for low, high in _IDEOGRAPHS):
            parts += [character, ""]
        else:
            parts[-1] += character
    return [part for part in parts if part]


def _is_punctuation(character: str, kind: str) -> bool:
    """Unicode's punctuation, and all of ASCII that is neither letter, digit nor blank."""
    return kind.startswith("P") or (character.isascii() and not character.isalnum() and character.isprintable())
