from __future__ import annotations

import pytest

from antecede.errors import UnknownLanguage
from antecede.languages import known_languages, language


@pytest.mark.parametrize("code", known_languages())
def test_a_language_is_found_by_its_own_code(code: str) -> None:
    assert language(code).code == code


@pytest.mark.parametrize("code", ["xx", "EN", "", "_language"])
def test_an_unknown_language_is_named_with_the_known_ones(code: str) -> None:
    with pytest.raises(UnknownLanguage, match=f"the languages are {', '.join(sorted(known_languages()))}$"):
        language(code)


@pytest.mark.parametrize("code", known_languages())
def test_lists_are_spelled_as_the_engine_reads_them(code: str) -> None:
    described = language(code)
    abbreviations = described.abbreviations | described.final_abbreviations | described.number_abbreviations
    assert all(word.endswith(".") for word in abbreviations)
    plain = described.elisions | described.enclitics | described.hyphen_clitics | described.whole_words
    plain |= set(described.contractions) | described.hyphen_prefixes | described.after_dash
    assert all(word == word.lower() and "’" not in word for word in plain)
    assert all(word.startswith("-") for word in described.hyphen_clitics)
    assert all(word.endswith("'") for word in described.elisions)
    assert all("".join(pair) == word for word, pair in described.contractions.items())
    assert described.narrow_space_before <= described.space_before
