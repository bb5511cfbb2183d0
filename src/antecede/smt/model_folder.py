"""What `model.toml` says of a model: pair, files with checksums, weights, and what it was trained on."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from antecede.files import write_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

VERSION: Final = 1
# Moses's own, for models that are not tuned.
DEFAULT_WEIGHTS: Final[Mapping[str, list[float]]] = {
    "UnknownWordPenalty0": [1.0],
    "WordPenalty0": [-1.0],
    "PhrasePenalty0": [0.2],
    "TranslationModel0": [0.2, 0.2, 0.2, 0.2],
    "LexicalReordering0": [0.3, 0.3, 0.3, 0.3, 0.3, 0.3],
    "Distortion0": [0.3],
    "LM0": [0.5],
}


def write_model_toml(folder: Path, tables: Mapping[str, Mapping[str, Any] | list[Mapping[str, Any]]]) -> None:
    """Write `model.toml`: tables of values, or lists of tables, in the order given."""
    parts = []
    for name, table in tables.items():
        for entries, header in (
            [(table, f"[{name}]")] if not isinstance(table, list) else [(entry, f"[[{name}]]") for entry in table]
        ):
            parts.append("\n".join([header, *(f"{_key(key)} = {_value(value)}" for key, value in entries.items()), ""]))
    write_text(folder / "model.toml", "\n".join(parts))


def _key(name: str) -> str:
    plain = name.replace("_", "").replace("-", "")
    return name if plain.isascii() and plain.isalnum() else json.dumps(name, ensure_ascii=False)


def _value(value: object) -> str:
    # JSON's strings, numbers, truth values and lists are TOML's, too.
    if isinstance(value, float) and value.is_integer():
        return f"{value:.1f}"
    return json.dumps(value, ensure_ascii=False)
