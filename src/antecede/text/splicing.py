"""A line of text with some of its tokens changed, and all else as it was, to the last space."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.text import Token

__all__ = ["splice"]

_APOSTROPHES = ("'", "’")


def splice(line: str, tokens: Sequence[Token], words: Sequence[str], *, tokenised: bool = False) -> str:
    """The line whose tokens were changed to `words`: what did not change is copied with the spaces around it.

    With `tokenised`, all tokens are separated by spaces; otherwise a word that ends in an apostrophe is joined to the
    next, and one that starts with a hyphen to the one before.

    >>> from antecede.text import tokenise
    >>> line = "Oui,  c'est beau !"
    >>> splice(line, tokenise(line, "fr"), ["Oui", ",", "elle", "est", "belle", "!"])
    'Oui,  elle est belle !'
    """
    old = [token.text for token in tokens]
    if old == list(words):
        return line
    pieces = [line[: tokens[0].start] if tokens else line]
    last: tuple[int, str] | None = None
    for _, first, end, new_first, new_end in SequenceMatcher(None, old, list(words), autojunk=False).get_opcodes():
        equal = end - first == new_end - new_first
        for offset, word in enumerate(words[new_first:new_end]):
            at = first + offset if equal or (offset == 0 and end > first) else -1
            pieces.append(_gap(line, tokens, last, (at, word), tokenised=tokenised))
            pieces.append(word)
            last = at, word
        if not equal and end > first and last is not None:
            # What follows is set off as it was from the last of the words that were changed or left out.
            last = end - 1, last[1]
    pieces.append(line[tokens[-1].end :] if tokens else "")
    return "".join(pieces)


def _gap(
    line: str, tokens: Sequence[Token], last: tuple[int, str] | None, this: tuple[int, str], *, tokenised: bool
) -> str:
    """What stands between two words of the new line; each comes with the index of its old token, or -1."""
    if last is None:
        return ""
    (before, left), (after, right) = last, this
    known = before >= 0 and after == before + 1
    gap = line[tokens[before].end : tokens[after].start] if known else ""
    if tokenised:
        return gap or " "
    joined = left.endswith(_APOSTROPHES) or right.startswith("-")
    if not known:
        return "" if joined else " "
    joined_before = tokens[before].text.endswith(_APOSTROPHES) or tokens[after].text.startswith("-")
    if joined == joined_before:
        return gap
    return "" if joined else " "
