"""The `moses.ini` of before 2013, converted to the present form."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from antecede.errors import BadFormat
from antecede.smt.moses.sections import Section, Value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path


def modernised(sections: Sequence[Section], path: Path) -> list[Section]:
    """The same settings with `[feature]` and `[weight]`; sections already in this form are kept."""
    old = {section.name: section for section in sections if section.name in _OLD}
    if "ttable-file" not in old:
        foreign = next((section for section in sections if section.name in _OLD_WEIGHTS), None)
        if foreign is not None:
            raise BadFormat(path, f"[{foreign.name}] belongs to an old moses.ini, which needs a [ttable-file]")
        return list(sections)
    present = next((section for section in sections if section.name in {"feature", "weight"}), None)
    if present is not None:
        problem = f"[{present.name}] and the old [ttable-file] cannot stand in one file"
        raise BadFormat(path, problem, line=present.line)
    weights = {name: iter(old[name].values if name in old else []) for name in _OLD_WEIGHTS}
    converted = _Converted(path)
    converted.add("UnknownWordPenalty", "UnknownWordPenalty0", None)
    converted.add("WordPenalty", "WordPenalty0", None, weights["weight-w"])
    converted.add("Distortion", "Distortion0", None, islice(weights["weight-d"], 1))
    limits = old["ttable-limit"].values if "ttable-limit" in old else []
    for index, value in enumerate(old["ttable-file"].values):
        _table(converted, index, value, limits, weights["weight-t"])
    for index, value in enumerate(old["distortion-file"].values if "distortion-file" in old else []):
        _reordering(converted, index, value, weights["weight-d"])
    for index, value in enumerate(old["lmodel-file"].values if "lmodel-file" in old else []):
        _language_model(converted, index, value, weights["weight-l"])
    for name, left in weights.items():
        extra = next(left, None)
        if extra is not None:
            raise BadFormat(path, f"[{name}] has more weights than there are scores", line=extra.line)
    others = [section for section in sections if section.name not in _OLD]
    first = sections[0].line
    return [*others, Section("feature", first, converted.features), Section("weight", first, converted.weights)]


class _Converted:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.features: list[Value] = []
        self.weights: list[Value] = []

    def add(
        self, feature: str, name: str, origin: Value | None, weights: Iterator[Value] | None = None, wanted: int = 1
    ) -> None:
        """A feature line, and as many of the weights as it has scores."""
        line = origin.line if origin is not None else 1
        self.features.append(Value(feature, line))
        if weights is None:
            return
        taken = list(islice(weights, wanted))
        if len(taken) < wanted:
            raise BadFormat(self.path, f"{len(taken)} weights for the {wanted} scores of {name}", line=line)
        self.weights.append(Value(f"{name}= {' '.join(value.text for value in taken)}", taken[0].line))

    def fields(self, value: Value, minimum: int, form: str) -> list[str]:
        fields = value.text.split()
        if len(fields) < minimum:
            raise BadFormat(self.path, f"'{value.text}' is not of the form '{form}'", line=value.line)
        return fields

    def count(self, value: Value, text: str) -> int:
        if not text.isdecimal() or int(text) < 1:
            raise BadFormat(self.path, f"'{text}' is not a number of scores", line=value.line)
        return int(text)


def _table(converted: _Converted, index: int, value: Value, limits: Sequence[Value], weights: Iterator[Value]) -> None:
    # Before 2010 the line did not start with the kind of table.
    fields = converted.fields(value, 4, "0 0 0 5 phrase-table.gz")
    kind, source, target, scores, file = fields if len(fields) == 5 else ["0", *fields[:4]]
    if kind != "0":
        problem = f"table kind {kind} is a binary one; give the text table it was made from (kind 0)"
        raise BadFormat(converted.path, problem, line=value.line)
    limit = f" table-limit={limits[index].text}" if index < len(limits) else ""
    wanted = converted.count(value, scores)
    feature = (
        f"PhraseDictionaryMemory name=TranslationModel{index} num-features={wanted} path={file}"
        f" input-factor={source} output-factor={target}{limit}"
    )
    converted.add(feature, f"TranslationModel{index}", value, weights, wanted)


def _reordering(converted: _Converted, index: int, value: Value, weights: Iterator[Value]) -> None:
    factors, kind, scores, file, *_ = converted.fields(value, 4, "0-0 wbe-msd-bidirectional-fe-allff 6 table.gz")
    source, _, target = factors.partition("-")
    wanted = converted.count(value, scores)
    feature = (
        f"LexicalReordering name=LexicalReordering{index} num-features={wanted} type={kind}"
        f" input-factor={source} output-factor={target or source} path={file}"
    )
    converted.add(feature, f"LexicalReordering{index}", value, weights, wanted)


def _language_model(converted: _Converted, index: int, value: Value, weights: Iterator[Value]) -> None:
    kind, factor, order, file, *_ = converted.fields(value, 4, "8 0 5 model.arpa")
    if kind not in _LANGUAGE_MODELS:
        raise BadFormat(converted.path, f"language model kind {kind} is not known", line=value.line)
    feature = f"{_LANGUAGE_MODELS[kind]} name=LM{index} factor={factor} path={file} order={order}"
    converted.add(feature, f"LM{index}", value, weights)


_LANGUAGE_MODELS: Final = {"0": "SRILM", "1": "IRSTLM", "8": "KENLM lazyken=0", "9": "KENLM lazyken=1"}
_OLD_WEIGHTS: Final = ("weight-d", "weight-l", "weight-t", "weight-w")
_OLD: Final = frozenset({"ttable-file", "ttable-limit", "distortion-file", "lmodel-file", *_OLD_WEIGHTS})
