"""Notes as engines take them: a paragraph in the source language, or instructions for a language model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from antecede.languages import Gender, Number, language
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.coreference import Antecedent
    from antecede.pairs import Pair
    from antecede.pronouns.context.notes import Expected, Note
    from antecede.text import Token

    Tokens = Sequence[Sequence[Token]]

__all__ = ["LONGEST", "SENTENCES", "antecedent_text", "described", "instructions", "paragraph", "said"]

LONGEST: Final = 1000
"""Characters that a paragraph has at most: context is to be read with every sentence."""
SENTENCES: Final = 3
"""Sentences before that it begins with at most."""
_GENDERS: Final = {Gender.MASCULINE: "masculine", Gender.FEMININE: "feminine", Gender.NEUTER: "neuter"}
_NUMBERS: Final = {Number.SINGULAR: "singular", Number.PLURAL: "plural"}
_NATURES: Final[dict[tuple[Gender | None, Number | None], str]] = {
    (Gender.MASCULINE, Number.SINGULAR): "a male person",
    (Gender.FEMININE, Number.SINGULAR): "a female person",
    (Gender.NEUTER, Number.SINGULAR): "a thing",
    (None, Number.PLURAL): "more than one",
}


def paragraph(at: int, notes: Sequence[Note], lines: Sequence[str], tokens: Tokens, pair: Pair) -> str:
    """The sentences before the one at a place of its document, and what its pronouns stand for: as DeepL wants context.

    It is in the source language, and in one line. What is farthest off is left out first where it would be too long;
    notes are left out where the language has no words for them, or where they alone are too long.
    """
    words = language(pair.source).notes
    told: list[str] = []
    if words is not None:
        for note in notes:
            pattern = getattr(words, note.refers)
            named = "" if note.antecedent is None else antecedent_text(note.antecedent, lines, tokens)
            told.append(pattern.format(pronoun=_quoted(note, lines[at], tokens[at]), antecedent=named))
    told = list(dict.fromkeys(told))
    while told and len(" ".join(told)) > LONGEST:
        told.pop()
    before: list[str] = []
    for line in reversed([each for each in lines[:at] if each.strip()][-SENTENCES:]):
        if len(" ".join([line, *before, *told])) > LONGEST:
            break
        before.insert(0, line)
    return " ".join(" ".join([*before, *told]).split())


def instructions(at: int, notes: Sequence[Note], lines: Sequence[str], tokens: Tokens, pair: Pair) -> str:
    """What a language model is told of a sentence's pronouns, in one line; nothing where there is nothing to say."""
    target = language(pair.target).name
    told = []
    for note in notes:
        pronoun = f"“{_quoted(note, lines[at], tokens[at])}” {said(note, lines, tokens)}"
        if note.expected is not None:
            word = f" (“{note.expected.word}” in {target})" if note.expected.word else ""
            forms = f": {' or '.join(note.expected.pronouns)}" if note.expected.pronouns else ""
            pronoun += f"{word}; in {target}, {described(note.expected, pair)}{forms}"
        told.append(f"{pronoun}.")
    return " ".join(" ".join(told).split())


def said(note: Note, lines: Sequence[str], tokens: Tokens) -> str:
    """What a pronoun refers to, in English."""
    if note.antecedent is not None:
        return f"stands for “{antecedent_text(note.antecedent, lines, tokens)}”"
    return "refers to nothing" if note.refers == "nothing" else "refers to what was said before"


def described(expected: Expected, pair: Pair) -> str:
    """Gender and number in English: grammatical, or, where they are natural, what kind of thing it is."""
    if not pair.agrees_with_translation:
        return _NATURES[expected.gender, expected.number]
    names = (
        _GENDERS[expected.gender] if expected.gender else "",
        _NUMBERS[expected.number] if expected.number else "",
    )
    return " ".join(filter(None, names))


def antecedent_text(antecedent: Antecedent, lines: Sequence[str], tokens: Tokens) -> str:
    """The antecedent as it stands in its line."""
    inside = tokens[antecedent.sentence][antecedent.start : antecedent.end]
    return lines[antecedent.sentence][inside[0].start : inside[-1].end]


def _quoted(note: Note, line: str, tokens: Sequence[Token]) -> str:
    """The pronoun, with the words around it where its sentence has it more than once."""
    alone = sum(normalise(token.text) == normalise(note.text) for token in tokens) == 1
    around = tokens[note.token : note.token + 1] if alone else tokens[max(note.token - 1, 0) : note.token + 2]
    return line[around[0].start : around[-1].end]
