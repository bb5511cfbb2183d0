"""The papers' ideas, one file each: models that choose how a pronoun is translated."""

from __future__ import annotations

from antecede.pronouns.types import Decision, Outcome, PronounSystem, ScoredOption, TranslatedDocument

__all__ = ["Decision", "Outcome", "PronounSystem", "ScoredOption", "TranslatedDocument"]
