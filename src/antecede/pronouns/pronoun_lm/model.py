"""The pronoun language model: which pronoun follows, given the gender and number of the nouns and pronouns before it.

Luong and Popescu-Belis 2016, section 3: trained on text of the target language alone. At each pronoun the gender and
number of the five nouns or pronouns before it and the pronoun itself make a sequence, each a sentence of its own for a
5-gram model with modified Kneser-Ney smoothing. The model sees four of the five; after four of them a fifth comes as
often as a pronoun, so that pronouns share about half of the probability there, as in the paper's Table 1.

`Mixture` goes where the paper pointed: each of more nouns before may be the one that the pronoun stands for, the nearer
the likelier, and how much nearer counts is learnt. A history of mixed genders so gives each gender its share.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from antecede.errors import InputError
from antecede.languages import Gender, Number
from antecede.smt.language_model import LanguageModel, estimate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from antecede.languages import Agreement
    from antecede.pronouns.target.nominals import Nominal, NominalFinder

__all__ = ["MIXTURE_SIZE", "PAPER_SIZE", "PronounLanguageModel", "remember", "sequences", "tag", "train"]

PAPER_SIZE: Final = 5
"""The paper's N: how many nouns and pronouns are written before a pronoun, and the order of the model, which so sees
one less."""
MIXTURE_SIZE: Final = 12


def tag(agreement: Agreement) -> str | None:
    """Gender and number in one word, as the model knows them; None for what is neither masculine nor feminine.

    >>> from antecede.languages import Agreement, Gender, Number
    >>> tag(Agreement(Gender.FEMININE, Number.SINGULAR))
    'fem-sg'
    """
    # A form that does not show its number (*temps*, *pays*) is singular more often than not.
    known = agreement.gender in (Gender.MASCULINE, Gender.FEMININE)
    return f"{agreement.gender}-{agreement.number or Number.SINGULAR}" if known else None


def remember(history: tuple[str, ...], nominals: Iterable[Nominal], size: int = MIXTURE_SIZE) -> tuple[str, ...]:
    """The gender and number of the last nouns and pronouns, the most recent last, after more of them."""
    tags = (tag(nominal.agreement) for nominal in nominals)
    return (*history, *(each for each in tags if each is not None))[-size:]


def sequences(
    documents: Iterable[Iterable[Sequence[str]]], finder: NominalFinder, size: int = MIXTURE_SIZE
) -> Iterator[tuple[tuple[str, ...], str]]:
    """For each modelled pronoun of the documents' sentences the history before it, and the pronoun."""
    for document in documents:
        history: tuple[str, ...] = ()
        for tokens in document:
            for nominal in finder.find(tokens):
                if nominal.pronoun and nominal.word in finder.clues.modelled:
                    yield history, nominal.word
                history = remember(history, (nominal,), size)


class PronounLanguageModel:
    """The paper's model: a pronoun after the gender and number of the nouns or pronouns before it."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    @classmethod
    def open(cls, path: Path | str) -> Self:
        """Map a model's file; an ARPA file will do as well."""
        return cls(LanguageModel(path))

    @property
    def size(self) -> int:
        """How many nouns and pronouns count: in the paper four."""
        return self._model.order - 1

    def log10(self, pronoun: str, history: Sequence[str]) -> float:
        """log10 of the pronoun's probability after the history, the most recent of it last."""
        context = history[-self.size :]
        return self._model.probability(pronoun, " ".join(context), sentence_start=len(context) < self.size)

    def n_gram(self, pronoun: str, context: Sequence[str], *, start: bool = False) -> float | None:
        """log10 of the pronoun after exactly this context, with the sequence's start before it or without.

        None if the model has no such n-gram, but only a shorter one.
        """
        entry = self._model.look_up(pronoun, " ".join(context), sentence_start=start)
        return None if entry.oov or entry.order != len(context) + 1 + start else entry.log10


def train(observed: Iterable[tuple[tuple[str, ...], str]], path: Path | str, *, size: int = PAPER_SIZE) -> int:
    """Write the paper's model of these histories and pronouns, N being `size`; how many there were."""
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        text = Path(folder, "sequences")
        with text.open("w", encoding="utf-8") as file:
            for history, pronoun in observed:
                file.write(" ".join((*history[-size:], pronoun)) + "\n")
                count += 1
        if not count:
            raise InputError("the text has no third-person pronoun to learn from")
        model = estimate([text], order=size, threads=1)
        model.write(path)
    return count
