"""Parsing and morphology behind one interface, on our own tokens."""

from __future__ import annotations

from antecede.analysis._types import AnalysedDocument, AnalysedSentence, Chunk, Word, bare_analysis
from antecede.analysis._workers import in_order
from antecede.analysis.analyser import Analyser, Settings, analyser
from antecede.analysis.humanness import human_share, is_human, word_is_human
from antecede.analysis.lexicon import Lexicon, has_lexicon, lexicon
from antecede.analysis.nouns import Nouns, nouns
from antecede.analysis.store import AnalysisStore, analyse_text

__all__ = [
    "AnalysedDocument",
    "AnalysedSentence",
    "Analyser",
    "AnalysisStore",
    "Chunk",
    "Lexicon",
    "Nouns",
    "Settings",
    "Word",
    "analyse_text",
    "analyser",
    "bare_analysis",
    "has_lexicon",
    "human_share",
    "in_order",
    "is_human",
    "lexicon",
    "nouns",
    "word_is_human",
]
