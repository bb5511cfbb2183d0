"""A model of a few words with pronouns, and documents resolved by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from decoder_reference import Model, Pair

from antecede.analysis import AnalysedDocument, AnalysedSentence, Word
from antecede.coreference import Anaphor, Antecedent, Function, ResolvedDocument
from antecede.languages import Agreement, Gender, Number

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_WORDS = {
    "the": ["le", "la"],
    "cat": ["chat"],
    "mouse": ["souris"],
    "house": ["maison"],
    "sleeps": ["dort"],
    "works": ["marche"],
    "and": ["et"],
    "it": ["il", "elle", "ce"],
    "they": ["ils", "elles"],
    ".": ["."],
}
_NGRAMS = ["le chat", "la souris", "la maison", "il dort", "et il"]
NOUNS = {
    "chat": Agreement(Gender.MASCULINE, Number.SINGULAR),
    "souris": Agreement(Gender.FEMININE, None),
    "maison": Agreement(Gender.FEMININE, Number.SINGULAR),
    "chats": Agreement(Gender.MASCULINE, Number.PLURAL),
}


def noun(tokens: Sequence[str], position: int) -> Agreement | None:
    """A lexicon of a few nouns."""
    return NOUNS.get(tokens[position].lower())


def write_pronoun_model(folder: Path) -> Path:
    """A model folder whose engine always says *il* for *it*."""
    folder.mkdir()
    table: dict[tuple[str, ...], list[Pair]] = {}
    for source, targets in _WORDS.items():
        shares = [0.6, 0.3, 0.1][: len(targets)]
        table[source,] = [
            Pair((target,), (share,) * 4, (), ((0, 0),)) for target, share in zip(targets, shares, strict=True)
        ]
    table["it", "works"] = [Pair(("ça", "marche"), (0.01,) * 4, (), ((0, 0), (1, 1)))]
    ngrams: dict[tuple[str, ...], tuple[float, float]] = {}
    words = [target for targets in _WORDS.values() for target in targets]
    ngrams |= {(word,): (-1.5, 0.0) for word in ["<unk>", "<s>", "</s>", "ça", *words]}
    ngrams |= {tuple(pair.split()): (-0.2, 0.0) for pair in _NGRAMS}
    Model(table, ngrams, 2, {}).write(folder)
    (folder / "model.toml").write_text(
        '[model]\npair = "en-fr"\nversion = 1\n\n[files]\nphrase_table = "phrases.bin"\nlanguage_model = "lm.bin"\n\n'
        "[weights]\nLM0 = [0.5]\nDistortion0 = [0.3]\nWordPenalty0 = [-1.0]\n"
        'TranslationModel0 = [0.2, 0.2, 0.2, 0.2]\nUnknownWordPenalty0 = [1.0]\n\n[[data]]\nrole = "source"\n'
    )
    return folder


def analysed(*sentences: str, language: str = "en") -> AnalysedDocument:
    """Sentences with nothing known but their words."""
    return AnalysedDocument(
        language,
        tuple(
            AnalysedSentence(
                tuple(Word(text, text.lower(), "X", None, None, None, 0, "dep") for text in sentence.split())
            )
            for sentence in sentences
        ),
    )


def mention(document: AnalysedDocument, sentence: int, head: int, probability: float = 1.0) -> Antecedent:
    """A mention of one word."""
    text = document.sentences[sentence].tokens[head]
    return Antecedent(sentence, head, head + 1, head, text, None, Number.SINGULAR, human=False, probability=probability)


def resolved(document: AnalysedDocument, *pronouns: tuple[int, int, Sequence[Antecedent]]) -> ResolvedDocument:
    """A document with pronouns (sentence, token, antecedents)."""
    return ResolvedDocument(
        document,
        tuple(
            Anaphor(
                sentence,
                token,
                document.sentences[sentence].tokens[token],
                "subject",
                Function(),
                tuple(antecedents),
                1.0 - sum(antecedent.probability for antecedent in antecedents),
            )
            for sentence, token, antecedents in pronouns
        ),
    )
