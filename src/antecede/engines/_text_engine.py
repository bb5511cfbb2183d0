"""What engines share that take text and write text: our tokens and links for what they wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antecede.engines import Hypothesis, Segment
from antecede.engines.aligned import with_links
from antecede.text import detokenise, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.pairs import Pair

__all__ = ["hypotheses", "segments_of"]


def segments_of(sentences: Sequence[Sequence[str]], pair: Pair) -> list[Segment]:
    """Tokens as segments, put together to text."""
    return [Segment(detokenise(tokens, pair.source), tuple(tokens)) for tokens in sentences]


def hypotheses(segments: Sequence[Segment], texts: Sequence[str], pair: Pair) -> list[list[Hypothesis]]:
    """A list of one for each segment: the text that was written for it, with tokens and links."""
    sources = [
        segment.tokens if segment.tokens is not None else words(segment.text, pair.source) for segment in segments
    ]
    return with_links(sources, [[Hypothesis(tuple(words(text, pair.target)), text=text)] for text in texts], pair.name)
