"""Training of the pronoun models from parallel text with documents, part by part, into a model folder.

A part is a module with a function `train_part(job) -> figures`, and a line in the table below.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from antecede.errors import BadOption, ResourceError
from antecede.files import make_folder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from antecede.engines.native import ModelFolder
    from antecede.pronouns.corpus import CorpusFiles

__all__ = ["PARTS", "TrainingJob", "train_pronouns"]

PARTS: Final[Mapping[str, str]] = {
    "coreference": "antecede.pronouns.coreference_training",
    "plm": "antecede.pronouns.plm_training",
    "combined": "antecede.pronouns.combined_training",
}
"""The module of each part, in the order in which they are trained: later ones may use earlier ones."""


@dataclass(frozen=True, slots=True)
class TrainingJob:
    """What a part is trained from and for."""

    folder: ModelFolder
    files: CorpusFiles
    lines: int = 0
    """About how many lines to learn from; 0 for all."""
    store: Path | None = None
    """Where analyses are kept; beside the model if it is not said."""
    threads: int = 1
    progress: bool = False

    @property
    def work(self) -> Path:
        """The folder for what a killed run has done, which is made."""
        return make_folder(self.folder.path / ".pronouns")


def train_pronouns(job: TrainingJob, only: Sequence[str] = ()) -> dict[str, Mapping[str, Any]]:
    """Train the parts named, or all that this version has; the figures of each."""
    for name in only:
        if name not in PARTS:
            raise BadOption(f"unknown part '{name}': the parts are {', '.join(PARTS)}")
    figures: dict[str, Mapping[str, Any]] = {}
    for name, module in PARTS.items():
        if only and name not in only:
            continue
        try:
            part = importlib.import_module(module)
        except ModuleNotFoundError as error:
            if error.name != module:
                raise
            if name in only:
                raise ResourceError(f"the part '{name}' is not in this version") from None
            continue
        if only or job.folder.pair in getattr(part, "PAIRS", (job.folder.pair,)):
            figures[name] = part.train_part(job)
    return figures
