"""What the documentation shows as output is what comes out, by the engine that it names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import antecede
from antecede.coreference.encoder import absent
from antecede.errors import ResourceError

ROOT = Path(__file__).parents[1]
SHOWN = [
    ("README.md", ["We bought a new car last week.", "It is already broken."], "On a acheté une nouvelle voiture {}"),
    ("docs/checking.md", ["The house is old.", "It is beautiful."], "La maison est vieille."),
]
RETRAINING = "only training the embedded engine again can mend it: the maison of its tables takes vieux"


@pytest.mark.eflomal
@pytest.mark.skipif(bool(absent("en")), reason="wants the English encoder")
@pytest.mark.parametrize(("page", "source", "before"), SHOWN, ids=lambda value: value if isinstance(value, str) else "")
@pytest.mark.usefixtures("resources")
def test_the_finding_that_a_page_shows_is_found(page: str, source: list[str], before: str) -> None:
    shown = (ROOT / page).read_text(encoding="utf-8")
    rule, found, expected, antecedent, became = re.findall(
        r"sure: (\S+): (\S+) should be (\S+) for « (.+?) », here « (.+?) »", shown
    )[0]
    ((wrong, right),) = re.findall(r"^  - (.+)\n  \+ (.+)$", shown, re.MULTILINE)
    try:
        (finding,) = antecede.check(source, [before.format("la semaine dernière."), wrong])
    except ResourceError as error:
        pytest.skip(f"wants the model that ships, a pipeline and a lexicon: {error}")
    assert (finding.rule, finding.found, finding.expected, finding.level) == (rule, found, expected, "sure")
    assert (finding.antecedent, finding.became, finding.repaired) == (antecedent, became, right)


@pytest.mark.xfail(reason=RETRAINING)
@pytest.mark.usefixtures("resources")
def test_the_first_sentence_of_the_readme_is_translated_well() -> None:
    try:
        translation = antecede.Translator.load("en-fr").translate("The house is old. It has a red door.")
    except ResourceError as error:
        pytest.skip(f"wants the model that ships, a pipeline and a lexicon: {error}")
    assert str(translation) == "La maison est vieille. Elle a une porte rouge."
