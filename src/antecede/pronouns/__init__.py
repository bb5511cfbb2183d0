"""The papers' ideas, one file each: models that choose how a pronoun is translated."""

from __future__ import annotations

from antecede.pronouns.types import Decision, PronounModel, ScoredOption, TranslatedDocument, TranslatedSentence

__all__ = ["Decision", "PronounModel", "ScoredOption", "TranslatedDocument", "TranslatedSentence"]
