"""What engines share that take text and write one text for it: our tokens and links for what they wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antecede.engines import Ability, Hypothesis, Segment
from antecede.engines.aligned import with_links
from antecede.text import detokenise, words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from antecede.pairs import Pair

    # One text for each segment.
    Write = Callable[[Sequence[Segment]], Sequence[str]]

__all__ = ["WritingEngine", "segments_of"]


class WritingEngine:
    """An engine around something that writes one text for each segment: a service, a program."""

    def __init__(
        self, write: Write, pair: Pair, *, context: bool = False, done: Callable[[], None] = lambda: None
    ) -> None:
        self._write = write
        self._pair = pair
        self._done = done
        self.abilities: frozenset[Ability] = frozenset([Ability.TEXT, Ability.CONTEXT] if context else [Ability.TEXT])

    def translate(
        self, sentences: Sequence[Sequence[str]], *, n_best: int = 1, distinct: bool = False
    ) -> list[list[Hypothesis]]:
        """The translations of tokens, which are put together to text first."""
        return self.translate_segments(segments_of(sentences, self._pair), n_best=n_best, distinct=distinct)

    def translate_segments(
        self,
        segments: Sequence[Segment],
        *,
        n_best: int = 1,  # noqa: ARG002 - there is one translation
        distinct: bool = False,  # noqa: ARG002 - which is distinct
    ) -> list[list[Hypothesis]]:
        """A list of one for each segment: the text that was written for it, with tokens and links."""
        sources = [
            segment.tokens if segment.tokens is not None else words(segment.text, self._pair.source)
            for segment in segments
        ]
        lists = [[Hypothesis(tuple(words(text, self._pair.target)), text=text)] for text in self._write(segments)]
        return with_links(sources, lists, self._pair.name)

    def close(self) -> None:
        """All is translated."""
        self._done()


def segments_of(sentences: Sequence[Sequence[str]], pair: Pair) -> list[Segment]:
    """Tokens as segments, put together to text."""
    return [Segment(detokenise(tokens, pair.source), tuple(tokens)) for tokens in sentences]
