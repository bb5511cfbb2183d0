"""Read and write small tables with a header, and say where they are wrong."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from antecede.errors import BadFormat
from antecede.files.reading import read_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path


def read_rows(path: Path | str, columns: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """Each row that is not blank: its line in the file (from 1), and its fields by column name.

    The header must name all of `columns`; further columns are read too. Spaces around fields are removed. Fields are
    separated by commas, or by the semicolons or tabs that spreadsheets write in some countries.
    """
    text = read_text(path).removeprefix("\ufeff")
    reader = csv.reader(io.StringIO(text, newline=""), strict=True, delimiter=_delimiter(text))
    header: list[str] = []
    try:
        for fields in reader:
            row = [field.strip() for field in fields]
            if not any(row):
                continue
            if not header:
                header = row
                _check_header(path, reader.line_num, header, columns)
            elif len(row) != len(header):
                problem = f"{len(row)} fields where the header has {len(header)}"
                raise BadFormat(path, problem, line=reader.line_num)
            else:
                yield reader.line_num, dict(zip(header, row, strict=True))
    except csv.Error as error:
        raise BadFormat(path, f"is not CSV: {error}", line=reader.line_num) from None
    if not header:
        raise BadFormat(path, f"is empty; its first line must be {','.join(columns)}")


def written_rows(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table as CSV, as `read_rows` reads it."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerows([columns, *rows])
    return stream.getvalue()


def _delimiter(text: str) -> str:
    """What separates the fields of the header."""
    header = text.lstrip("\r\n").partition("\n")[0]
    return max(",;\t", key=header.count)


def _check_header(path: Path | str, line: int, header: Sequence[str], columns: Sequence[str]) -> None:
    missing = [column for column in columns if column not in header]
    if missing:
        problem = f"the header lacks {', '.join(missing)}; it must name {','.join(columns)} (more columns may follow)"
        raise BadFormat(path, problem, line=line)
    if len(set(header)) != len(header):
        raise BadFormat(path, "the header names a column twice", line=line)
