"""A table of French sentences: the pronoun with a star is replaced, and there is one right result, or none."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import pytest

from antecede.analysis import lexicon
from antecede.errors import ResourceError
from antecede.languages import Gender
from antecede.pronouns.agreement.disagreement import disagreements
from antecede.pronouns.agreement.repair import repair
from antecede.text.tokens import tokenise, words

if TYPE_CHECKING:
    from antecede.languages import Inflections

TABLE: Final = Path(__file__).parents[2] / "support" / "data" / "french_repairs.tsv"


class Row(NamedTuple):
    """One sentence: the new pronoun, its antecedent's gender where the form does not show it, and the result."""

    topic: str
    sentence: str
    pronoun: str
    gender: str
    repaired: str
    """Empty where no whole repair is possible."""


ROWS: Final = [Row(*line.split("\t")) for line in TABLE.read_text(encoding="utf-8").splitlines()[1:]]


@pytest.fixture(scope="module")
def french(resources: Path) -> Inflections:  # noqa: ARG001 - sets where resources are found
    try:
        return lexicon("fr")
    except ResourceError as error:
        pytest.skip(f"wants the Lefff: {error}")


def _marked(sentence: str) -> tuple[list[str], int]:
    """The tokens, and which of them has the star."""
    start = sentence.index("*")
    tokens = tokenise(sentence.replace("*", ""), "fr")
    position = next(at for at, token in enumerate(tokens) if token.start <= start < token.end)
    return [token.text for token in tokens], position


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.sentence} {row.pronoun}")
def test_there_is_one_right_result_or_none(row: Row, french: Inflections) -> None:
    tokens, position = _marked(row.sentence)
    gender = Gender(row.gender) if row.gender else None
    done = repair(tokens, position, row.pronoun, french, language_code="fr", gender=gender)
    assert (None if done is None else list(done.tokens)) == (words(row.repaired, "fr") if row.repaired else None)


def test_the_table_is_broad_and_says_everything_once() -> None:
    assert len(ROWS) >= 300
    assert max(Counter((row.sentence, row.pronoun, row.gender) for row in ROWS).values()) == 1
    assert all(row.sentence.count("*") == 1 for row in ROWS)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Elle est parti.", ((2, "partie"),)),
        ("Ils ont été vues et elle est content.", ((3, "vus"), (7, "contente"))),
        ("Elle est partie.", ()),
        ("Il est tombé et s'est cassé.", ()),
        ("Elle a mangé une pomme.", ()),
        ("Elle s'est lavé les mains.", ()),
        ("Le chat est belle.", ()),  # only pronouns are asked
    ],
)
def test_words_that_disagree_with_their_pronoun_are_found(
    sentence: str, expected: tuple[tuple[int, str], ...], french: Inflections
) -> None:
    assert disagreements(words(sentence, "fr"), french, language_code="fr") == expected


@pytest.mark.parametrize("row", [row for row in ROWS if row.repaired], ids=lambda row: row.repaired)
def test_a_repaired_sentence_has_nothing_that_disagrees(row: Row, french: Inflections) -> None:
    assert disagreements(words(row.repaired, "fr"), french, language_code="fr") == ()
