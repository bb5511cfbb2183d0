"""A sentence that is being changed, word by word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Draft", "Edit", "plain"]

_CURLY: Final = "’"


class Edit(NamedTuple):
    """One word that was changed; an empty text is no word."""

    position: int
    before: str
    after: str


def plain(word: str) -> str:
    """The word in lower case, with the straight apostrophe."""
    return word.lower().replace(_CURLY, "'")


class Draft:
    """A sentence that is being changed: what it was, and what each word becomes."""

    def __init__(self, tokens: Sequence[str]) -> None:
        """Nothing is changed yet."""
        self.tokens = tuple(tokens)
        self.low = tuple(map(plain, tokens))
        self._changed: dict[int, str] = {}
        self._deleted: set[int] = set()
        self._inserted: dict[int, str] = {}
        self.abandoned = False
        """Whether a word should change and cannot: the sentence is better left as it was."""

    def at(self, position: int) -> str:
        """The word as it was, plain; empty outside the sentence."""
        return self.low[position] if 0 <= position < len(self.low) else ""

    def now(self, position: int) -> str:
        """The word as it is now, plain."""
        return plain(self._changed.get(position, self.at(position)))

    def replace(self, position: int, word: str) -> None:
        """Put another word there, with the capital and the kind of apostrophe of the first."""
        if word == self.low[position]:
            self._changed.pop(position, None)
            return
        first = self.tokens[position]
        if any(_CURLY in token for token in self.tokens):
            word = word.replace("'", _CURLY)
        letters = first.rstrip("'" + _CURLY)
        if len(letters) > 1 and letters.isupper():
            word = word.upper()
        elif first[:1].isupper():
            word = word[:1].upper() + word[1:]
        self._changed[position] = word

    def abandon(self) -> None:
        """Say that the sentence cannot be made right."""
        self.abandoned = True

    def delete(self, position: int) -> None:
        """Leave the word out."""
        self._deleted.add(position)

    def insert(self, position: int, word: str) -> None:
        """Put a word before that position."""
        self._inserted[position] = word

    def edits(self) -> tuple[Edit, ...]:
        """All that was changed, in order."""
        changed = [Edit(position, self.tokens[position], word) for position, word in self._changed.items()]
        deleted = [Edit(position, self.tokens[position], "") for position in self._deleted]
        inserted = [Edit(position, "", word) for position, word in self._inserted.items()]
        return tuple(sorted(changed + deleted + inserted))

    def made(self) -> tuple[tuple[str, ...], dict[int, int]]:
        """The sentence as it is now, and where each word that was kept stands in it."""
        words: list[str] = []
        places: dict[int, int] = {}
        for position, token in enumerate(self.tokens):
            if position in self._inserted:
                words.append(self._inserted[position])
            if position not in self._deleted:
                places[position] = len(words)
                words.append(self._changed.get(position, token))
        return tuple(words), places
