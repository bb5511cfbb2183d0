"""Models that are installed: packages that carry a model folder, found by the pair they translate.

A model's package names its folder under the entry points `antecede.models`:

    [project.entry-points."antecede.models"]
    en-fr = "antecede_model_en_fr"

A folder `xx-yy` inside the folder that ANTECEDE_MODELS names counts as installed, too, and comes first.
"""

from __future__ import annotations

import importlib.util
import os
import tomllib
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.errors import BadOption
from antecede.languages import primary
from antecede.pairs import DEFAULT_PAIR, known_pairs

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["installed_models", "installed_versions", "known_models", "model_to"]

GROUP: Final = "antecede.models"
VARIABLE: Final = "ANTECEDE_MODELS"


def installed_models() -> dict[str, Path]:
    """The folder of each pair that has a model here; nothing is opened."""
    models = {}
    for entry in entry_points(group=GROUP):
        # Looked up, not imported: a model is data.
        spec = importlib.util.find_spec(entry.value)
        for place in (spec.submodule_search_locations or ()) if spec is not None else ():
            models[entry.name] = Path(place)
    if folder := os.environ.get(VARIABLE):
        # A folder of one language is its resolver's.
        models |= {path.parent.name: path.parent for path in sorted(Path(folder).glob("*-*/model.toml"))}
    return dict(sorted(models.items()))


def installed_versions() -> Iterator[tuple[str, str]]:
    """The pair of each installed model, with what its model.toml calls its release."""
    for name, folder in installed_models().items():
        try:
            release = tomllib.loads((folder / "model.toml").read_text(encoding="utf-8"))["model"]["release"]
        except (OSError, ValueError, KeyError, TypeError):
            release = "unreleased"
        yield name, str(release)


def model_to(target: str, *, source: str | None = None) -> Path:
    """The installed model that translates into a language, from `source` where several do."""
    target, source = primary(target), source and primary(source)
    models = installed_models()
    fits = {
        name: path
        for name, path in models.items()
        if name.partition("-")[2] == target and source in (None, name.partition("-")[0])
    }
    if not fits:
        wanted = f"from '{source}' to '{target}'" if source else f"to '{target}'"
        described = (name.partition("-") for name in known_pairs())
        pairs = [f"{first}-{last}" for first, _, last in described if last == target and source in (None, first)]
        raise BadOption(f"no installed model translates {wanted}; {known_models(*pairs[:1])}")
    if len(fits) > 1:
        names = ", ".join(fits)
        raise BadOption(f"several models translate to '{target}' ({names}): give the source language as well (--from)")
    return next(iter(fits.values()))


def known_models(pair: str = "") -> str:
    """What is installed, and how to get the model of a pair, as the end of a message about what is not."""
    models = installed_models()
    told = f"installed are {', '.join(models)}" if models else "no model is installed"
    wanted = pair if models else pair or DEFAULT_PAIR
    if wanted in models or wanted not in known_pairs():
        return told
    return f"{told}: run pip install antecede-model-{wanted}, or train one with `antecede train`"
