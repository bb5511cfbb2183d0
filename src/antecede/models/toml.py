"""Write `model.toml`: pair, files with checksums, weights, and what a model was trained on; or its weights alone."""

from __future__ import annotations

import json
import re
import tomllib
from typing import TYPE_CHECKING, Any, Final

from antecede.errors import ResourceError
from antecede.files import read_text, write_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

VERSION: Final = 1
_HEADER: Final = re.compile(r"\s*\[")
_WEIGHTS: Final = re.compile(r"\s*\[\s*weights\s*\]\s*(#.*)?")


def write_model_toml(folder: Path, tables: Mapping[str, Mapping[str, Any] | list[Mapping[str, Any]]]) -> None:
    """Write `model.toml`: tables of values, or lists of tables, in the order given."""
    parts = []
    for name, table in tables.items():
        for entries, header in (
            [(table, f"[{name}]")] if not isinstance(table, list) else [(entry, f"[[{name}]]") for entry in table]
        ):
            parts.append("\n".join([header, *(f"{_key(key)} = {_value(value)}" for key, value in entries.items()), ""]))
    write_text(folder / "model.toml", "\n".join(parts))


def write_weights(folder: Path, weights: Mapping[str, Sequence[float]]) -> None:
    """Put these weights in place of those of the folder's `model.toml`, whole or not at all."""
    file = folder / "model.toml"
    text = read_text(file)
    write_text(file, with_weights(text, weights, file))


def with_weights(text: str, weights: Mapping[str, Sequence[float]], file: Path | str = "model.toml") -> str:
    r"""The text of a `model.toml` with other weights; comments, order and spelling of all else stay.

    >>> with_weights('[weights]\nLM0 = [0.5] # old\n\n[data]\nx = 1\n', {"LM0": [0.25]})
    '[weights]\nLM0 = [0.25]\n\n[data]\nx = 1\n'
    """
    lines = text.split("\n")
    headers = [number for number, line in enumerate(lines) if _HEADER.match(line)]
    start = next((number for number in headers if _WEIGHTS.fullmatch(lines[number])), None)
    if start is None:
        raise ResourceError(f"{file}: has no [weights]; train the model again")
    end = next((number for number in headers if number > start), len(lines))
    # Comments and the empty line before the next table are somebody's: they stay.
    comments = [line for line in lines[start + 1 : end] if line.lstrip().startswith("#")]
    while end > start + 1 and not lines[end - 1].strip():
        end -= 1
    named = [
        f"{_key(name)} = [{', '.join(repr(float(value)) for value in values)}]" for name, values in weights.items()
    ]
    changed = "\n".join([*lines[: start + 1], *comments, *named, *lines[end:]])
    _check(text, changed, weights, file)
    return changed


def _check(before: str, after: str, weights: Mapping[str, Sequence[float]], file: Path | str) -> None:
    """TOML has more spellings than the lines above know: what they cannot change is refused, not broken."""
    try:
        old, new = tomllib.loads(before), tomllib.loads(after)
    except tomllib.TOMLDecodeError as error:
        raise ResourceError(f"{file}: is damaged: {error}") from None
    expected = {**old, "weights": {name: [float(value) for value in values] for name, values in weights.items()}}
    if new != expected:
        raise ResourceError(f"{file}: [weights] is written in a way that cannot be changed here; put it on plain lines")


def _key(name: str) -> str:
    plain = name.replace("_", "").replace("-", "")
    return name if plain.isascii() and plain.isalnum() else json.dumps(name, ensure_ascii=False)


def _value(value: object) -> str:
    # JSON's strings, numbers, truth values and lists are TOML's, too.
    if isinstance(value, float) and value.is_integer():
        return f"{value:.1f}"
    return json.dumps(value, ensure_ascii=False)
