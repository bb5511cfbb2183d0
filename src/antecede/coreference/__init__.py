"""What each pronoun does and what it stands for, with probabilities."""

from __future__ import annotations

from antecede.coreference._types import Anaphor, Antecedent, Clause, Function, ResolvedDocument, Resolver
from antecede.coreference.resolvers import resolver

__all__ = [
    "Anaphor",
    "Antecedent",
    "Clause",
    "Function",
    "ResolvedDocument",
    "Resolver",
    "resolver",
]
