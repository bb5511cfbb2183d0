"""Word alignments: read and written, symmetrised, and computed by an aligner."""

from __future__ import annotations

from antecede.alignment.alignments import Alignments, Link
from antecede.alignment.symmetrise import METHODS, symmetrise

__all__ = ["METHODS", "Alignments", "Link", "symmetrise"]
