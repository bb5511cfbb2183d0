"""Documents that were parsed, resolved and translated once: what is made of them depends on no parser and no engine."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from antecede.alignment import Link
from antecede.analysis import AnalysedDocument, AnalysedSentence, Chunk, Word
from antecede.coreference import Anaphor, Antecedent, Function, ResolvedDocument
from antecede.engines import Hypothesis
from antecede.languages import Agreement, Gender, Number

if TYPE_CHECKING:
    from collections.abc import Mapping

DATA = Path(__file__).with_name("data")
NAMES = tuple(sorted(file.name.removesuffix(".json") for file in DATA.glob("??-??.*.json")))
"""The documents: the pair, a dot, and what it is."""


@dataclass(frozen=True, slots=True)
class Frozen:
    """A document as the parser left it, as the resolver left it, and in translation."""

    pair: str
    resolved: ResolvedDocument
    translation: tuple[Hypothesis, ...]
    nouns: Mapping[str, Agreement]
    """The nouns of the translation, by their forms."""
    lemmas: Mapping[str, str]
    """The other words of the translation whose dictionary form is another."""


def frozen(name: str) -> Frozen:
    """The document of that name."""
    told = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    pair = name.partition(".")[0]
    analysis = AnalysedDocument(
        pair.partition("-")[0],
        tuple(
            AnalysedSentence(
                tuple(_word(row) for row in sentence["words"]), tuple(Chunk(*row) for row in sentence["chunks"])
            )
            for sentence in told["sentences"]
        ),
    )
    return Frozen(
        pair,
        ResolvedDocument(analysis, tuple(_anaphor(row) for row in told["anaphors"])),
        tuple(
            Hypothesis(
                tuple(sentence["translation"].split()), alignment=tuple(Link(*link) for link in sentence["alignment"])
            )
            for sentence in told["sentences"]
        ),
        {word: Agreement(_gender(gender), _number(number)) for word, (gender, number) in told["nouns"].items()},
        told["lemmas"],
    )


def _word(row: list[Any]) -> Word:
    text, lemma, pos, gender, number, person, head, relation, entity = row
    return Word(
        text=text,
        lemma=lemma,
        pos=pos,
        gender=_gender(gender),
        number=_number(number),
        person=person,
        head=head,
        relation=relation,
        entity=entity,
    )


def _anaphor(row: Mapping[str, Any]) -> Anaphor:
    antecedents = tuple(
        Antecedent(**each | {"gender": _gender(each["gender"]), "number": _number(each["number"])})
        for each in row["antecedents"]
    )
    rest = {"function": Function(**row["function"]), "antecedents": antecedents}
    return Anaphor(**dict(row) | rest)


def _gender(name: str | None) -> Gender | None:
    return None if name is None else Gender[name]


def _number(name: str | None) -> Number | None:
    return None if name is None else Number[name]
