"""The trained weights of a resolver: read from a file, or written to one."""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from antecede.errors import ResourceError
from antecede.files import read_text, write_text
from antecede.files.shipped import shipped_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_FORMAT: Final = "antecede-resolver-1"
_LARGEST: Final = 8 << 20


@dataclass(frozen=True, slots=True)
class ResolverModel:
    """Weights by the names of features: three for each of the function's, one for each of the ranking's."""

    language: str
    function: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    ranking: Mapping[str, float] = field(default_factory=dict)
    temperature: float = 1.0
    """Above one it flattens the ranking's probabilities, so that they are true."""
    trained_on: str = ""
    same_noun: float = 0.0
    """How likely two mentions of one noun are the same; if zero, mentions of a chain are not taken together."""


@cache
def shipped_model(language: str) -> ResolverModel:
    """The model that comes with the package."""
    folder = resources.files("antecede.languages").joinpath(language)
    text = shipped_text(folder, "resolver.json")
    if text is None:
        raise ResourceError(f"no resolver ships for '{language}'; reinstall antecede, or name a model file")
    return _parse(text, str(folder.joinpath("resolver.json")))


def read_model(path: Path | str) -> ResolverModel:
    """The model in a file that `write_model` wrote; refuses anything else."""
    return _parse(read_text(path, largest=_LARGEST, longest_line=_LARGEST), str(path))


def write_model(path: Path | str, model: ResolverModel) -> None:
    """Write a model as text: one feature a line, sorted, so that two builds can be compared."""
    write_text(path, _text(model))


def model_checksum(model: ResolverModel) -> str:
    """The SHA-256 of a model's text, which is the same wherever it was read."""
    return hashlib.sha256(_text(model).encode()).hexdigest()


def _text(model: ResolverModel) -> str:
    content = {
        "format": _FORMAT,
        "language": model.language,
        "trained_on": model.trained_on,
        "temperature": model.temperature,
        **({"same_noun": model.same_noun} if model.same_noun else {}),
        "function": {name: list(model.function[name]) for name in sorted(model.function)},
        "ranking": {name: model.ranking[name] for name in sorted(model.ranking)},
    }
    return _one_a_line(content)


def _one_a_line(content: dict[str, Any]) -> str:
    parts = []
    for key, value in content.items():
        if isinstance(value, dict):
            rows = ",\n".join(f"  {json.dumps(k, ensure_ascii=False)}: {json.dumps(v)}" for k, v in value.items())
            parts.append(f" {json.dumps(key)}: {{\n{rows}\n }}" if rows else f" {json.dumps(key)}: {{}}")
        else:
            parts.append(f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _parse(text: str, place: str) -> ResolverModel:
    try:
        content = json.loads(text)
        if content["format"] != _FORMAT:
            raise ResourceError(f"{place}: not a resolver model of this version; train it again")
        model = ResolverModel(
            language=str(content["language"]),
            function={str(name): _three(values) for name, values in content["function"].items()},
            ranking={str(name): _finite(value) for name, value in content["ranking"].items()},
            temperature=_finite(content["temperature"]),
            trained_on=str(content.get("trained_on", "")),
            same_noun=_finite(content.get("same_noun", 0.0)),
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ResourceError(f"{place}: damaged, or not a resolver model; train it again, or reinstall") from None
    if model.temperature <= 0:
        raise ResourceError(f"{place}: the temperature must be above zero; train it again")
    if not 0 <= model.same_noun <= 1:
        raise ResourceError(f"{place}: 'same_noun' must be a probability; train it again")
    return model


def _three(values: list[Any]) -> tuple[float, ...]:
    if len(values) != 3:
        raise ValueError(values)
    return tuple(_finite(value) for value in values)


def _finite(value: float | str) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(value)
    return number
