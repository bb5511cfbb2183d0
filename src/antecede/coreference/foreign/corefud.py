"""CorefUD: CoNLL-U whose last column opens and closes mentions: `Entity=(e1-person-2)`; GUM's files, too."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from antecede.coreference.foreign.brackets import Brackets
from antecede.errors import BadFormat
from antecede.files import read_lines

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from antecede.coreference.foreign.chains import ChainedDocument

_COLUMNS: Final = 10
# What names the chain among the fields of an opening bracket; it is the first unless `global.Entity` says otherwise.
_CHAIN_FIELDS: Final = ("eid", "GRP")
_BRACKET: Final = re.compile(r"\(([^()]+)(\))?|([^()]+)\)")
# A mention in several pieces: `e3[1/2]`.
_PIECE: Final = re.compile(r"\[\d+/\d+\]$")
_DOCUMENT: Final = re.compile(r"#\s*newdoc(?:\s+id\s*=\s*(.*))?$")
_FIELDS: Final = re.compile(r"#\s*global\.Entity\s*=\s*(\S+)")


def read(path: Path | str) -> Iterator[ChainedDocument]:
    """The file's documents; the words of a contraction (*del*) are one token, and empty nodes are none."""
    name, chain_field, brackets = "", 0, Brackets(path)
    inside_until = 0  # the last word of a contraction that has been read as one token
    line_number = 0
    for line_number, line in enumerate(read_lines(path), 1):
        if document := _DOCUMENT.match(line):
            if not brackets.empty:
                yield brackets.document(name, line_number)
                brackets = Brackets(path)
            name = (document[1] or "").strip()
        elif fields := _FIELDS.match(line):
            names = fields[1].split("-")
            chain_field = next((names.index(one) for one in _CHAIN_FIELDS if one in names), 0)
        elif not line.strip():
            brackets.end_sentence(line_number)
            inside_until = 0
        elif not line.startswith("#"):
            inside_until = _token(brackets, line, line_number, inside_until, chain_field)
    if not brackets.empty:
        yield brackets.document(name, line_number)


def _token(brackets: Brackets, line: str, line_number: int, inside_until: int, chain_field: int) -> int:
    columns = line.split("\t")
    if len(columns) != _COLUMNS:
        raise BadFormat(brackets.path, f"has {len(columns)} columns; CoNLL-U has {_COLUMNS}", line=line_number)
    identity, form, part_of_speech = columns[0], columns[1], columns[3]
    empty = "." in identity
    try:
        if "-" in identity:
            brackets.token(form)
            return int(identity.partition("-")[2])
        word = int(identity.partition(".")[0])
    except ValueError:
        raise BadFormat(brackets.path, f"'{identity}' is not the index of a word", line=line_number) from None
    if not empty and word > inside_until:
        brackets.token(form)
    for part in columns[9].split("|"):
        if part.startswith("Entity="):
            pronoun = part_of_speech == "PRON"
            _mark(brackets, part.removeprefix("Entity="), line_number, chain_field, empty=empty, pronoun=pronoun)
    return inside_until


def _mark(brackets: Brackets, value: str, line: int, chain_field: int, *, empty: bool, pronoun: bool) -> None:
    at = 0
    while at < len(value):
        match = _BRACKET.match(value, at)
        if match is None:
            problem = f"'Entity={value}' is not a list of brackets such as (e1-person-1)e2)"
            raise BadFormat(brackets.path, problem, line=line)
        at = match.end()
        opened, closes_at_once, closed = match.groups()
        if opened is not None:
            fields = opened.split("-")
            chain = _PIECE.sub("", fields[min(chain_field, len(fields) - 1)])
            brackets.open(chain, line, next_token=empty, pronoun=pronoun)
            if closes_at_once:
                brackets.close(chain, line)
        else:
            brackets.close(_PIECE.sub("", closed), line)
