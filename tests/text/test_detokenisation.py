from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antecede.text import detokenise, words

SENTENCES = {
    "en": [
        "They don't like it, but it's theirs.",
        "She’s here; they’re not.",
        'He said: "It is well-known (to us)."',
        "The cats' tails aren't long.",
        "'Yes', she said, 'it is.'",
        "It costs $5, i.e. 50% of £10!",
        "We cannot do it - and they know it - in time.",
        "An up-to-date, state-of-the-art co-operation.",
        "“Why?” he asked… “It’s late.”",
        "Send it to jo@example.org or see https://example.org/a.",
        "Is it 3.14 or 1,000? Either/or.",
        "They're gonna take it—again.",
    ],
    "fr": [
        "A-t-il plu ? Oui !",
        "« C’est elle », dit-il ; « coupez-le ! »",
        "Qu'est-ce que c'est : un rendez-vous ?",
        "Donne-m'en 50 %, aujourd'hui (ou demain).",
        'Il a dit "non" à M. Roux, n\'est-ce pas ?',
        "Elle coûte 1 000 euros... et celui-ci, 10,5.",
        "Jusqu'à l'an 2000, elles s'en vont - peut-être.",
    ],
    "es": [
        "¿Qué dices? ¡Dímelo ya!",
        "El Sr. Gil va al cine (del barrio); ella no.",
        "«No», dijo; el 50% fue suyo.",
        "Pero, ¿por qué lo hizo?",
    ],
}


@pytest.mark.parametrize(("language", "text"), [(code, text) for code, texts in SENTENCES.items() for text in texts])
def test_usual_text_comes_back(language: str, text: str) -> None:
    assert detokenise(words(text, language), language) == text


@pytest.mark.parametrize(("language", "text"), [(code, text) for code, texts in SENTENCES.items() for text in texts])
def test_text_that_was_tokenised_before_keeps_its_tokens(language: str, text: str) -> None:
    tokens = words(text, language)
    assert words(" ".join(tokens), language) == tokens


@given(st.data())
def test_usual_text_in_a_row_comes_back(data: st.DataObject) -> None:
    language = data.draw(st.sampled_from(sorted(SENTENCES)))
    text = " ".join(data.draw(st.lists(st.sampled_from(SENTENCES[language]), max_size=4)))
    assert detokenise(words(text, language), language) == text


@given(st.text(), st.sampled_from(sorted(SENTENCES)), st.booleans())
def test_only_spaces_are_put_between_words(text: str, language: str, no_break: bool) -> None:
    tokens = words(text, language)
    assert "".join(detokenise(tokens, language, no_break=no_break).split()) == "".join(tokens)


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        ("« Oui » : non ; 50 % ?", "«\u00a0Oui\u00a0»\u00a0: non\u202f; 50\u00a0%\u202f?"),
        ("Ah ! Bon", "Ah\u202f! Bon"),
    ],
)
def test_no_break_spaces_are_the_printers(tokens: str, expected: str) -> None:
    assert detokenise(tokens.split(), "fr", no_break=True) == expected


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        ([], ""),
        (["."], "."),
        (["a", "-"], "a -"),
        (["They", "'re", "the", '"', "best", '"', "."], 'They\'re the "best".'),
    ],
)
def test_odd_ends(tokens: list[str], expected: str) -> None:
    assert detokenise(tokens, "en") == expected
