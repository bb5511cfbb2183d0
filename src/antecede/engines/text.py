"""What stands between text and an engine's tokens: tokenise and set the case the model was trained with, and back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from antecede.text import detokenise, tokenise, words
from antecede.text.splicing import splice
from antecede.text.truecase import capitalise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.engines import Hypothesis
    from antecede.models import ModelFolder
    from antecede.pairs import Pair
    from antecede.text.truecase import Truecaser

__all__ = ["TextSteps"]


@dataclass(frozen=True, slots=True)
class TextSteps:
    """The steps of one model and pair, each way."""

    source: str
    target: str
    truecaser: Truecaser | None = None
    tokenised: bool = False

    @classmethod
    def of(cls, folder: ModelFolder, pair: Pair, *, tokenised: bool = False) -> TextSteps:
        """The steps that the model was trained with; a model without a truecaser keeps the case of its text.

        Text that is `tokenised` has the model's case already, and its reader expects tokens.
        """
        truecaser = None if tokenised else folder.truecaser("source")
        return cls(pair.source, pair.target, truecaser, tokenised)

    def source_tokens(self, text: str) -> list[str]:
        """What the engine is given for a sentence."""
        return self.cased(words(text, self.source))

    def cased(self, tokens: Sequence[str]) -> list[str]:
        """Tokens of a text in the case that the engine knows."""
        if self.truecaser is None:
            return list(tokens)
        # A headline in capitals is the same sentence in small letters: the model has seen few of the former.
        return self.truecaser.apply([token.lower() for token in tokens] if _shouts(tokens) else tokens)

    def written(self, translation: Hypothesis, source: Sequence[str] = ()) -> str:
        """What the user is given for a translation: the engine's own text, where it wrote text, as far as it is kept.

        Otherwise, or where it is to be tokens, what `target_text` makes of its tokens.
        """
        if self.tokenised or not translation.text:
            return self.target_text(translation.tokens, source)
        return splice(translation.text, tokenise(translation.text, self.target), translation.tokens)

    def target_text(self, tokens: Sequence[str], source: Sequence[str] = ()) -> str:
        """What the user is given for an engine's tokens: capitals where sentences start, and the language's spaces.

        With the tokens of the source text, a sentence in capitals stays one, and so does one that starts small.
        """
        if self.tokenised:
            return " ".join(tokens)
        if self.truecaser is None:
            return detokenise(tokens, self.target)
        text = detokenise(tokens if _starts_small(source) else capitalise(tokens), self.target)
        return text.upper() if _shouts(source) else text


def _shouts(tokens: Sequence[str]) -> bool:
    """Whether a sentence is typed in capitals; one word alone may be an abbreviation."""
    cased = [token for token in tokens if token.upper() != token.lower()]
    return sum(map(len, cased)) > 8 and len(cased) > 1 and all(token == token.upper() for token in cased)


def _starts_small(tokens: Sequence[str]) -> bool:
    first = next((token for token in tokens if any(map(str.isalnum, token))), "")
    return first[:1].islower() and first == first.lower()
