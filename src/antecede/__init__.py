"""Gets pronouns right in machine translation, and measures how well any system did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antecede.text import Document, Sentence, Token
from antecede.version import __version__

if TYPE_CHECKING:
    from antecede.tasks.translate import SentencePair, Translation, Translator

__all__ = ["Document", "Sentence", "SentencePair", "Token", "Translation", "Translator", "__version__"]


def __getattr__(name: str) -> object:
    """What translates is imported when it is first asked for: most commands do without the engine."""
    if name in {"SentencePair", "Translation", "Translator"}:
        from antecede.tasks import translate

        return getattr(translate, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
