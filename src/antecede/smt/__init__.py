"""Statistical machine translation: language models, and what the decoder is trained from."""

from antecede.smt.language_model import LanguageModel, SentenceScore, TextScore, TokenScore, estimate

__all__ = ["LanguageModel", "SentenceScore", "TextScore", "TokenScore", "estimate"]
