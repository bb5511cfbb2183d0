"""How well pronouns were translated: APT and its companions, comparison of systems, human judgements."""

from __future__ import annotations

from antecede.evaluation.metrics import apt
from antecede.evaluation.results import (
    AptScore,
    AutoPrf,
    Case,
    Comparison,
    Evaluation,
    Score,
    ScoredPronoun,
    SystemScore,
)

__all__ = ["AptScore", "AutoPrf", "Case", "Comparison", "Evaluation", "Score", "ScoredPronoun", "SystemScore", "apt"]
