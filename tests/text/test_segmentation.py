from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antecede.languages import known_languages
from antecede.text import Document, split_sentences


def split(text: str, language: str) -> list[str]:
    return [text[start:end] for start, end in split_sentences(text, language)]


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", ["It rained.", "They left."]),
        ("en", ["Mr. Reed paid $3.50 to Dr. Lee.", "It was too much!", "Really?"]),
        ("en", ["They live in the U.S. Senate building.", "He came from the U.S.", "It was far."]),
        ("en", ["J. K. Moss wrote it.", "So did I.", "They read it."]),
        ("en", ["“Why?” she asked.", "“It is late.”", "(They knew.)", "She left."]),
        ("en", ["Wait... it moves.", "It stopped…", "They saw it."]),
        ("en", ["See No. 5 and p. 12.", "1. Open it.", "2. Close it."]),
        ("en", ["Bring pens, paper, etc. to the room.", "Bring pens, paper, etc.", "They need them."]),
        ("en", ["no capitals here. ".strip(), "still two sentences."]),
        ("fr", ["M. Roux est là.", "A-t-il fini ?", "Oui !"]),
        ("fr", ["« Pourquoi ? » dit-elle.", "« C'est tard. »", "Elle part."]),
        ("fr", ["Allez-y.", "Elle coûte 10,5 euros, cf. p. 3."]),
        ("es", ["El Sr. Gil vino.", "¿Por qué?", "¡Dímelo!", "Ella lo sabe."]),
        ("es", ["Viven en EE.UU. y en Perú.", "«No», dijo."]),
    ],
)
def test_sentences_are_found_again(language: str, sentences: list[str]) -> None:
    assert split(" ".join(sentences), language) == sentences
    assert split("\n".join(sentences), language) == sentences
    assert split("  " + "\n\n".join(sentences) + "\r\n", language) == sentences


@pytest.mark.parametrize("gap", ["\n\n", "\r\n\r\n", "\n \t\n", "\n\n\n"])
def test_a_blank_line_ends_a_sentence(gap: str) -> None:
    assert split(f"A heading{gap}and more", "en") == ["A heading", "and more"]


@given(st.text(alphabet=st.sampled_from("aB. !?…»«\"'\n\r\t()1é¿")), st.sampled_from(known_languages()))
def test_spans_are_in_order_and_cover_all_but_white_space(text: str, language: str) -> None:
    spans = split_sentences(text, language)
    assert all(text[start:end] == text[start:end].strip() != "" for start, end in spans)
    assert all(end <= start for (_, end), (start, _) in pairwise(spans))
    assert "".join("".join(text[start:end].split()) for start, end in spans) == "".join(text.split())


@pytest.mark.parametrize("text", ["a. ", "J. ", ".", ". ", ".)", "! ", "\n", " ", "Mr. ", "1. ", "-", ". -", ".' "])
def test_repetition_costs_linear_time(text: str) -> None:
    start = time.process_time()
    split_sentences(text * 30_000 + "x", "fr")
    assert time.process_time() - start < 5


def test_a_document_keeps_the_text_and_the_offsets() -> None:
    text = "  It's late.\nThey left.\n\n"
    document = Document.from_text(text, "en", id="d")
    assert document.text == text
    assert document.id == "d"
    assert [sentence.words for sentence in document.sentences] == [("It", "'s", "late", "."), ("They", "left", ".")]
    for sentence in document.sentences:
        assert text[sentence.start : sentence.end] == sentence.text
        assert all(text[token.start : token.end] == token.text for token in sentence.tokens)


@given(st.lists(st.text(alphabet=st.characters(exclude_characters="\n"))))
def test_lines_are_sentences_as_they_are(lines: list[str]) -> None:
    document = Document.from_lines(lines, "en")
    assert [sentence.text for sentence in document.sentences] == lines
    assert document.text == "\n".join(lines)
