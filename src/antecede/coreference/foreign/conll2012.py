"""CoNLL-2012: a token a line in columns, the last of which opens and closes mentions: `(12|(3)`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from antecede.coreference.foreign.brackets import Brackets
from antecede.errors import BadFormat
from antecede.files import read_lines

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from antecede.coreference.foreign.chains import ChainedDocument

_FEWEST_COLUMNS: Final = 5


def read(path: Path | str) -> Iterator[ChainedDocument]:
    """The file's documents; parts of a document count as documents of their own, named `id part`."""
    name, brackets = None, Brackets(path)
    for line_number, line in enumerate(read_lines(path), 1):
        if line.startswith("#begin document"):
            if name is not None:
                raise BadFormat(path, "a document begins inside another", line=line_number)
            name, brackets = _name(line), Brackets(path)
        elif line.startswith("#end document"):
            if name is None:
                raise BadFormat(path, "a document ends that did not begin", line=line_number)
            yield brackets.document(name, line_number)
            name = None
        elif not line.strip():
            brackets.end_sentence(line_number)
        elif not line.startswith("#"):
            if name is None:
                raise BadFormat(
                    path, "a token stands outside a document; '#begin document' is missing", line=line_number
                )
            _token(brackets, line.split(), line_number)
    if name is not None:
        raise BadFormat(path, f"document '{name}' does not end: '#end document' is missing")


def _name(line: str) -> str:
    """The id of `#begin document (nw/x/00); part 000`, and the part if it is not the first."""
    inside = line.removeprefix("#begin document").strip()
    name, _, part = inside.partition(";")
    part = part.replace("part", "").strip()
    name = name.strip().removeprefix("(").removesuffix(")")
    return f"{name} {part}" if part.strip("0") else name


def _token(brackets: Brackets, columns: list[str], line: int) -> None:
    if len(columns) < _FEWEST_COLUMNS:
        problem = f"has {len(columns)} columns, too few for CoNLL-2012; the word is the fourth"
        raise BadFormat(brackets.path, problem, line=line)
    brackets.token(columns[3])
    _mark(brackets, columns[-1], line)


def _mark(brackets: Brackets, column: str, line: int) -> None:
    if column in {"-", "_", "*"}:
        return
    for part in column.split("|"):
        chain = part.strip("()")
        if not chain or part not in {f"({chain}", f"({chain})", f"{chain})"}:
            raise BadFormat(brackets.path, f"'{column}' is not a column of mentions such as (12|3)", line=line)
        if part.startswith("("):
            brackets.open(chain, line)
        if part.endswith(")"):
            brackets.close(chain, line)
