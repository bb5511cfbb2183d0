"""Gets pronouns right in machine translation, and measures how well any system did."""

from __future__ import annotations

# As `typing` has it, which takes milliseconds to import: type checkers know the name.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from antecede.text import Document, Sentence, Token
    from antecede.translator import SentencePair, Translation, Translator

__version__ = "0.1.0"

__all__ = ["Document", "Sentence", "SentencePair", "Token", "Translation", "Translator", "__version__"]


def __getattr__(name: str) -> object:
    """Public names are imported when they are first asked for: the command starts at once, and most do without them."""
    from importlib import import_module

    if name in {"SentencePair", "Translation", "Translator"}:
        return getattr(import_module("antecede.translator"), name)
    if name in {"Document", "Sentence", "Token"}:
        return getattr(import_module("antecede.text"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
