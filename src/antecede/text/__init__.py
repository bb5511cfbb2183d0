"""Documents, sentences and tokens; tokenising and its inverse; readers and writers."""

from __future__ import annotations

from antecede.text.document import Document, Sentence, Token

__all__ = ["Document", "Sentence", "Token"]
