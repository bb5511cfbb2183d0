"""What a system is opened with: a model folder, a mode, and what is asked of the decoder."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from antecede.engines import ENGINES, open_engine
from antecede.engines.native import NativeEngine
from antecede.engines.text import TextSteps
from antecede.models import DEFAULT_KIND, ModelFolder
from antecede.pairs import Pair, pair

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from antecede.engines import Ability, Engine
    from antecede.engines.native import Extras

    Mode = Literal["paper", "best"]

__all__ = ["MODES", "Setting"]

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
    given: Engine | None = None
    """An engine that is open already and translates in place of the folder's."""

    @classmethod
    def of(
        cls,
        model_folder: ModelFolder | Path | str,
        mode: Mode = "best",
        *,
        tokenised: bool = False,
        threads: int = 1,
        decoder: Mapping[str, float] | None = None,
        engine: Engine | None = None,
    ) -> Setting:
        """That of a model folder, for text or for the model's own tokens."""
        folder = model_folder if isinstance(model_folder, ModelFolder) else ModelFolder.find(model_folder)
        described = pair(folder.pair)
        steps = TextSteps.of(folder, described, tokenised=tokenised)
        return cls(folder, described, steps, mode, threads, decoder or {}, engine)

    def engine(self) -> Engine:
        """What translates: the engine that is given, or the folder's."""
        return self.given or open_engine(self.folder, pair=self.pair.name, threads=self.threads, **self.decoder)

    def native_engine(
        self, *, weights: Mapping[str, Sequence[float]] | None = None, extras: Extras | None = None
    ) -> NativeEngine:
        """The folder's decoder, with more features."""
        return NativeEngine.open(self.folder, threads=self.threads, weights=weights, extras=extras, **self.decoder)

    @property
    def kind(self) -> str | None:
        """The kind of the folder's engine; none where another one is given."""
        return None if self.given is not None else self.folder.kind

    @property
    def ours(self) -> bool:
        """Whether our own decoder translates, which the pronoun models were tuned on."""
        return self.kind == DEFAULT_KIND

    @property
    def abilities(self) -> frozenset[Ability]:
        """What the engine can do; it is not opened for that."""
        return self.given.abilities if self.given is not None else ENGINES[self.folder.kind].abilities

    @property
    def measure(self) -> float:
        """The language model's weight: weights that were tuned may all be small, or all be large."""
        return abs(self.folder.weights.get("LM0", [1.0])[0])
