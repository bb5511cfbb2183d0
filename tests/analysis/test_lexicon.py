"""The Lefff's answers about French words; values from a grammar, not from the lexicon."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from antecede.analysis import lexicon, nouns
from antecede.analysis._table import Table, write_table
from antecede.errors import ResourceError
from antecede.languages import Agreement, Gender, Number
from antecede.pronouns.target.lexicon import noun_lexicon

if TYPE_CHECKING:
    from pathlib import Path

    from antecede.analysis import Nouns
    from antecede.languages import Inflections

_M, _F, _SG, _PL = Gender.MASCULINE, Gender.FEMININE, Number.SINGULAR, Number.PLURAL


@pytest.fixture(scope="module")
def french(resources: Path) -> Inflections:  # noqa: ARG001 - sets where resources are found
    try:
        return lexicon("fr")
    except ResourceError as error:
        pytest.skip(f"wants the Lefff: {error}")


@pytest.fixture(scope="module")
def french_nouns(french: Inflections) -> Nouns:  # noqa: ARG001 - skips without the Lefff
    found = nouns("fr")
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("maison", Agreement(_F, _SG)),
        ("chevaux", Agreement(_M, _PL)),
        ("pays", Agreement(_M, None)),
        ("tour", Agreement(None, _SG)),
        ("œuvres", Agreement(None, _PL)),
        ("vendre", None),
    ],
)
@pytest.mark.usefixtures("french")
def test_nouns_have_gender_and_number(form: str, expected: Agreement | None) -> None:
    assert noun_lexicon("fr")(form) == expected


@pytest.mark.parametrize(
    ("form", "gender", "number", "expected"),
    [
        ("beau", _F, _SG, "belle"),
        ("grand", _F, _SG, "grande"),
        ("petit", _F, _SG, "petite"),
        ("belle", _M, _SG, "beau"),
        ("bel", _M, _SG, "bel"),
        ("vendus", _F, _PL, "vendues"),
        ("rouge", _F, _PL, "rouges"),
        ("heureux", _F, _SG, "heureuse"),
        ("parties", _M, _PL, "partis"),
        ("chaises", _F, _SG, None),
        ("xyzzy", _F, _SG, None),
    ],
)
def test_adjectives_and_participles_are_inflected(
    french: Inflections, form: str, gender: Gender, number: Number, expected: str | None
) -> None:
    assert french.inflect(form, gender, number) == expected


@pytest.mark.parametrize(
    ("form", "number", "expected"),
    [("est", _PL, "sont"), ("seront", _SG, "sera"), ("mange", _PL, "mangent"), ("avaient", _SG, "avait")],
)
def test_verbs_change_number(french: Inflections, form: str, number: Number, expected: str) -> None:
    assert french.conjugate(form, number) == expected


def test_verbs_are_known_by_their_forms(french: Inflections) -> None:
    assert french.finite("est") == {"être"}
    assert "vendre" in french.participle("vendues")
    assert french.infinitive("vendre")
    assert not french.infinitive("vend")
    assert french.adverb("toujours")


@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [
        ("la tour", 1, Agreement(_F, _SG)),
        ("un grand tour", 2, Agreement(_M, _SG)),
        ("les pays", 1, Agreement(_M, _PL)),
        ("une zorglette", 1, Agreement(_F, _SG)),
        ("des maisons", 1, Agreement(_F, _PL)),
    ],
)
def test_determiners_tell_what_the_lexicon_does_not(
    french_nouns: Nouns, text: str, position: int, expected: Agreement
) -> None:
    assert french_nouns.agreement(text.split(), position) == expected


@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [
        ("la maison", 1, Agreement(_F, _SG)),
        ("MAISON", 0, Agreement(_F, _SG)),
        ("mes trois petites voitures", 3, Agreement(_F, _PL)),
        ("ce xyzzy", 1, Agreement(_M, _SG)),
        ("xyzzy", 0, Agreement()),
        ("la xyzzy xyzzy", 2, Agreement()),  # the determiner is another's
        ("😀", 0, Agreement()),
    ],
)
def test_nouns_are_told_without_a_parser(french_nouns: Nouns, text: str, position: int, expected: Agreement) -> None:
    assert french_nouns.agreement(text.split(), position) == expected


@pytest.mark.parametrize("code", ["en", "es"])
def test_a_language_without_a_lexicon_has_no_nouns(code: str) -> None:
    assert nouns(code) is None


def test_a_damaged_table_is_told(tmp_path: Path) -> None:
    path = tmp_path / "t"
    write_table(path, "k", {"b": ["1"], "a": ["2", "3"], "é": ["4"]})
    table = Table(path, "k")
    assert (table.get("a"), table.get("b"), table.get("é"), table.get("c")) == (("2", "3"), ("1",), ("4",), ())
    with pytest.raises(ResourceError):
        Table(path, "other")
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ResourceError):
        Table(path, "k")
