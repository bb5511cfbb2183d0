"""What a part of the pronoun models is trained from and for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from antecede.files import make_folder

if TYPE_CHECKING:
    from pathlib import Path

    from antecede.models import ModelFolder
    from antecede.pronouns.training.corpus import CorpusFiles

__all__ = ["TrainingJob"]


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
