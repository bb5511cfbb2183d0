"""Analysis keeps our tokens, speaks Universal Dependencies, and survives any text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from antecede import Document
from antecede.analysis import Chunk
from antecede.languages import known_languages
from antecede.resources import default_resource

if TYPE_CHECKING:
    from collections.abc import Callable

    from antecede.analysis import Analyser

    Load = Callable[[str], Analyser]


@pytest.mark.parametrize(
    ("language", "text", "word", "expected"),
    [
        ("en", "The dogs saw her.", 1, ("dog", "NOUN", None, "pl", None, "nsubj")),
        ("en", "The dogs saw her.", 3, ("she", "PRON", "fem", "sg", 3, "obj")),
        ("en", "It was broken by the boys.", 0, ("it", "PRON", "neut", "sg", 3, "nsubj:pass")),
        ("fr", "La maison est belle.", 1, ("maison", "NOUN", "fem", "sg", None, "nsubj")),
        ("es", "Los niños comieron la manzana.", 4, ("manzana", "NOUN", "fem", "sg", None, "obj")),
    ],
)
def test_words_have_lemma_morphology_and_relation(
    analyser: Load, language: str, text: str, word: int, expected: tuple[object, ...]
) -> None:
    found = analyser(language).document(Document.from_text(text, language)).sentences[0].words[word]
    assert (found.lemma, found.pos, found.gender, found.number, found.person, found.relation) == expected


def test_english_is_turned_into_universal_dependencies(analyser: Load) -> None:
    words = analyser("en").document([["The", "key", "was", "in", "the", "box", "."]]).sentences[0].words
    assert [(word.head, word.relation) for word in words] == [
        (1, "det"), (5, "nsubj"), (5, "cop"), (5, "case"), (5, "det"), (5, "root"), (5, "punct"),
    ]  # fmt: skip


def test_noun_phrases_end_before_what_follows(analyser: Load) -> None:
    sentence = analyser("en").document([["The", "old", "key", "of", "Mary", "'s", "house", "broke", "."]]).sentences[0]
    assert sentence.chunks == (Chunk(0, 3, 2), Chunk(4, 5, 4), Chunk(4, 7, 6))


@pytest.mark.parametrize("language", [code for code in known_languages() if default_resource("pipeline", code)])
@given(documents=st.lists(st.lists(st.lists(st.text(max_size=8), max_size=12), max_size=4), max_size=4))
@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_tokens_come_back(analyser: Load, language: str, documents: list[list[list[str]]]) -> None:
    analysed = list(analyser(language).analyse(documents, map(str, range(len(documents)))))
    assert [[list(sentence.tokens) for sentence in document.sentences] for document in analysed] == documents
    assert [document.id for document in analysed] == [str(number) for number in range(len(documents))]
    for document in analysed:
        for sentence in document.sentences:
            assert all(0 <= word.head < len(sentence.words) for word in sentence.words)
            assert all(chunk.start <= chunk.head < chunk.end <= len(sentence.words) for chunk in sentence.chunks)


def test_an_analysed_sentence_stands_where_the_sentence_does(analyser: Load) -> None:
    document = Document.from_text("Cathedrals\n\nWe saw one. It was old.\n\n- Chartres", "en")
    analysed = list(analyser("en").analyse([document, [["It", "rained"], [], ["It", "stopped"]]]))
    assert [one.place for one in analysed[0].sentences] == [one.place for one in document.sentences]
    assert [one.place.paragraph for one in analysed[0].sentences] == [0, 1, 1, 2]
    assert [one.place.paragraph for one in analysed[1].sentences] == [0, 0, 1]


@pytest.mark.parametrize("text", ["😀 👩‍👩‍👧 ❤️", "\x07 \x1b[0m \u200b", "Das ist kein Englisch .", "…", "¿ ?"])
def test_odd_text_is_analysed(analyser: Load, text: str) -> None:
    tokens = text.split(" ")
    assert analyser("en").document([tokens, []]).sentences[0].tokens == tuple(tokens)


def test_a_sentence_has_one_analysis_whatever_stands_beside_it(analyser: Load) -> None:
    sentence = ["She", "put", "it", "down", "."]
    alone = analyser("en").document([sentence]).sentences[0]
    beside = analyser("en").document([["Rain", "fell", "."], sentence, ["It", "broke", "."]]).sentences[1]
    assert alone == beside


def test_endless_sentences_are_parsed_in_pieces(analyser: Load) -> None:
    words = ["the", "dog", "barks", "and"] * 600
    found = analyser("en").document([words]).sentences[0]
    assert found.tokens == tuple(words)
    assert all(abs(place - word.head) <= 1000 for place, word in enumerate(found.words))


def test_a_long_document_is_analysed_as_its_sentences_are(analyser: Load) -> None:
    """5,000 words, more sentences than go through the pipeline together; benchmarks/analysis.py takes more."""
    sentences = [["The", "key", "broke", "."], ["We", "sold", "it", "to", "Mary", "."]]
    short, long = (analyser("en").document(sentences * times).sentences for times in (1, 500))
    assert long == short * 500
