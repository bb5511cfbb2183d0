"""*They* agrees with what it stands for: with a noun that is surer than a chain, and with all whom *and* joins."""

from __future__ import annotations

import pytest

from antecede import Translator
from antecede.errors import ResourceError
from antecede.tasks.fix import Fixer

pytestmark = [pytest.mark.eflomal, pytest.mark.resolver]
RANKED = "the ranker itself takes the second ‘they’ for the first one (87%), which no choice after it can know better"
DECODED = (
    "the model calls elles twice as likely, and the decoder's ils is replaced where another is three times as likely"
)
TRUSTED = "the encoder names one of the nouns that are joined, not both"


@pytest.fixture(scope="module")
def fixer() -> Fixer:
    try:
        return Fixer.load("en-fr")
    except ResourceError as error:
        pytest.skip(f"wants the model that ships, a pipeline and a lexicon: {error}")


def last_pronoun(text: str, resolver: str) -> str:
    """What the last pronoun becomes with the engine that ships."""
    try:
        translator = Translator.load("en-fr", engine="embedded", resolver=resolver)  # type: ignore[arg-type]
        return translator.translate(text).decisions[-1].choice
    except ResourceError as error:
        pytest.skip(f"wants the model that ships, a pipeline and a lexicon: {error}")


@pytest.mark.parametrize(
    ("text", "resolver", "pronoun"),
    [
        ("They bought two machines; they are already broken.", "encoder", "elles"),
        ("The company is small. They bought two machines; they are already broken.", "encoder", "elles"),
        ("The company has moved to Lyon. They bought two machines; they are already broken.", "encoder", "elles"),
        ("The company bought a factory. They bought two machines; they are already broken.", "encoder", "elles"),
        pytest.param(
            "The company is small. They bought two machines; they are already broken.",
            "ranker",
            "elles",
            marks=pytest.mark.xfail(reason=RANKED),
        ),
        ("Anna and Claire arrived yesterday. They are tired.", "encoder", "elles"),
        ("Anna and Claire arrived yesterday. They are tired.", "ranker", "elles"),
        ("Anna and Paul arrived yesterday. They are tired.", "encoder", "ils"),
        ("My sister and my mother live in Lyon. They work in a school.", "encoder", "elles"),
        ("My sister and my father live in Lyon. They work in a school.", "encoder", "ils"),
        pytest.param(
            "Anna and Claire went to Paris. They came back on Monday.",
            "encoder",
            "elles",
            marks=pytest.mark.xfail(reason=DECODED),
        ),
    ],
)
def test_they_is_translated_as_what_it_stands_for(text: str, resolver: str, pronoun: str) -> None:
    assert last_pronoun(text, resolver) == pronoun


THINGS = "0-0 1-1 2-2 3-3 4-4 5-5 6-6 7-7 8-8"
THEIRS = "0-0 1-1 2-2 3-3 4-4 5-5"
PERSONS = "0-0 1-1 2-2 3-3 3-4 4-5 5-6 6-7"
BACK = "0-0 1-1 1-2 2-2 4-3 5-4"


@pytest.mark.parametrize(
    ("source", "target", "alignment", "wanted"),
    [
        pytest.param(
            ("The table and the lamp are for sale.", "They belonged to my aunt."),
            ("La table et la lampe sont à vendre.", "Ils appartenaient à ma tante."),
            (THINGS, THEIRS),
            "Elles appartenaient à ma tante.",
            marks=pytest.mark.xfail(reason=TRUSTED),
        ),
        (
            ("The table and the lamp are for sale.", "They belonged to my aunt."),
            ("La table et la lampe sont à vendre.", "Elles appartenaient à ma tante."),
            (THINGS, THEIRS),
            "Elles appartenaient à ma tante.",
        ),
        pytest.param(
            ("The table and the bed are for sale.", "They belonged to my aunt."),
            ("La table et le lit sont à vendre.", "Elles appartenaient à ma tante."),
            (THINGS, THEIRS),
            "Ils appartenaient à ma tante.",
            marks=pytest.mark.xfail(reason=TRUSTED),
        ),
        (
            ("The table and the bed are for sale.", "They belonged to my aunt."),
            ("La table et le lit sont à vendre.", "Ils appartenaient à ma tante."),
            (THINGS, THEIRS),
            "Ils appartenaient à ma tante.",
        ),
        (
            ("Anna and Claire went to Paris.", "They came back on Monday."),
            ("Anna et Claire sont allées à Paris.", "Elles sont revenues lundi."),
            (PERSONS, BACK),
            "Elles sont revenues lundi.",
        ),
        pytest.param(
            ("Anna and Paul went to Paris.", "They came back on Monday."),
            ("Anna et Paul sont allés à Paris.", "Elles sont revenues lundi."),
            (PERSONS, BACK),
            "Ils sont revenus lundi.",
            marks=pytest.mark.xfail(reason=TRUSTED),
        ),
        pytest.param(
            ("Anna and Claire went to Paris.", "They came back on Monday."),
            ("Anna et Claire sont allées à Paris.", "Ils sont revenus lundi."),
            (PERSONS, BACK),
            "Elles sont revenues lundi.",
            marks=pytest.mark.xfail(reason=TRUSTED),
        ),
    ],
)
def test_what_and_joins_is_mended_and_kept(
    fixer: Fixer, source: tuple[str, str], target: tuple[str, str], alignment: tuple[str, str], wanted: str
) -> None:
    assert fixer(source, target, alignment=alignment).lines == (target[0], wanted)
