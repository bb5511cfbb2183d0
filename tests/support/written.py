"""Analysed documents written by hand, a token as `text/POS/head/relation`."""

from __future__ import annotations

from antecede.analysis import AnalysedDocument, AnalysedSentence, Chunk, Word
from antecede.languages import Number


def analysed(*sentences: str, language: str = "en") -> AnalysedDocument:
    """A document; heads count from 0, and each noun with what precedes and depends on it is a chunk."""
    return AnalysedDocument(language, tuple(_sentence(text) for text in sentences))


def _sentence(text: str) -> AnalysedSentence:
    rows = [token.rsplit("/", 3) for token in text.split()]
    words = []
    for form, pos, head, relation in rows:
        plural = form.endswith("s") and pos == "NOUN"
        number = (Number.PLURAL if plural else Number.SINGULAR) if pos in {"NOUN", "PROPN"} else None
        lemma = form.lower().removesuffix("s") if plural else form.lower()
        lemma = {"is": "be", "was": "be", "'s": "be", "were": "be"}.get(lemma, lemma)
        words.append(Word(form, lemma, pos, None, number, 3, int(head), relation))
    chunks = []
    for token, word in enumerate(words):
        if word.pos in {"NOUN", "PROPN", "PRON"} and word.relation != "compound":
            start = token
            while start and words[start - 1].head == token and words[start - 1].pos in {"DET", "ADJ", "PROPN", "NOUN"}:
                start -= 1
            chunks.append(Chunk(start, token + 1, token))
    return AnalysedSentence(tuple(words), tuple(chunks))
