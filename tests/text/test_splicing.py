"""Changed tokens are put back into their line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antecede.text import Token, tokenise
from antecede.text.splicing import replacements, splice


@pytest.mark.parametrize(
    ("line", "words", "expected"),
    [
        ("Il est  parti !", "Elle est partie !", "Elle est  partie !"),
        ("C'est vrai.", "Elle est vraie .", "Elle est vraie."),
        ("Elle est vraie .", "C' est vrai .", "C'est vrai ."),
        ("je crois qu'il est là", "je crois que c' est là", "je crois que c'est là"),
        ("Je crois que c’est vrai", "Je crois qu’ elle est vraie", "Je crois qu’elle est vraie"),
        ("Ont-ils mangé ?", "A -t -il mangé ?", "A-t-il mangé ?"),
        ("A-t-il mangé ?", "Ont -ils mangé ?", "Ont-ils mangé ?"),
        ("  Mange-t-il ici ?  ", "Mangent -ils ici ?", "  Mangent-ils ici ?  "),
        ("je la vois\u00a0!", "je le vois !", "je le vois\u00a0!"),
        ("je la aime.", "je l' aime .", "je l'aime."),
        ("rien", "rien", "rien"),
        ("", "", ""),
    ],
)
def test_only_what_changed_changes(line: str, words: str, expected: str) -> None:
    assert splice(line, tokenise(line, "fr"), words.split()) == expected


def test_blanks_part_the_tokens_of_a_tokenised_line() -> None:
    line = "c' est vrai  ."
    tokens = [Token("c'", 0, 2), Token("est", 3, 6), Token("vrai", 7, 11), Token(".", 13, 14)]
    assert splice(line, tokens, ["elle", "est", "vraie", "."], tokenised=True) == "elle est vraie  ."
    assert splice(line, tokens, ["est", "-t", "-elle", "vraie", "."], tokenised=True) == "est -t -elle vraie  ."


@given(
    st.lists(st.sampled_from(["il", "c'", "est", "-t", "-il", "qu'", ".", "«"]), max_size=8),
    st.text(" ab'", max_size=9),
)
def test_the_new_words_are_there_in_order_and_the_replacements_put_them_there(words: list[str], line: str) -> None:
    made = splice(line, tokenise(line, "fr"), words)
    replaced = line
    for start, end, before, after in reversed(replacements(line, tokenise(line, "fr"), words)):
        assert line[start:end] == before != after
        replaced = replaced[:start] + after + replaced[end:]
    assert replaced == made
    place = 0
    for word in words:
        place = made.index(word, place) + len(word)
