"""Parsing and morphology behind one interface, on our own tokens."""

from __future__ import annotations

from antecede.analysis._types import AnalysedDocument, AnalysedSentence, Chunk, Word
from antecede.analysis.analyser import Analyser, analyser

__all__ = ["AnalysedDocument", "AnalysedSentence", "Analyser", "Chunk", "Word", "analyser"]
