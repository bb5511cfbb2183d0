"""Sentences with markup as an engine takes them: tokens, and the options that the markup gives."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from antecede.engines import Option, Request
from antecede.errors import BadFormat
from antecede.smt.moses.markup import parse_markup
from antecede.text import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from antecede.engines.text import TextSteps
    from antecede.smt.moses.markup import MarkedSentence, SpanOption

__all__ = ["marked_requests"]


def marked_requests(
    lines: Sequence[str],
    steps: TextSteps,
    *,
    mode: str = "exclusive",
    tokenised: bool = False,
    path: Path | str = "input",
) -> list[Request]:
    """A request for each line; for `mode` see `parse_markup`, `path` is for error messages.

    Unless they are `tokenised`, the stretches between tags are tokenised one by one, so that every span starts and
    ends with a token. Translations are taken as they stand: tokens in the case that the model knows.
    """
    requests = []
    for line_number, line in enumerate(lines, 1):
        marked = parse_markup(line, mode=mode, path=path, line_number=line_number)
        if marked.zones or marked.walls:
            raise BadFormat(path, "our decoder does not support <zone> and <wall/>; leave them out", line=line_number)
        if tokenised:
            tokens, places = list(marked.words), list(range(len(marked.words) + 1))
        else:
            tokens, places = _tokenised(marked, steps)
        options = tuple(_options(marked.options, places))
        requests.append(Request(tuple(tokens if tokenised else steps.cased(tokens)), options))
    return requests


def _tokenised(marked: MarkedSentence, steps: TextSteps) -> tuple[list[str], list[int]]:
    """The tokens, and where each word's first one stands (for words at which a span starts or ends)."""
    borders = {0, len(marked.words), *(place for option in marked.options for place in (option.start, option.end))}
    tokens: list[str] = []
    places = [0] * (len(marked.words) + 1)
    start = 0
    for border in sorted(borders):
        tokens += words(" ".join(marked.words[start:border]), steps.source)
        places[border] = len(tokens)
        start = border
    return tokens, places


def _options(given: Sequence[SpanOption], places: Sequence[int]) -> Iterator[Option]:
    for option in given:
        first, last = places[option.start], places[option.end] - 1
        if first > last:
            continue  # a span of what is no token
        # As Moses: the probability counts as the phrase table's, a part of it as each of its scores.
        share = math.log(option.probability) / _SCORES
        yield Option(
            first,
            last,
            option.target,
            {"TranslationModel0": [share] * _SCORES},
            _links(last - first + 1, len(option.target)),
            option.exclusive,
        )


def _links(source: int, target: int) -> tuple[tuple[int, int], ...]:
    """A single word is linked with all; of several on both sides it is not known which translates which."""
    return tuple((i, j) for i in range(source) for j in range(target)) if min(source, target) == 1 else ()


_SCORES: Final = 4
