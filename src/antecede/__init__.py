"""Gets pronouns right in machine translation, and measures how well any system did."""

from __future__ import annotations

from antecede.text import Document, Sentence, Token

__version__ = "0.1.0"

__all__ = ["Document", "Sentence", "Token", "__version__"]
