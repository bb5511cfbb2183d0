from __future__ import annotations

import lzma
import time
from itertools import islice
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antecede.errors import UnknownLanguage
from antecede.languages import known_languages
from antecede.text import detokenise, normalise, parts, tokenise, words

if TYPE_CHECKING:
    from pathlib import Path

LANGUAGES = st.sampled_from(known_languages())
# Letters, marks and pieces that the patterns look at, so that generated text meets them.
PIECES = st.sampled_from([
    "n't", "'s", "’", "'", "-", "-il", "-t", "qu'", "l’", "can", "not", "Mr.", "U.S.", "3.14", "1 000", "%", "co-",
    "http://", "@", "a.b", "...", "…", "«", "»", "¿", "&amp;", "👩\u200d👧", "e\u0301", "\u00a0", "\u202f", " ", "\n",
    "rendez-vous",
])  # fmt: skip
TEXTS = st.one_of(st.text(), st.lists(st.one_of(PIECES, st.text(max_size=3))).map("".join))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I don't, won't and can't.", "I do n't , wo n't and ca n't ."),
        ("I don’t think it’s his.", "I do n’t think it ’s his ."),
        ("DON'T! It'S", "DO N'T ! It 'S"),
        ("You shouldn't've; I'd've.", "You should n't 've ; I 'd 've ."),
        ("We cannot, he's gonna", "We can not , he 's gon na"),
        ("the cats' tails", "the cats ' tails"),
        ("It costs $5, or £3.50, or 50% less.", "It costs $ 5 , or £ 3.50 , or 50 % less ."),
        ("a well-known 10-year-old", "a well - known 10 - year - old"),
        ("my co-author's e-mail, non-violent", "my co-author 's e-mail , non-violent"),
        ("Mr. Reed met Dr. Lee in the U.S. at 5 p.m.", "Mr. Reed met Dr. Lee in the U.S. at 5 p.m."),
        ("J. K. Moss and I. He left.", "J. K. Moss and I . He left ."),
        ("See No. 5. She said no. It rained.", "See No. 5 . She said no . It rained ."),
        ("at 5pm, 10:30am or 17:45", "at 5 pm , 10:30 am or 17:45"),
        ("(see http://example.org/a?b=c&d.)", "( see http://example.org/a?b=c&d . )"),
        ("write to jo.doe@example.org, or www.example.org.", "write to jo.doe@example.org , or www.example.org ."),
        ("1,000,000 and 3.14 and .5", "1,000,000 and 3.14 and .5"),
        ("wait... what?! no…", "wait ... what ?! no …"),
        ("“Yes,” he said -- ‘no’.", "“ Yes , ” he said -- ‘ no ’ ."),
        ("R&amp;D &#233; &", "R &amp; D &#233; &"),
        ("o'clock, ma'am, 'em, '90s", "o'clock , ma'am , 'em , '90s"),
        ("good 👍🏽 :) 🇫🇷", "good 👍🏽 :) 🇫🇷"),
        ("either/or", "either / or"),
    ],
)
def test_english_words(text: str, expected: str) -> None:
    assert words(text, "en") == expected.split()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A-t-il plu ?", "A -t -il plu ?"),
        ("C'est ce qu'elle croit.", "C' est ce qu' elle croit ."),
        ("C’est ce qu’elle croit.", "C’ est ce qu’ elle croit ."),
        ("Coupez-le, donne-le-moi, donne-m'en !", "Coupez -le , donne -le -moi , donne -m' en !"),
        ("Va-t'en, allez-vous-en, vas-y.", "Va -t' en , allez -vous -en , vas -y ."),
        ("Aujourd'hui, aujourd’hui", "Aujourd'hui , aujourd’hui"),
        ("Prenons rendez-vous là-bas, peut-être.", "Prenons rendez-vous là-bas , peut-être ."),
        ("Celui-ci et cette maison-là", "Celui-ci et cette maison-là"),
        ("N'est-ce pas, dit-elle, puis-je", "N' est -ce pas , dit -elle , puis -je"),
        ("c'est-à-dire quelqu'un d'autre", "c'est-à-dire quelqu'un d' autre"),
        ("lorsqu'il s'agit jusqu'à l'après-midi", "lorsqu' il s' agit jusqu' à l' après-midi"),
        ("L'Isle-sur-le-Doubs et Signy-le-Petit", "L' Isle-sur-le-Doubs et Signy-le-Petit"),
        ("M. Roux, J.-P. Petit et Mme Blanc, etc.", "M. Roux , J.-P. Petit et Mme Blanc , etc."),
        ("10,5 % de 1 000 euros", "10,5 % de 1 000 euros"),
        ("« Oui », dit-il\u00a0; «non»\u202f!", "« Oui » , dit -il ; « non » !"),
        ("PRENDS-LA ! EST-CE TOI ?", "PRENDS -LA ! EST -CE TOI ?"),
        ("le 1er à 18h30", "le 1er à 18h30"),
        ("du au des", "du au des"),
    ],
)
def test_french_words(text: str, expected: str) -> None:
    assert words(text, "fr") == expected.split()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("¿Qué dices? ¡Dímelo!", "¿ Qué dices ? ¡ Dímelo !"),
        ("El Sr. Gil va al cine del barrio.", "El Sr. Gil va al cine del barrio ."),
        ("EE.UU. y el franco-alemán", "EE.UU. y el franco-alemán"),
        ("el 10,5 % de 3.000", "el 10,5 % de 3.000"),
        ("el 1.º y D. José", "el 1.º y D. José"),
    ],
)
def test_spanish_words(text: str, expected: str) -> None:
    assert words(text, "es") == expected.split()


@given(TEXTS, LANGUAGES)
def test_tokens_cover_all_but_white_space(text: str, language: str) -> None:
    tokens = tokenise(text, language)
    assert all(text[token.start : token.end] == token.text for token in tokens)
    assert "".join(token.text for token in tokens) == "".join(text.split())
    assert not any(character.isspace() for token in tokens for character in token.text)


@given(TEXTS, LANGUAGES)
def test_words_are_the_tokens_text(text: str, language: str) -> None:
    assert words(text, language) == [token.text for token in tokenise(text, language)]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("a-t-il", ("a", "t", "il")),
        ("A-T-IL", ("a", "t", "il")),
        ("-t-il", ("t", "il")),
        ("-elle", ("elle",)),
        ("c’est", ("c'", "est")),
        ("L'", ("l'",)),
        ("dit-elle", ("dit", "elle")),
        ("qu'elle", ("qu'", "elle")),
        ("rendez-vous", ("rendez-vous",)),
        ("aujourd’hui", ("aujourd'hui",)),
        ("elle", ("elle",)),
        ("-", ("-",)),
        ("", ("",)),
    ],
)
def test_parts_of_a_foreign_french_token(word: str, expected: tuple[str, ...]) -> None:
    assert parts(word, "fr") == expected


def test_parts_of_a_foreign_english_token() -> None:
    assert parts("It's", "en") == ("it", "'s")
    assert parts("well-known", "en") == ("well", "known")


def test_normalise_lowers_and_straightens() -> None:
    assert normalise("Qu’") == "qu'"


def test_an_unknown_language_is_a_clear_error() -> None:
    with pytest.raises(UnknownLanguage):
        words("a", "tlh")


@pytest.mark.parametrize("language", known_languages())
@pytest.mark.parametrize(
    "text",
    [
        "a",
        "a.",
        "a-",
        "a'",
        "-il",
        "-t",
        "co-",
        "l'",
        "1.",
        "1 ",
        "J.",
        "www.",
        "http://",
        "a@",
        "&",
        "!",
        ".",
        "n't",
        "-m'",
        "e\u0301",
    ],
)
def test_repetition_costs_linear_time(text: str, language: str) -> None:
    start = time.process_time()
    words(text * 30_000, language)
    words(text * 30_000 + "€", language)
    assert time.process_time() - start < 5


@pytest.mark.shared_data
@pytest.mark.parametrize(("language", "floor"), [("en", 0.96), ("fr", 0.98)])
def test_most_of_europarl_is_found_again_from_its_words(shared_data: Path, language: str, floor: float) -> None:
    with lzma.open(shared_data / "en-fr" / f"europarl.{language}.xz", "rt", encoding="utf-8") as file:
        lines = [line.strip() for line in islice(file, 5_000) if "' " not in line]
    exact = sum(detokenise(words(line, language), language) == line for line in lines)
    assert exact / len(lines) > floor
