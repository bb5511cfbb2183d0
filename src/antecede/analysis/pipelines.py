"""spaCy pipelines, as data: by default those of the manifest, or any that the user has installed."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Final

from antecede.errors import ResourceError
from antecede.extras import needing
from antecede.resources import default_resource, locate

if TYPE_CHECKING:
    from pathlib import Path

    from spacy.language import Language as Pipeline

# Sentences come with the text.
_NEVER: Final = ("senter", "sentencizer")


def load_pipeline(language: str, pipeline: str | Path | None = None, *, leave_out: tuple[str, ...] = ()) -> Pipeline:
    """The language's spaCy pipeline: the one of the manifest, or the one of a given name or path."""
    with needing("the parser spaCy", "parser"):
        import spacy

    wanted = default_resource("pipeline", language) if pipeline is None else None
    if pipeline is None:
        if wanted is None:
            raise ResourceError(f"no pipeline is known for '{language}': choose one that is installed, by name or path")
        pipeline = locate(wanted)
    with warnings.catch_warnings():
        # W095: trained with another spaCy. Those of the manifest are known to load, and to give what they should.
        warnings.filterwarnings("ignore", message=r"\[W095\]", category=UserWarning)
        try:
            loaded = spacy.load(pipeline, exclude=[*_NEVER, *leave_out])
        except Exception as error:  # noqa: BLE001 - a damaged pipeline makes spaCy raise whatever its parts raise
            reason = next(iter(str(error).splitlines()), type(error).__name__)
            raise ResourceError(f"the spaCy pipeline '{pipeline}' cannot be loaded: {reason}") from None
    if loaded.lang != language:
        raise ResourceError(f"the spaCy pipeline '{pipeline}' is for '{loaded.lang}', not for '{language}'")
    return loaded


def name_of(pipeline: Pipeline) -> str:
    """Name, version and parts of a pipeline: what decides its answers."""
    meta = pipeline.meta
    return f"{meta['lang']}_{meta['name']}-{meta['version']}+{'+'.join(pipeline.pipe_names)}"
