"""The papers' ideas, one file each: models that choose how a pronoun is translated."""

from __future__ import annotations

from antecede.pronouns.types import Decision, PronounSystem, ScoredOption, TranslatedDocument

__all__ = ["Decision", "PronounSystem", "ScoredOption", "TranslatedDocument"]
