"""The Spanish resolver on sentences analysed by hand: `text/POS/head/relation/gender and number`."""

from __future__ import annotations

import pytest

from antecede.analysis import AnalysedDocument, AnalysedSentence, Chunk, Word
from antecede.coreference import resolver
from antecede.coreference.candidates import dropped_subject
from antecede.coreference.mentions import find_mentions
from antecede.languages import Gender, Number, language

GENDERS = {"m": Gender.MASCULINE, "f": Gender.FEMININE}
NUMBERS = {"s": Number.SINGULAR, "p": Number.PLURAL}

SISTER = "Mi/DET/1/det hermana/NOUN/2/nsubj/fs tiene/VERB/2/root//s una/DET/4/det/fs casa/NOUN/2/obj/fs ./PUNCT/2/punct"
BROTHER = SISTER.replace("hermana/NOUN/2/nsubj/fs", "hermano/NOUN/2/nsubj/ms")
HOUSE = "Su/DET/1/det//s casa/NOUN/2/nsubj/fs brilla/VERB/2/root//s ./PUNCT/2/punct"
MINISTERS = (
    "Los/DET/1/det/mp ministros/NOUN/2/nsubj/mp perdieron/VERB/2/root//p su/DET/4/det//s dinero/NOUN/2/obj/ms"
    " ./PUNCT/2/punct"
)
SHE = "Ella/PRON/1/nsubj/fs canta/VERB/1/root//s ./PUNCT/1/punct"
COUPLE = "La/DET/1/det/fs mujer/NOUN/2/nsubj/fs vio/VERB/2/root//s al/ADP/4/case hombre/NOUN/2/obj/ms ./PUNCT/2/punct"
TURN = "A/ADP/2/case su/DET/2/det//s vez/NOUN/3/obl/fs canta/VERB/3/root//s ./PUNCT/3/punct"
MARIA = "María/PROPN/2/nsubj López/PROPN/0/flat canta/VERB/2/root//s ./PUNCT/2/punct"


def analysed(*sentences: str) -> AnalysedDocument:
    return AnalysedDocument("es", tuple(_sentence(text) for text in sentences))


def _sentence(text: str) -> AnalysedSentence:
    words = []
    for token in text.split():
        form, pos, head, relation, *more = token.split("/")
        marks = "".join(more)
        gender = next((GENDERS[mark] for mark in marks if mark in GENDERS), None)
        number = next((NUMBERS[mark] for mark in marks if mark in NUMBERS), None)
        entity = "PER" if pos == "PROPN" else ""
        person = 3 if pos == "VERB" else None
        lemma = form.lower().removesuffix("s") if number is Number.PLURAL else form.lower()
        words.append(Word(form, lemma, pos, gender, number, person, int(head), relation, entity))
    chunks = []
    for place, word in enumerate(words):
        if word.pos in {"NOUN", "PRON"} or (word.pos == "PROPN" and word.relation != "flat"):
            start = place - (place > 0 and words[place - 1].pos == "DET")
            end = place + 1 + (place + 1 < len(words) and words[place + 1].relation == "flat")
            chunks.append(Chunk(start, end, place))
    return AnalysedSentence(tuple(words), tuple(chunks))


@pytest.mark.parametrize(
    ("sentences", "antecedent", "gender", "number"),
    [
        ((SISTER, HOUSE), "Mi hermana", Gender.FEMININE, Number.SINGULAR),
        ((BROTHER, HOUSE), "Mi hermano", Gender.MASCULINE, Number.SINGULAR),
        ((MINISTERS,), "Los ministros", Gender.MASCULINE, Number.PLURAL),
        ((COUPLE, SHE), "La mujer", Gender.FEMININE, Number.SINGULAR),
        ((MARIA, HOUSE), "María López", Gender.FEMININE, Number.SINGULAR),
    ],
)
def test_the_owner_is_found(sentences: tuple[str, ...], antecedent: str, gender: Gender, number: Number) -> None:
    *_, anaphor = resolver("es").resolve(analysed(*sentences)).anaphors
    best = anaphor.antecedents[0]
    assert (best.text, best.gender, best.number, best.human) == (antecedent, gender, number, True)
    assert anaphor.function.anaphoric == 1
    total = anaphor.none + sum(one.probability for one in anaphor.antecedents)
    assert total == pytest.approx(1)


def test_in_an_idiom_su_refers_to_nothing() -> None:
    (anaphor,) = resolver("es").resolve(analysed(SISTER, TURN)).anaphors
    assert anaphor.function.pleonastic > 0.5


def test_no_possessive_is_an_antecedent() -> None:
    *_, anaphor = resolver("es").resolve(analysed(SISTER, HOUSE, HOUSE)).anaphors
    assert "su" not in {one.text.lower() for one in anaphor.antecedents}


@pytest.mark.parametrize(
    ("text", "token", "number"),
    [
        (MINISTERS, 3, None),  # the ministers are named
        ("Perdieron/VERB/0/root//p su/DET/2/det//s casa/NOUN/0/obj/fs", 1, Number.PLURAL),
        ("Perdió/VERB/0/root//s su/DET/2/det//s casa/NOUN/0/obj/fs", 1, Number.SINGULAR),
        ("Su/DET/1/det//s casa/NOUN/1/root/fs", 0, None),
    ],
)
def test_who_is_not_named_has_the_number_of_the_verb(text: str, token: int, number: Number | None) -> None:
    assert dropped_subject(_sentence(text), token) is number


@pytest.mark.parametrize(
    ("name", "gender", "human"),
    [("María", Gender.FEMININE, True), ("José", Gender.MASCULINE, True), ("Camelia", Gender.FEMININE, True)],
)
def test_names_tell_the_gender(name: str, gender: Gender, human: bool) -> None:
    reference = language("es").reference
    assert reference is not None
    ((mention,),) = find_mentions(analysed(f"{name}/PROPN/0/root"), reference)
    assert (mention.gender, mention.human, mention.number) == (gender, human, Number.SINGULAR)
