"""Gets pronouns right in machine translation, and measures how well any system did."""

from __future__ import annotations

from antecede.version import __version__

# As `typing` has it, which takes milliseconds to import: type checkers know the name.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from antecede.tasks.translate import SentencePair, Translation, Translator
    from antecede.text import Document, Sentence, Token

__all__ = ["Document", "Sentence", "SentencePair", "Token", "Translation", "Translator", "__version__"]


def __getattr__(name: str) -> object:
    """Public names are imported when they are first asked for: the command starts at once, and most do without them."""
    from importlib import import_module

    if name in {"SentencePair", "Translation", "Translator"}:
        return getattr(import_module("antecede.tasks.translate"), name)
    if name in {"Document", "Sentence", "Token"}:
        return getattr(import_module("antecede.text"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
