"""Parsing and morphology behind one interface, on our own tokens."""

from __future__ import annotations

from antecede.analysis._types import AnalysedDocument, AnalysedSentence, Chunk, Word

__all__ = ["AnalysedDocument", "AnalysedSentence", "Chunk", "Word"]
