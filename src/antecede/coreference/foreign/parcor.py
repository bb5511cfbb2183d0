"""ParCor as JSON lines: a document a line with its tokens, sentences, and mentions with their functions."""

from __future__ import annotations

import json
from bisect import bisect_right
from typing import TYPE_CHECKING, Final

from antecede.coreference._json_checks import Checked
from antecede.coreference._types import Function
from antecede.coreference.foreign.chains import ChainedDocument, Mention
from antecede.errors import BadFormat
from antecede.files import read_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# A document is a line.
_LONGEST_LINE: Final = 64 << 20
_NO_CHAIN: Final = frozenset({"", "empty"})
_EVENT: Final = Function(0.0, 1.0, 0.0)
_PLEONASTIC: Final = Function(0.0, 0.0, 1.0)


def read(path: Path | str) -> Iterator[ChainedDocument]:
    """The file's documents; mentions in several pieces are taken by their first piece."""
    text = read_text(path, longest_line=_LONGEST_LINE).removeprefix("\ufeff")
    for line_number, line in enumerate(text.splitlines() if "\r" in text else text.split("\n"), 1):
        if line.strip():
            try:
                content = json.loads(line)
            except (ValueError, RecursionError):
                raise BadFormat(path, "is not JSON; one document a line is needed", line=line_number) from None
            yield _document(Checked(path, f"line {line_number}", content))


def _document(entry: Checked) -> ChainedDocument:
    tokens = entry.words("tokens")
    bounds = entry.spans("sentences", below=len(tokens) + 1)
    starts = [start for start, _ in bounds]
    if starts != sorted(starts):
        raise entry.problem("'sentences' are not in the order of the text")
    mentions: list[Mention] = []
    functions: dict[tuple[int, int], Function] = {}
    for index, mention in enumerate(entry.entries("mentions")):
        spans = mention.spans("spans", below=len(tokens) + 1)
        sentence = bisect_right(starts, spans[0][0]) - 1 if spans else -1
        if sentence < 0 or spans[0][1] > bounds[sentence][1] or spans[0][0] >= spans[0][1]:
            continue  # goes over the end of a sentence: no mention that a pronoun could stand for
        start, end = (place - starts[sentence] for place in spans[0])
        kind = mention.text("mention", default="")
        function = _function(mention)
        if function is not None and end == start + 1:
            functions[sentence, start] = function
        chain = mention.text("chain", default="")
        if chain in _NO_CHAIN:
            chain = f"alone {index}"
        nominal = {"np": True, "pronoun": False, "clause": False}.get(kind)
        if kind != "clause":
            mentions.append(Mention(sentence, start, end, chain, nominal))
    sentences = tuple(tuple(tokens[start:end]) for start, end in bounds)
    return ChainedDocument(entry.text("doc", default=""), sentences, tuple(mentions), functions)


def _function(mention: Checked) -> Function | None:
    """What the annotators say that a pronoun does; nothing where they do not say it."""
    if mention.text("type", default="") == "pleonastic":
        return _PLEONASTIC
    if mention.text("antetype", default="") == "event":
        return _EVENT
    return None
