"""The systems by name: `baseline`, `coreference`, `rerank`, `post-edit`, `combined`, each opened from a model folder.

A system is a module with a function `open_system(setting) -> PronounModel`, and a line in the table below.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, cast

from antecede.engines.native import ModelFolder, NativeEngine
from antecede.engines.text import TextSteps
from antecede.errors import BadOption, ResourceError
from antecede.pairs import Pair, pair

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from antecede.engines.native import Extras
    from antecede.pronouns._types import PronounModel

    Mode = Literal["paper", "best"]

__all__ = ["MODES", "SYSTEMS", "Setting", "system"]

SYSTEMS: Final[Mapping[str, str]] = {
    "baseline": "antecede.pronouns.baseline",
    "coreference": "antecede.pronouns.coreference_system",
    "rerank": "antecede.pronouns.rerank_system",
    "post-edit": "antecede.pronouns.post_editing",
    "combined": "antecede.pronouns.combined",
}
"""The module of each system."""
MODES: Final[tuple[Mode, ...]] = ("paper", "best")
"""As printed in the papers, or as good as we can."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a system is opened with: a model, how it is to work, and what is asked of the decoder."""

    folder: ModelFolder
    pair: Pair
    steps: TextSteps
    mode: Mode = "best"
    threads: int = 1
    decoder: Mapping[str, float] = field(default_factory=dict)
    """The decoder's settings that replace the folder's."""

    @classmethod
    def of(
        cls,
        model_folder: ModelFolder | Path | str,
        mode: Mode = "best",
        *,
        tokenised: bool = False,
        threads: int = 1,
        decoder: Mapping[str, float] | None = None,
    ) -> Setting:
        """That of a model folder, for text or for the model's own tokens."""
        folder = model_folder if isinstance(model_folder, ModelFolder) else ModelFolder.read(model_folder)
        described = pair(folder.pair)
        steps = TextSteps.of(folder, described, tokenised=tokenised)
        return cls(folder, described, steps, mode, threads, decoder or {})

    def engine(
        self, *, weights: Mapping[str, Sequence[float]] | None = None, extras: Extras | None = None
    ) -> NativeEngine:
        """The folder's engine, with more features if there are any."""
        return NativeEngine.open(self.folder, threads=self.threads, weights=weights, extras=extras, **self.decoder)

    @property
    def measure(self) -> float:
        """The language model's weight: weights that were tuned may all be small, or all be large."""
        return abs(self.folder.weights.get("LM0", [1.0])[0])

    def file(self, name: str) -> Path:
        """One of the folder's pronoun models; raises `ResourceError` where it has none of that name."""
        path = self.folder.file(name)
        if path is None:
            raise ResourceError(
                f"{self.folder.path}: has no {name} model;"
                f" `antecede train-pronouns --model {self.folder.path}` makes one"
            )
        return path


def system(
    name: str,
    mode: str,
    model_folder: ModelFolder | Path | str,
    *,
    tokenised: bool = False,
    threads: int = 1,
    **decoder: float,
) -> PronounModel:
    """The system of that name on a model folder, for text or for the model's own tokens."""
    if name not in SYSTEMS:
        raise BadOption(f"unknown system '{name}': the systems are {', '.join(SYSTEMS)}")
    if mode not in MODES:
        raise BadOption(f"unknown mode '{mode}': the modes are {', '.join(MODES)}")
    try:
        module = importlib.import_module(SYSTEMS[name])
    except ModuleNotFoundError as error:
        if error.name != SYSTEMS[name]:
            raise
        raise ResourceError(f"the system '{name}' is not part of this version") from None
    opened = cast("Callable[[Setting], PronounModel]", module.open_system)
    return opened(Setting.of(model_folder, mode, tokenised=tokenised, threads=threads, decoder=decoder))
