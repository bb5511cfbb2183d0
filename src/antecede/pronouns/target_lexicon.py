"""What a lexicon says of target words, in the forms that the pronoun models ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antecede.errors import ResourceError

if TYPE_CHECKING:
    from antecede.pronouns.nominals import NounLexicon

__all__ = ["noun_lexicon"]


def noun_lexicon(code: str) -> NounLexicon:
    """The nouns of a language with their gender and number."""
    raise ResourceError(f"there is no lexicon of nouns for '{code}'")
