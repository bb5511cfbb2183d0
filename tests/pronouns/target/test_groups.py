"""What agrees with several nouns that *and* joins."""

from __future__ import annotations

import pytest

from antecede.analysis import AnalysedDocument, AnalysedSentence, Word
from antecede.coreference import Antecedent
from antecede.languages import Agreement, Gender, Number
from antecede.pronouns.target.groups import joined_agreement, members

BECAME = {
    "table": Gender.FEMININE,
    "lamp": Gender.FEMININE,
    "bed": Gender.MASCULINE,
    "daughter": Gender.FEMININE,
    "neighbour": Gender.MASCULINE,
}
NAMES = frozenset({"Anna", "Claire", "Paul", "Smith", "Mrs", "Qwertz"})


def joined(*heads: int, text: str) -> tuple[AnalysedDocument, Antecedent]:
    """A text that is one coordination with its members at these places; names lean on the member after them."""
    tokens = text.split()
    words = []
    for at, token in enumerate(tokens):
        member = next(head for head in (*heads, heads[-1]) if head >= at or head == heads[-1])
        head, relation = (heads[0], "conj") if at in heads[1:] else (member, "dep")
        pos = "PROPN" if token in NAMES else "NOUN" if at in heads else "X"
        words.append(Word(token, token.lower(), pos, None, None, None, head, relation))
    antecedent = Antecedent(0, 0, len(tokens), heads[0], text, None, Number.PLURAL, human=None, probability=1.0)
    return AnalysedDocument("en", (AnalysedSentence(tuple(words)),)), antecedent


@pytest.mark.parametrize(
    ("text", "heads", "gender"),
    [
        ("Anna and Claire", (0, 2), Gender.FEMININE),
        ("Anna , Claire and Paul", (0, 2, 4), Gender.MASCULINE),
        ("Mrs Smith and Anna", (1, 3), Gender.FEMININE),
        ("Anna Smith and Claire Smith", (1, 4), Gender.FEMININE),
        ("the table and the lamp", (1, 4), Gender.FEMININE),
        ("the table and the bed", (1, 4), Gender.MASCULINE),
        ("Anna and her daughter", (0, 3), Gender.FEMININE),
        ("Anna and her neighbour", (0, 3), Gender.MASCULINE),
        # Whether all are feminine is not known.
        ("Anna and Qwertz", (0, 2), None),
    ],
)
def test_one_masculine_decides(text: str, heads: tuple[int, ...], gender: Gender | None) -> None:
    document, antecedent = joined(*heads, text=text)
    words = document.sentences[0].words
    assert members(antecedent, words) == heads
    found = joined_agreement(antecedent, document, lambda head: BECAME.get(words[head].text))
    assert found == Agreement(gender, Number.PLURAL)


def test_what_joins_nothing_is_left_to_its_noun() -> None:
    document, antecedent = joined(1, text="the table")
    assert joined_agreement(antecedent, document, lambda head: BECAME.get(str(head))) is None
