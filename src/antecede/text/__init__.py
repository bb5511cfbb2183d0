"""Documents, sentences and tokens; tokenising and its inverse; readers and writers."""

from __future__ import annotations

from antecede.text.document import Document, Sentence
from antecede.text.places import Place
from antecede.text.segmentation import split_sentences
from antecede.text.tokens import Token, detokenise, normalise, parts, tokenise, words

__all__ = [
    "Document",
    "Place",
    "Sentence",
    "Token",
    "detokenise",
    "normalise",
    "parts",
    "split_sentences",
    "tokenise",
    "words",
]
