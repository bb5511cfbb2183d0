"""Text cut into the pieces that a language model knows: pairs of bytes merged, as in GPT-2, and digits one by one."""

from __future__ import annotations

import json
import re
import threading
import unicodedata
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from antecede.errors import ResourceError
from antecede.files import read_text

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from pathlib import Path

__all__ = ["MERGES", "VOCABULARY", "BytePieces"]

MERGES: Final = "merges.txt"
"""A line for each pair of pieces that are merged, the first merged first."""
VOCABULARY: Final = "vocabulary.json"
"""The list of pieces."""
_LARGEST: Final = 1 << 26
"""Bytes of either file: those of a vocabulary of 50,000 have half a million."""
_LONGEST: Final = 200
"""Characters of a word: what is longer is no word, and is cut, since the time to merge grows with the square."""
_REMEMBERED: Final = 50_000
"""Words whose pieces are kept: some 20 MB."""
# What GPT-2 takes for words, in a stretch without digits: there, a letter is what is neither a mark nor an underscore.
_WORDS: Final = re.compile(r"'(?:s|t|re|ve|m|ll|d)| ?[^\W_]+| ?(?:[^\s\w]|_)+|\s+(?!\S)|\s+")


class BytePieces:
    """Cuts text into a model's pieces, whose visible characters stand for bytes. Threads may share one."""

    def __init__(self, vocabulary: Collection[str], merges: Mapping[tuple[str, str], int]) -> None:
        self._vocabulary = frozenset(vocabulary)
        self._merges = merges
        self._known: dict[str, tuple[str, ...]] = {}
        self._lock = threading.Lock()

    @classmethod
    def read(cls, folder: Path) -> BytePieces:
        """The pieces of a model's folder; a `ResourceError` says what is wrong with its files."""
        path = folder / VOCABULARY
        try:
            if path.stat().st_size > _LARGEST:
                raise ResourceError(f"{path}: is larger than a vocabulary can be")
            listed = json.loads(path.read_bytes())
        except OSError as error:
            raise ResourceError(f"{path}: cannot be read: {(error.strerror or 'unknown error').lower()}") from None
        except (ValueError, RecursionError):
            raise ResourceError(f"{path}: is not JSON; fetch the model again") from None
        if not isinstance(listed, list) or not all(isinstance(piece, str) for piece in listed):
            raise ResourceError(f"{path}: is not a list of pieces; fetch the model again")
        lines = read_text(folder / MERGES, largest=_LARGEST).removesuffix("\n").split("\n")
        pairs = [tuple(line.split(" ")) for line in lines]
        merges = {(pair[0], pair[1]): rank for rank, pair in enumerate(pairs) if len(pair) == 2}
        if len(merges) != len(pairs):
            raise ResourceError(f"{folder / MERGES}: is not a list of pairs of pieces; fetch the model again")
        return cls(listed, merges)

    def cut(self, text: str) -> list[str]:
        """The pieces of a text.

        >>> BytePieces(["c", "a", "t", "at", "Ġ", "Ġc", "1"], {("a", "t"): 0, ("Ġ", "c"): 1}).cut("cat cat11")
        ['c', 'at', 'Ġc', 'at', '1', '1']
        """
        return [piece for word in _words(text) for piece in self._pieces(word)]

    def joined(self, pieces: list[str]) -> str:
        """The text of pieces; bytes that are no text become question marks in diamonds."""
        numbers = {shown: byte for byte, shown in _shown().items()}
        characters = [character for piece in pieces for character in piece]
        return bytes(numbers[each] for each in characters if each in numbers).decode(errors="replace")

    def _pieces(self, word: str) -> tuple[str, ...]:
        found = self._known.get(word)
        if found is None:
            found = tuple(self._merged(word))
            with self._lock:
                if len(self._known) >= _REMEMBERED:
                    self._known.clear()
                self._known[word] = found
        return found

    def _merged(self, word: str) -> list[str]:
        shown = _shown()
        pieces = [shown[byte] for byte in word.encode(errors="replace")]
        last = len(self._merges)
        while len(pieces) > 1:
            best = min(pairwise(pieces), key=lambda pair: self._merges.get(pair, last))
            if best not in self._merges:
                break
            merged, place = [], 0
            while place < len(pieces):
                both = tuple(pieces[place : place + 2]) == best
                merged.append("".join(best) if both else pieces[place])
                place += 2 if both else 1
            pieces = merged
        # A byte that no piece of the vocabulary has is one that its makers never saw: left out.
        return [piece for piece in pieces if piece in self._vocabulary]


def _words(text: str) -> Iterator[str]:
    start = 0
    for place, character in enumerate(text):
        if character.isnumeric() and unicodedata.category(character)[0] == "N":
            yield from _split(text[start:place])
            yield character
            start = place + 1
    yield from _split(text[start:])


def _split(stretch: str) -> Iterator[str]:
    for word in _WORDS.findall(stretch):
        for start in range(0, len(word), _LONGEST):
            yield word[start : start + _LONGEST]


@cache
def _shown() -> dict[int, str]:
    """The character that shows each byte: its own where that is visible, and one past all bytes otherwise."""
    visible = [*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1)]
    hidden = [byte for byte in range(256) if byte not in visible]
    return {byte: chr(byte) for byte in visible} | {byte: chr(256 + n) for n, byte in enumerate(hidden)}
