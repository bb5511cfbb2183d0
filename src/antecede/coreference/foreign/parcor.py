"""ParCor as JSON lines: a document a line with its tokens, sentences, and mentions with their functions."""

from __future__ import annotations

import json
from bisect import bisect_right
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from antecede.coreference._json_checks import Checked
from antecede.coreference._types import Function
from antecede.coreference.foreign.chains import ChainedDocument, Mention
from antecede.errors import BadFormat
from antecede.files import read_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    Kind = Literal["anaphoric", "implicit", "event", "pleonastic", "other"]

# A document is a line.
_LONGEST_LINE: Final = 64 << 20
_NO_CHAIN: Final = frozenset({"", "empty"})
_REFERRING: Final = frozenset({"anaphoric", "cataphoric", "antecedent"})
_EVENT: Final = Function(0.0, 1.0, 0.0)
_PLEONASTIC: Final = Function(0.0, 0.0, 1.0)


class LabelledDocument(NamedTuple):
    """A document, and what the annotators call each of its pronouns, by sentence and token."""

    document: ChainedDocument
    kinds: Mapping[tuple[int, int], Kind]
    """`implicit` is an anaphoric one whose chain has pronouns alone: nothing says what it stands for."""


def read(path: Path | str) -> Iterator[ChainedDocument]:
    """The file's documents; mentions in several pieces are taken by their first piece."""
    return (labelled.document for labelled in read_labelled(path))


def read_labelled(path: Path | str) -> Iterator[LabelledDocument]:
    """The file's documents, with all that they say of pronouns."""
    text = read_text(path, longest_line=_LONGEST_LINE).removeprefix("\ufeff")
    for line_number, line in enumerate(text.splitlines() if "\r" in text else text.split("\n"), 1):
        if line.strip():
            try:
                content = json.loads(line)
            except (ValueError, RecursionError):
                raise BadFormat(path, "is not JSON; one document a line is needed", line=line_number) from None
            yield _document(Checked(path, f"line {line_number}", content))


def _document(entry: Checked) -> LabelledDocument:
    tokens = entry.words("tokens")
    bounds = entry.spans("sentences", below=len(tokens) + 1)
    starts = [start for start, _ in bounds]
    if starts != sorted(starts):
        raise entry.problem("'sentences' are not in the order of the text")
    mentions: list[Mention] = []
    functions: dict[tuple[int, int], Function] = {}
    pronouns: dict[tuple[int, int], tuple[str, Kind]] = {}
    named: set[str] = set()
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
        if kind == "pronoun":
            pronouns[sentence, start] = chain, _kind(mention)
        else:
            named.add(chain)
        nominal = {"np": True, "pronoun": False, "clause": False}.get(kind)
        if kind != "clause":
            mentions.append(Mention(sentence, start, end, chain, nominal))
    sentences = tuple(tuple(tokens[start:end]) for start, end in bounds)
    kinds: dict[tuple[int, int], Kind] = {
        place: "implicit" if kind == "anaphoric" and chain not in named else kind
        for place, (chain, kind) in pronouns.items()
    }
    return LabelledDocument(
        ChainedDocument(entry.text("doc", default=""), sentences, tuple(mentions), functions), kinds
    )


def _kind(mention: Checked) -> Kind:
    function = _function(mention)
    if function is not None:
        return "event" if function is _EVENT else "pleonastic"
    return "anaphoric" if mention.text("type", default="") in _REFERRING else "other"


def _function(mention: Checked) -> Function | None:
    """What the annotators say that a pronoun does; nothing where they do not say it."""
    if mention.text("type", default="") == "pleonastic":
        return _PLEONASTIC
    if mention.text("antetype", default="") == "event":
        return _EVENT
    return None
