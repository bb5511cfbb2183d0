"""Export whole models to Moses and import them: tables, language model, weights and search settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from antecede.engines.native import decoder_settings
from antecede.errors import BadFormat, BadOption
from antecede.files import make_folder
from antecede.files.packed import checksum
from antecede.models import VERSION, ModelFolder, write_model_toml
from antecede.pairs import pair as described
from antecede.smt.moses.ini import FeatureLine, MosesIni, read_ini, write_ini
from antecede.smt.moses.parts import LANGUAGE_MODELS, read_arpa, write_arpa
from antecede.smt.phrases import PhraseTable, read_moses_tables, write_moses_tables
from antecede.smt.pipeline import DEFAULT_WEIGHTS
from antecede.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    Progress = Callable[[float], None]


@dataclass(frozen=True)
class Moved:
    """A converted model."""

    place: Path
    """The `moses.ini`, or the model's folder."""
    left_out: tuple[str, ...] = ()
    """Features that the other side does not support."""


def export_moses(
    model: ModelFolder | Path | str, folder: Path, *, arpa: Path | None = None, progress: Progress | None = None
) -> Moved:
    """Write a folder on which Moses decodes; `arpa` is the language model as text, if not the model's own."""
    opened = model if isinstance(model, ModelFolder) else ModelFolder.find(model)
    # Moses looks for files relative to its working directory, so only absolute paths work from anywhere.
    whole = folder.resolve()
    _refuse_spaces(whole)
    table = PhraseTable(opened.file("phrase_table"))
    settings = decoder_settings(opened)
    reordering = _REORDERING if table.has_reordering else None
    make_folder(folder)
    order = write_arpa(opened, folder / _ARPA, arpa)
    write_moses_tables(table, folder / _TABLE, folder / reordering if reordering else None, progress=progress)
    names = _feature_names(reordering=reordering is not None)
    arguments = _arguments(whole, reordering=reordering, order=order, table_limit=settings.get("table_limit"))
    features = tuple(FeatureLine(_KINDS[name], arguments.get(name, {}), name) for name in names)
    # A feature without weights counts for nothing in our decoder; Moses would refuse it.
    weights = {name: tuple(opened.weights.get(name, [0.0] * len(DEFAULT_WEIGHTS[name]))) for name in names}
    place = folder / "moses.ini"
    write_ini(place, MosesIni(features, weights, _search(settings)))
    return Moved(place, tuple(name for name, values in opened.weights.items() if name not in names and any(values)))


def import_moses(ini_path: Path, out: Path, *, pair: str, progress: Progress | None = None) -> Moved:
    """Make a model folder of what a `moses.ini` names."""
    described(pair)
    ini = read_ini(ini_path)
    table, *other_tables = _tables(ini)
    reordering = _at_most_one(ini, "reordering table", ini.of_kind("LexicalReordering"))
    language_model = _at_most_one(ini, "language model", ini.of_kind(*LANGUAGE_MODELS))
    if language_model is None:
        raise BadFormat(ini_path, f"names no language model ({', '.join(LANGUAGE_MODELS)})")
    if reordering is not None:
        _check_reordering(ini, reordering)
    files = [ini.file_of(feature) for feature in (table, language_model)]
    orientations = ini.file_of(reordering) if reordering is not None else None
    make_folder(out)
    # An older model is invalid once its files are replaced, so its model.toml is deleted first.
    (out / "model.toml").unlink(missing_ok=True)
    read_moses_tables(files[0], orientations, out / _OUR_TABLE, progress=progress)
    read_arpa(files[1], out / _OUR_LM)
    write_model_toml(out, _described(ini, pair, {table.name: "TranslationModel0", language_model.name: "LM0"}, out))
    known = {table.name, language_model.name, *DEFAULT_WEIGHTS} - {other.name for other in other_tables}
    return Moved(out, tuple(feature.name for feature in ini.features if feature.name not in known))


def _search(settings: Mapping[str, float]) -> dict[str, tuple[str, ...]]:
    """Our search as Moses's settings: cube pruning, and our decoder's defaults where the model has none."""
    numbers = {"distortion_limit": 6.0, "pop_limit": 400.0, **settings}
    if numbers.get("stack_size") == 0:
        # For our decoder 0 means as many as were popped; Moses would keep none.
        numbers["stack_size"] = numbers["pop_limit"]
    said = {theirs: (f"{numbers[ours]:g}",) for ours, theirs in _SETTINGS.items() if ours in numbers}
    return {"input-factors": ("0",), "mapping": ("0 T 0",), "search-algorithm": ("1",), **said}


def _described(ini: MosesIni, pair: str, renamed: Mapping[str, str], out: Path) -> dict[str, Any]:
    """The tables of a `model.toml`."""
    given = {renamed.get(name, name): list(values) for name, values in ini.weights.items()}
    if len(given.get("TranslationModel0", ())) == 5:
        # Old tables keep the phrase penalty as a fifth score.
        scores = given["TranslationModel0"]
        given |= {"TranslationModel0": scores[:4], "PhrasePenalty0": scores[4:]}
    weights = {name: given.get(name, [0.0] * len(values)) for name, values in DEFAULT_WEIGHTS.items()}
    # Moses gives this one a weight of its own if nobody else does.
    weights["UnknownWordPenalty0"] = given.get("UnknownWordPenalty0", [1.0])
    files = {"phrase_table": _OUR_TABLE, "language_model": _OUR_LM}
    settings = {
        ours: ini.number(theirs, 0)
        for ours, theirs in _SETTINGS.items()
        if theirs in ini.settings and (ours != "pop_limit" or ini.number("search-algorithm", 0) == 1)
    }
    limit = _tables(ini)[0].arguments.get("table-limit", "20")
    if not limit.isdecimal():
        raise BadFormat(
            ini.path or "moses.ini", f"table-limit={limit} is not a whole number", line=_tables(ini)[0].line
        )
    settings["table_limit"] = int(limit)
    return {
        "model": {"pair": pair, "version": VERSION, "antecede": __version__, "licence": "unknown", "tokenised": True},
        "files": files,
        "checksums": {name: checksum(out / name) for name in files.values()},
        "weights": weights,
        "decoder": settings,
    }


def _tables(ini: MosesIni) -> list[FeatureLine]:
    place = ini.path or "moses.ini"
    tables = [feature for feature in ini.features if feature.kind.startswith(("PhraseDictionary", "ProbingPT"))]
    if not tables:
        raise BadFormat(place, "names no phrase table (PhraseDictionaryMemory)")
    first = tables[0]
    if first.kind != "PhraseDictionaryMemory":
        problem = f"{first.kind} is a binary table; name the text table it was made from as PhraseDictionaryMemory"
        raise BadFormat(place, problem, line=first.line)
    scores = first.arguments.get("num-features", "4")
    if scores not in {"4", "5"}:
        problem = f"a phrase table with {scores} scores; tables with 4, or 5 with a phrase penalty, are read"
        raise BadFormat(place, problem, line=first.line)
    for factor in ("input-factor", "output-factor"):
        if first.arguments.get(factor, "0") != "0":
            problem = f"{factor}={first.arguments[factor]}: tables of words alone (factor 0) are read"
            raise BadFormat(place, problem, line=first.line)
    return tables


def _at_most_one(ini: MosesIni, what: str, features: list[FeatureLine]) -> FeatureLine | None:
    if len(features) > 1:
        problem = f"a second {what}; models with one are read, so merge them or leave one out"
        raise BadFormat(ini.path or "moses.ini", problem, line=features[1].line)
    return features[0] if features else None


def _check_reordering(ini: MosesIni, feature: FeatureLine) -> None:
    kind = feature.arguments.get("type", "")
    if kind.removesuffix("-allff") != "wbe-msd-bidirectional-fe":
        problem = f"reordering of type '{kind}'; wbe-msd-bidirectional-fe-allff is read"
        raise BadFormat(ini.path or "moses.ini", problem, line=feature.line)
    if feature.name != "LexicalReordering0":
        problem = f"the reordering table is called {feature.name}; call it LexicalReordering0"
        raise BadFormat(ini.path or "moses.ini", problem, line=feature.line)


def _feature_names(*, reordering: bool) -> tuple[str, ...]:
    return tuple(name for name in _KINDS if reordering or name != "LexicalReordering0")


def _arguments(
    folder: Path, *, reordering: str | None, order: int, table_limit: float | None
) -> dict[str, dict[str, str]]:
    factors = {"input-factor": "0", "output-factor": "0"}
    limit = {"table-limit": f"{table_limit:g}"} if table_limit is not None else {}
    return {
        "TranslationModel0": {
            "name": "TranslationModel0",
            "num-features": "4",
            "path": str(folder / _TABLE),
            **factors,
            **limit,
        },
        "LexicalReordering0": {
            "name": "LexicalReordering0",
            "num-features": "6",
            "type": "wbe-msd-bidirectional-fe-allff",
            **factors,
            "path": str(folder / (reordering or "")),
        },
        "LM0": {"lazyken": "0", "name": "LM0", "factor": "0", "path": str(folder / _ARPA), "order": str(order)},
    }


def _refuse_spaces(folder: Path) -> None:
    if any(character.isspace() for character in str(folder)):
        raise BadOption(f"{folder}: Moses cannot read files whose path contains spaces; choose another folder")


_TABLE: Final = "phrase-table.gz"
_REORDERING: Final = "reordering-table.wbe-msd-bidirectional-fe.gz"
_ARPA: Final = "lm.arpa.gz"
_OUR_TABLE: Final = "phrases.bin"
_OUR_LM: Final = "lm.bin"
# In the order of Moses's own files.
_KINDS: Final = {
    "UnknownWordPenalty0": "UnknownWordPenalty",
    "WordPenalty0": "WordPenalty",
    "PhrasePenalty0": "PhrasePenalty",
    "TranslationModel0": "PhraseDictionaryMemory",
    "LexicalReordering0": "LexicalReordering",
    "Distortion0": "Distortion",
    "LM0": "KENLM",
}
_SETTINGS: Final = {
    "distortion_limit": "distortion-limit",
    "stack_size": "stack",
    "pop_limit": "cube-pruning-pop-limit",
}
