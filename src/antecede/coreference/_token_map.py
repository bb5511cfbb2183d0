"""Where the tokens of one tokenisation stand in another of the same text."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

# How treebanks spell marks that ordinary text has.
_TREEBANK: Final = {
    "``": '"',
    "''": '"',
    "-LRB-": "(",
    "-RRB-": ")",
    "-LSB-": "[",
    "-RSB-": "]",
    "-LCB-": "{",
    "-RCB-": "}",
}
_PLAIN: Final = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', " ": None, "\N{NO-BREAK SPACE}": None})


@dataclass(frozen=True, slots=True)
class TokenMap:
    """Finds tokens of ours that cover tokens of theirs."""

    theirs: tuple[tuple[tuple[int, int], ...], ...]
    """Where in the text each of their tokens starts and ends, white space left out."""
    places: tuple[tuple[int, int], ...]
    """Our tokens, as sentence and index, in the order of the text."""
    starts: tuple[int, ...]
    """Where in the text each of our tokens starts."""

    @classmethod
    def of(cls, theirs: Sequence[Sequence[str]], ours: Sequence[Sequence[str]]) -> TokenMap | str:
        """The map, or the first difference if the two texts are not the same."""
        their_text, their_spans = _laid_out(theirs)
        our_text, our_spans = _laid_out(ours)
        if their_text != our_text:
            return _difference(their_text, our_text, their_spans)
        places = [(sentence, token) for sentence, spans in enumerate(our_spans) for token in range(len(spans))]
        starts = [start for spans in our_spans for start, _ in spans]
        return cls(tuple(their_spans), tuple(places), tuple(starts))

    def first(self, sentence: int, token: int) -> tuple[int, int]:
        """Our sentence and token where their token starts."""
        return self._at(self.theirs[sentence][token][0])

    def last(self, sentence: int, token: int) -> tuple[int, int]:
        """Our sentence and token where their token ends."""
        start, end = self.theirs[sentence][token]
        return self._at(max(end - 1, start))

    def _at(self, position: int) -> tuple[int, int]:
        # Empty tokens start where the next one does: the last that starts there has the character.
        return self.places[max(bisect_right(self.starts, position) - 1, 0)]


def _laid_out(sentences: Sequence[Sequence[str]]) -> tuple[str, list[tuple[tuple[int, int], ...]]]:
    texts: list[str] = []
    spans: list[tuple[tuple[int, int], ...]] = []
    at = 0
    for tokens in sentences:
        in_sentence = []
        for token in tokens:
            text = _TREEBANK.get(token, token).translate(_PLAIN)
            texts.append(text)
            in_sentence.append((at, at + len(text)))
            at += len(text)
        spans.append(tuple(in_sentence))
    return "".join(texts), spans


def _difference(theirs: str, ours: str, spans: list[tuple[tuple[int, int], ...]]) -> str:
    shorter = min(len(theirs), len(ours))
    at = next((place for place in range(shorter) if theirs[place] != ours[place]), shorter)
    sentence = next((index for index, tokens in enumerate(spans) if tokens and tokens[-1][1] > at), len(spans))
    around = slice(max(at - 10, 0), at + 15)
    return (
        f"the texts differ in sentence {sentence} of the file, which has '{theirs[around]}' where the text has"
        f" '{ours[around]}'; antecedents fit only the text that they were made for"
    )
