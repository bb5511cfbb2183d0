"""Write `model.toml`: a new one from tables, or an old one with some entries changed and all else as it was."""

from __future__ import annotations

import json
import re
import tomllib
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from antecede.errors import ResourceError
from antecede.files import write_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

VERSION: Final = 1
_HEADER: Final = re.compile(r"\s*\[\s*([\w-]+)\s*\]\s*(#.*)?")


def write_model_toml(folder: Path, tables: Mapping[str, Mapping[str, Any] | list[Mapping[str, Any]]]) -> None:
    """Write a new `model.toml`: tables of values, or lists of tables, in the order given."""
    parts = []
    for name, table in tables.items():
        for entries, header in (
            [(table, f"[{name}]")] if not isinstance(table, list) else [(entry, f"[[{name}]]") for entry in table]
        ):
            parts.append("\n".join([header, *(_entry(key, value) for key, value in entries.items()), ""]))
    write_text(folder / "model.toml", "\n".join(parts))


def with_entries(text: str, tables: Mapping[str, Mapping[str, Any]], file: Path | str = "model.toml") -> str:
    r"""The text of a `model.toml` with these entries of these tables; comments, order and spelling of all else stay.

    Entries that the text has are changed where they stand; others are added at the end of their table, and a table
    that the text does not have at the end of the text.

    >>> with_entries('[weights]\nLM0 = [0.5] # tuned\n\n[data]\nx = 1\n', {"weights": {"LM0": [0.25], "WP0": [1]}})
    '[weights]\nLM0 = [0.25] # tuned\nWP0 = [1]\n\n[data]\nx = 1\n'
    """
    expected = _loaded(text, file)
    changed = text
    for name, entries in tables.items():
        if entries:
            changed = _with_table(changed, name, entries)
            old = expected.get(name, {})
            expected[name] = {**old, **entries} if isinstance(old, dict) else entries
    # TOML has more spellings than are known here: what cannot be changed is refused, not broken.
    if not _says(changed, expected):
        names = ", ".join(f"[{name}]" for name in tables)
        raise ResourceError(f"{file}: {names} is written in a way that cannot be changed here; put it on plain lines")
    return changed


def _says(text: str, expected: Mapping[str, Any]) -> bool:
    try:
        return tomllib.loads(text) == expected
    except tomllib.TOMLDecodeError:
        return False


def _loaded(text: str, file: Path | str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ResourceError(f"{file}: is damaged: {error}") from None


class _Statement(NamedTuple):
    """A header, an entry, or a line that is neither: its table and key, and its lines from `start` up to `end`."""

    table: str
    key: str | None
    start: int
    end: int


def _with_table(text: str, name: str, entries: Mapping[str, Any]) -> str:
    lines = text.split("\n")
    statements = [one for one in _statements(lines) if one.table == name]
    if not statements:
        added = [f"[{name}]", *(_entry(key, value) for key, value in entries.items()), ""]
        return (text.rstrip("\n") + "\n\n" if text.strip() else "") + "\n".join(added)
    known = {one.key: one for one in statements if one.key is not None}
    last = max((one.end for one in statements if one.key is not None), default=statements[0].end)
    new = [_entry(key, value) for key, value in entries.items() if key not in known]
    lines[last:last] = new
    # From the last to the first, so that the places of those before stay.
    for one in sorted((known[key] for key in entries if key in known), key=lambda one: -one.start):
        changed = _entry(str(one.key), entries[str(one.key)])
        lines[one.start : one.end] = [changed + _comment(lines[one.start : one.end])]
    return "\n".join(lines)


def _statements(lines: Sequence[str]) -> Iterator[_Statement]:
    table, start = "", 0
    while start < len(lines):
        end, key = start + 1, None
        line = lines[start].strip()
        if line.startswith("["):
            header = _HEADER.fullmatch(lines[start])
            # A list of tables or a table in a table is none that entries are changed in.
            table = header.group(1) if header else line
        elif line and not line.startswith("#"):
            # A value may span several lines: the entry ends where it can be read.
            for end in range(start + 1, len(lines) + 1):
                try:
                    (key,) = tomllib.loads("\n".join(lines[start:end]))
                    break
                except tomllib.TOMLDecodeError:
                    continue
        yield _Statement(table, key, start, end)
        start = end


def _comment(entry: Sequence[str]) -> str:
    """What follows a value on its line: the first hash before which the line can be read starts it."""
    line = entry[-1] if len(entry) == 1 else ""
    for mark in re.finditer(r"\s*#", line):
        try:
            tomllib.loads(line[: mark.start()])
        except tomllib.TOMLDecodeError:
            continue
        return line[mark.start() :]
    return ""


def _entry(key: str, value: object) -> str:
    plain = key.replace("_", "").replace("-", "")
    name = key if plain.isascii() and plain.isalnum() else _value(key)
    return f"{name} = {_value(value)}"


def _value(value: object) -> str:
    # JSON's strings, numbers, truth values and lists are TOML's, too, except for one character that TOML needs escaped.
    if isinstance(value, float) and value.is_integer():
        return f"{value:.1f}"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
