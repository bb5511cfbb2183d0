"""What stands between text and an engine's tokens: tokenise and set the case the model was trained with, and back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from antecede.text import detokenise, words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from antecede.engines.native import ModelFolder
    from antecede.pairs import Pair

__all__ = ["TextSteps"]


@dataclass(frozen=True, slots=True)
class TextSteps:
    """The steps of one model and pair, each way."""

    source: str
    target: str
    truecase: Callable[[Sequence[str]], list[str]]

    @classmethod
    def of(cls, folder: ModelFolder, pair: Pair) -> TextSteps:
        """The steps that the model was trained with; a model without a truecaser keeps the case of its text."""
        return cls(pair.source, pair.target, list)

    def source_tokens(self, text: str) -> list[str]:
        """What the engine is given for a sentence."""
        return self.truecase(words(text, self.source))

    def target_text(self, tokens: Sequence[str]) -> str:
        """What the user is given for an engine's tokens: a capital at the start, and the language's spaces."""
        return capitalised(detokenise(tokens, self.target))


def capitalised(text: str) -> str:
    """The text with its first letter as a capital; marks and digits before it stay.

    >>> capitalised("« il pleut »"), capitalised("3 chats"), capitalised("")
    ('« Il pleut »', '3 chats', '')
    """
    for at, character in enumerate(text):
        if character.isdigit():
            return text
        if character.isalpha():
            return text[:at] + character.upper() + text[at + 1 :]
    return text
