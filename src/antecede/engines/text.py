"""What stands between text and an engine's tokens: tokenise and set the case the model was trained with, and back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from antecede.smt.truecase import Truecaser, capitalise
from antecede.text import detokenise, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.engines.native import ModelFolder
    from antecede.pairs import Pair

__all__ = ["TextSteps"]


@dataclass(frozen=True, slots=True)
class TextSteps:
    """The steps of one model and pair, each way."""

    source: str
    target: str
    truecaser: Truecaser | None = None

    @classmethod
    def of(cls, folder: ModelFolder, pair: Pair) -> TextSteps:
        """The steps that the model was trained with; a model without a truecaser keeps the case of its text."""
        path = folder.file("truecaser_source")
        return cls(pair.source, pair.target, Truecaser.read(path) if path is not None else None)

    def source_tokens(self, text: str) -> list[str]:
        """What the engine is given for a sentence."""
        return self.cased(words(text, self.source))

    def cased(self, tokens: Sequence[str]) -> list[str]:
        """What the engine is given for a sentence's tokens: as many, in the case that the model was trained with."""
        return self.truecaser.apply(tokens) if self.truecaser is not None else list(tokens)

    def target_text(self, tokens: Sequence[str]) -> str:
        """What the user is given for an engine's tokens: capitals where sentences start, and the language's spaces."""
        return detokenise(capitalise(tokens) if self.truecaser is not None else tokens, self.target)
