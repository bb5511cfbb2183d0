"""What each pronoun does and what it stands for, with probabilities."""

from __future__ import annotations

from antecede.coreference._types import Anaphor, Antecedent, Function, ResolvedDocument, Resolver

__all__ = ["Anaphor", "Antecedent", "Function", "ResolvedDocument", "Resolver"]
