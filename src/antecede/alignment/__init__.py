"""Word alignments: read and written, symmetrised, and computed by an aligner."""

from __future__ import annotations

from antecede.alignment.aligners import ALIGNERS, Aligner, aligner
from antecede.alignment.alignments import Alignments, Link
from antecede.alignment.compute import AlignmentResult, align_corpus
from antecede.alignment.symmetrise import METHODS, symmetrise

__all__ = [
    "ALIGNERS",
    "METHODS",
    "Aligner",
    "AlignmentResult",
    "Alignments",
    "Link",
    "align_corpus",
    "aligner",
    "symmetrise",
]
