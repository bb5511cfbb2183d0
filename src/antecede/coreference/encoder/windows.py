"""What an encoder is shown of a text for a pronoun: its sentence and some before it, cut into pieces.

A sentence with pronouns has one window, whatever stands around it in a batch, so that an answer does not depend on what
else is asked. What follows the sentence is not shown: it did not help (experiments/coreference.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from antecede.analysis import AnalysedSentence
    from antecede.coreference.encoder.pieces import WordPieces
    from antecede.text import Place

__all__ = ["LONGEST", "MOST_BEFORE", "Window", "window"]

MOST_BEFORE: Final = 8
"""Sentences before the pronoun's own, if they are short, as in a dialogue."""
_BEFORE: Final = 4
"""Sentences before it whatever their length, if there is room."""
_SHORT: Final = 192
"""Pieces of a window that has room for more than `_BEFORE` sentences."""
LONGEST: Final = 256
"""Pieces of a window, the two at its ends included."""
_BEFORE_FOCUS: Final = 160
"""Of a sentence that is longer than a window, so many pieces before the pronoun are shown, if there are."""
_NEW_PARAGRAPH: Final = "[unused1]"
_NEW_SPEAKER: Final = "[unused2]"
_HEADING: Final = "[unused3]"
_ITEM: Final = "[unused4]"


class Window(NamedTuple):
    """Pieces, and where each word begins among them."""

    pieces: tuple[int, ...]
    places: Mapping[tuple[int, int], int]
    """The first piece of a word, by sentence and token; words that are not shown have none."""


def window(sentences: Sequence[AnalysedSentence], sentence: int, focus: int, cutter: WordPieces) -> Window:
    """The window of the word `focus` of a sentence: as many whole sentences before it as there is room for."""
    own, first = _cut(sentences[sentence], cutter), 0
    room = LONGEST - 2
    if sum(map(len, own)) > room:
        first, own = _around(own, focus, room)
    lines = [(sentence, first, own)]
    room -= sum(map(len, own))
    for number in range(sentence - 1, max(-1, sentence - MOST_BEFORE - 1), -1):
        cut = _cut(sentences[number], cutter)
        # One piece for a mark of structure.
        room -= sum(map(len, cut)) + 1
        if room < 0 or (sentence - number > _BEFORE and LONGEST - room > _SHORT):
            break
        lines.insert(0, (number, 0, cut))
    pieces = [cutter["[CLS]"]]
    places: dict[tuple[int, int], int] = {}
    before: Place | None = None
    for number, start, words in lines:
        place = sentences[number].place
        if before is not None and (mark := _mark(before, place)):
            pieces.append(cutter[mark])
        before = place
        for token, word in enumerate(words, start):
            places[number, token] = len(pieces)
            pieces += word
    return Window((*pieces[: LONGEST - 1], cutter["[SEP]"]), places)


def _cut(sentence: AnalysedSentence, cutter: WordPieces) -> list[tuple[int, ...]]:
    return [cutter.of(word.text) for word in sentence.words]


def _around(words: list[tuple[int, ...]], focus: int, room: int) -> tuple[int, list[tuple[int, ...]]]:
    """The words around one of them that fit, and which is the first."""
    start, used = focus, len(words[focus])
    while start and used + len(words[start - 1]) <= min(room, _BEFORE_FOCUS):
        start -= 1
        used += len(words[start])
    end = focus + 1
    while end < len(words) and used + len(words[end]) <= room:
        used += len(words[end])
        end += 1
    while start and used + len(words[start - 1]) <= room:
        start -= 1
        used += len(words[start])
    return start, words[start:end]


def _mark(before: Place, here: Place) -> str:
    """The piece that says what begins with a sentence, if anything does."""
    if here.kind != "text":
        return _HEADING if here.kind == "heading" else _ITEM
    if here.speaker != before.speaker:
        return _NEW_SPEAKER
    return _NEW_PARAGRAPH if here.paragraph != before.paragraph or before.kind != "text" else ""
