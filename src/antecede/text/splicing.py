"""A line of text with some of its tokens changed, and all else as it was, to the last space."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.text import Token

__all__ = ["Replacement", "replacements", "splice"]

_APOSTROPHES = ("'", "’")


class Replacement(NamedTuple):
    """What stands in a line from `start` up to `end`, and what comes in its place."""

    start: int
    end: int
    before: str
    after: str


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


def replacements(
    line: str, tokens: Sequence[Token], words: Sequence[str], *, tokenised: bool = False
) -> list[Replacement]:
    """What `splice` changes in the line, from left to right: with all of it replaced, the line is what `splice` gives.

    >>> from antecede.text import tokenise
    >>> line = "Oui,  c'est beau !"
    >>> for each in replacements(line, tokenise(line, "fr"), ["Oui", ",", "elle", "est", "belle", "!"]):
    ...     print(each)
    Replacement(start=6, end=8, before="c'", after='elle ')
    Replacement(start=12, end=16, before='beau', after='belle')
    """
    new = splice(line, tokens, words, tokenised=tokenised)
    # Only white space stands between words, so that the next place where a word is found is its own.
    places: list[tuple[int, int]] = []
    for word in words:
        start = new.index(word, places[-1][1] if places else 0)
        places.append((start, start + len(word)))
    old = [token.text for token in tokens]
    changes = []
    for kind, first, end, new_first, new_end in SequenceMatcher(None, old, list(words), autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        # With the white space on both sides, which may change too: from the word before up to the word after.
        left = tokens[first - 1].end if first else 0
        right = tokens[end].start if end < len(tokens) else len(line)
        new_left = places[new_first - 1][1] if new_first else 0
        new_right = places[new_end][0] if new_end < len(places) else len(new)
        before, after = line[left:right], new[new_left:new_right]
        lead = _same_space(before, after)
        before, after = before[lead:], after[lead:]
        trail = _same_space(before[::-1], after[::-1])
        before, after = before[: len(before) - trail], after[: len(after) - trail]
        changes.append(Replacement(left + lead, right - trail, before, after))
    return changes


def _same_space(one: str, other: str) -> int:
    """How much white space both begin with."""
    same = 0
    while one[same : same + 1].isspace() and one[same] == other[same : same + 1]:
        same += 1
    return same


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
