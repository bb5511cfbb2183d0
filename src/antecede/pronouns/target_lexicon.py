"""What a lexicon says of target words, in the forms that the pronoun models ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antecede.errors import ResourceError

if TYPE_CHECKING:
    from collections.abc import Callable

    from antecede.languages import Gender
    from antecede.pronouns.nominals import NounLexicon
    from antecede.pronouns.projection import WordMorphology

__all__ = ["gender_shown", "noun_lexicon", "target_words"]


def noun_lexicon(code: str) -> NounLexicon:
    """The nouns of a language with their gender and number."""
    raise ResourceError(f"there is no lexicon of nouns for '{code}'")


def gender_shown(code: str) -> Callable[[str], Gender | None]:
    """The gender that the form of an adjective or participle shows, if it shows one."""
    raise ResourceError(f"there is no lexicon of forms for '{code}'")


def target_words(code: str) -> WordMorphology:
    """The nouns and pronouns that antecedents become."""
    raise ResourceError(f"there is no lexicon of nouns for '{code}'")
