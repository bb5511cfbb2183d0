"""Parsing and morphology behind one interface, on our own tokens."""

from __future__ import annotations

from antecede.analysis._types import AnalysedDocument, AnalysedSentence, Chunk, Word
from antecede.analysis.analyser import Analyser, Settings, analyser
from antecede.analysis.store import AnalysisStore, analyse_text

__all__ = [
    "AnalysedDocument",
    "AnalysedSentence",
    "Analyser",
    "AnalysisStore",
    "Chunk",
    "Settings",
    "Word",
    "analyse_text",
    "analyser",
]
