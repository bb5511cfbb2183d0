"""`moses.ini`: which models Moses loads, and their weights.

Read in its present form (`[feature]` and `[weight]`) and in the one before 2013 (`[ttable-file]`, `[weight-t]` ...),
which `old_ini` turns into the present one.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.errors import BadFormat, UnreadableFile
from antecede.files import read_text, write_text
from antecede.smt.moses.old_ini import modernised
from antecede.smt.moses.sections import Section, Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(frozen=True)
class FeatureLine:
    """A line of `[feature]`: what kind of feature, and its arguments in their order."""

    kind: str
    arguments: Mapping[str, str] = field(default_factory=dict)
    name: str = ""
    """As the weights call it: the argument `name`, or the kind and a number."""
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True)
class MosesIni:
    """A `moses.ini`."""

    features: tuple[FeatureLine, ...]
    weights: Mapping[str, tuple[float, ...]]
    settings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """All other sections, their values as they stand."""
    path: Path | None = field(default=None, compare=False)

    def of_kind(self, *kinds: str) -> list[FeatureLine]:
        """The features of one of the kinds, in their order."""
        return [feature for feature in self.features if feature.kind in kinds]

    def number(self, section: str, default: int) -> int:
        """The first value of a section as a whole number."""
        values = self.settings.get(section)
        if not values:
            return default
        try:
            return int(values[0])
        except ValueError:
            raise BadFormat(self.path or _NAME, f"[{section}] is '{values[0]}', not a whole number") from None

    def file_of(self, feature: FeatureLine) -> Path:
        """The file a feature names: relative to the ini, and with `.gz` where only that exists, as Moses finds it."""
        place = self.path or Path(_NAME)
        named = feature.arguments.get("path")
        if named is None:
            raise BadFormat(place, f"{feature.kind} names no path=", line=feature.line)
        path = place.parent / named
        for candidate in (path, path.with_name(f"{path.name}.gz")):
            if candidate.is_file():
                return candidate
        raise UnreadableFile(path, f"no such file; {place}, line {feature.line} names it")


def read_ini(path: Path | str) -> MosesIni:
    """Read a `moses.ini`; raises `BadFormat` with the line for anything that Moses could not use either."""
    path = Path(path)
    sections = modernised(_sections(path, read_text(path).removeprefix("\ufeff")), path)
    features: tuple[FeatureLine, ...] = ()
    weights: dict[str, tuple[float, ...]] = {}
    settings: dict[str, tuple[str, ...]] = {}
    for section in sections:
        if section.name == "feature":
            features = (*features, *_features(path, section.values))
        elif section.name == "weight":
            for value in section.values:
                name, numbers = _weights(path, value)
                if name in weights:
                    raise BadFormat(path, f"{name} has weights already", line=value.line)
                weights[name] = numbers
        else:
            settings[section.name] = (*settings.get(section.name, ()), *(value.text for value in section.values))
    features = _named(path, features)
    if not features:
        raise BadFormat(path, "has no [feature] section with features, so it is not a moses.ini", line=1)
    _check_weights(path, features, weights, sections)
    return MosesIni(features, weights, settings, path)


def format_ini(ini: MosesIni) -> str:
    """The text of a `moses.ini`, in the order in which Moses's own training writes it."""
    first = [name for name in _FIRST if name in ini.settings]
    others = [name for name in ini.settings if name not in _FIRST]
    parts = [_section(name, ini.settings[name]) for name in first]
    parts.append(_section("feature", map(_feature_text, ini.features)))
    weights = (f"{name}= {' '.join(f'{value:.9g}' for value in values)}" for name, values in ini.weights.items())
    parts.append(_section("weight", weights))
    parts.extend(_section(name, ini.settings[name]) for name in others)
    return "\n".join(parts)


def write_ini(path: Path | str, ini: MosesIni) -> None:
    """Write a `moses.ini`, completely or not at all."""
    write_text(path, format_ini(ini))


def _sections(path: Path, text: str) -> list[Section]:
    sections: list[Section] = []
    for line_number, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        # Moses takes everything after a '#' for a comment.
        stripped = line.partition("#")[0].strip()
        if not stripped:
            continue
        if stripped.startswith("["):
            if not stripped.endswith("]") or not (name := stripped[1:-1].strip()):
                raise BadFormat(path, f"'{stripped}' is not a section such as [feature]", line=line_number)
            sections.append(Section(_ABBREVIATIONS.get(name, name), line_number, []))
        elif not sections:
            raise BadFormat(path, f"'{_short(stripped)}' stands before the first [section]", line=line_number)
        else:
            sections[-1].values.append(Value(stripped, line_number))
    return sections


def _features(path: Path, values: Iterable[Value]) -> Iterable[FeatureLine]:
    for value in values:
        kind, *rest = value.text.split()
        arguments: dict[str, str] = {}
        for argument in rest:
            name, equals, content = argument.partition("=")
            if not equals or not name or not content:
                raise BadFormat(path, f"'{argument}' is not an argument of the form name=value", line=value.line)
            if name in arguments:
                raise BadFormat(path, f"{kind} has two arguments {name}=", line=value.line)
            arguments[name] = content
        yield FeatureLine(kind, arguments, arguments.get("name", ""), value.line)


def _named(path: Path, features: Iterable[FeatureLine]) -> tuple[FeatureLine, ...]:
    """Names for all: Moses numbers those of a kind from 0, whether or not they have names of their own."""
    numbers: Counter[str] = Counter()
    names: set[str] = set()
    named = []
    for feature in features:
        name = feature.name or f"{feature.kind}{numbers[feature.kind]}"
        numbers[feature.kind] += 1
        if name in names:
            raise BadFormat(path, f"there are two features {name}", line=feature.line)
        names.add(name)
        named.append(FeatureLine(feature.kind, feature.arguments, name, feature.line))
    return tuple(named)


def _weights(path: Path, value: Value) -> tuple[str, tuple[float, ...]]:
    match = re.fullmatch(r"([^\s=]+)\s*=\s*(.*)", value.text)
    if not match:
        raise BadFormat(path, f"'{_short(value.text)}' is not of the form Name0= 0.5 0.2", line=value.line)
    weights = []
    for text in match[2].split():
        try:
            weight = float(text)
        except ValueError:
            weight = math.nan
        if not math.isfinite(weight):
            raise BadFormat(path, f"the weight '{text}' of {match[1]} is not a number", line=value.line)
        weights.append(weight)
    if not weights:
        raise BadFormat(path, f"{match[1]} has no weights after the equals sign", line=value.line)
    return match[1], tuple(weights)


def _check_weights(
    path: Path,
    features: Iterable[FeatureLine],
    weights: Mapping[str, tuple[float, ...]],
    sections: Iterable[Section],
) -> None:
    known = {feature.name: feature for feature in features}
    lines = {v.text.partition("=")[0].strip(): v.line for s in sections if s.name == "weight" for v in s.values}
    for name, values in weights.items():
        if name not in known:
            raise BadFormat(path, f"weights for {name}, but no such feature", line=lines.get(name))
        wanted = known[name].arguments.get("num-features")
        if wanted is not None and wanted != str(len(values)):
            problem = f"{name} has {len(values)} weights but num-features={wanted}"
            raise BadFormat(path, problem, line=lines.get(name))


def _section(name: str, values: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in (f"[{name}]", *values))


def _feature_text(feature: FeatureLine) -> str:
    return " ".join([feature.kind, *(f"{name}={value}" for name, value in feature.arguments.items())])


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."


_NAME: Final = "moses.ini"
_FIRST: Final = ("input-factors", "mapping", "decoding-graph-backoff", "distortion-limit")
# Moses's own short names of its options.
_ABBREVIATIONS: Final = {
    "b": "beam-threshold",
    "cbp": "cube-pruning-pop-limit",
    "dl": "distortion-limit",
    "du": "drop-unknown",
    "s": "stack",
    "tl": "ttable-limit",
    "th": "threads",
    "v": "verbose",
    "xi": "xml-input",
}
