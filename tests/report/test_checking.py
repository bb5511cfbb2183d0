"""What is found is shown: on the terminal, as JSON, beside sentences, and on a page that runs none of the text."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browsing import CHROMEDRIVER, CHROMIUM
from checked_samples import CHECKED, FINDING, HOSTILE, RIGHT, SOURCE, TARGET, sides
from json_schemas import valid

from antecede.report.checking import checking_json, checking_page, checking_text, finding_note

if TYPE_CHECKING:
    from browsing import Browser

FILE = Path("o.fr")
HOSTILE_TARGET = (TARGET[0], f"Il est {HOSTILE}.", *TARGET[2:])


def test_a_finding_is_a_line_as_compilers_print_it_with_the_sentence_before_and_after() -> None:
    assert checking_text(CHECKED, sides(FILE)).splitlines() == [
        "o.fr:2:1: sure: pronoun-gender: il should be elle for « The house », here « maison » (60% against 7%)",
        "    ‘It’ stands for a house.",
        "  - Il est beau.",
        "  + Elle est belle.",
        "o.fr: 1 of 5 pronouns is probably wrong, 1 is right, 1 is doubtful, 2 could not be other pronouns",
    ]


def test_what_a_baseline_accepted_is_counted() -> None:
    told = checking_text(replace(CHECKED, findings=(), accepted=1), sides(FILE))
    assert told == (
        "o.fr: 0 of 5 pronouns are probably wrong, 1 is right, 1 is doubtful, 1 is accepted by the baseline,"
        " 2 could not be other pronouns\n"
    )


def test_a_terminal_gets_no_control_characters() -> None:
    found = replace(CHECKED, findings=(replace(FINDING, target=HOSTILE, because=HOSTILE, repaired=HOSTILE),))
    assert "\x1b" not in checking_text(found, sides(FILE))


def test_json_has_the_antecedent_in_both_languages_and_what_was_right() -> None:
    told = valid("check", checking_json(CHECKED, sides(FILE)))
    assert told["looked_at"] == {"pronouns": 5, "judged": 3, "right": 1, "doubtful": 1, "accepted": 0}
    [finding], [right] = told["findings"], told["right"]
    assert finding["antecedent"] == {"line": 1, "source": "The house", "target": "maison"}
    assert (finding["line"], finding["start"], finding["end"]) == (2, 0, 2)
    assert (finding["found"], finding["expected"], finding["repaired"]) == ("il", "elle", "Elle est belle.")
    assert (right["line"], right["found"], right["antecedent"]["target"]) == (4, "elle", "voiture")
    assert right["region"] == {"start_line": 4, "start_column": 1, "end_line": 4, "end_column": 5}


def test_a_pronoun_without_an_antecedent_is_shown_all_the_same() -> None:
    bare = replace(FINDING, antecedent="", antecedent_line=None, became="")
    found = replace(CHECKED, findings=(bare,), right=(replace(RIGHT, antecedent="", antecedent_line=None),))
    assert valid("check", checking_json(found, sides(FILE)))["findings"][0]["antecedent"] is None
    assert ": il should be elle (60% against 7%)\n" in checking_text(found, sides(FILE))
    assert "stands for</dt>" not in checking_page(found, sides(FILE))


def test_a_note_says_what_why_and_how_to_write_it() -> None:
    assert finding_note(FINDING) == (
        "il should be elle for « The house », here « maison » (60% against 7%). ‘It’ stands for a house."
        " Suggested: Elle est belle."
    )


class Tags(HTMLParser):
    """The tags of a page, and what its text says."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_shows_all_of_it_and_escapes_what_would_like_to_be_code() -> None:
    hostile = replace(FINDING, target=HOSTILE_TARGET[1], because=HOSTILE, antecedent=HOSTILE, repaired=HOSTILE)
    page = checking_page(replace(CHECKED, findings=(hostile,)), sides(Path(f"{HOSTILE}.fr"), HOSTILE_TARGET))
    read = Tags(page)
    assert "script" not in read.tags
    assert "<script>alert(1)</script>" in read.text
    for said in (SOURCE[1], "elle", "pronoun-gender", "Found right: 1", "voiture"):
        assert said in read.text
    assert "http:" not in page
    assert "https:" not in page


@pytest.mark.browser
@pytest.mark.skipif(
    not (CHROMIUM and CHROMEDRIVER), reason="no chromium or chromedriver: apt-get install chromium chromium-driver"
)
def test_the_page_fits_a_phone_and_reports_no_error(browser: Browser, tmp_path: Path) -> None:
    page = tmp_path / "check.html"
    page.write_text(checking_page(CHECKED, sides(FILE)), encoding="utf-8")
    browser.size(360, 700)
    browser.open(page)
    assert browser.run("return document.documentElement.scrollWidth") <= 360
    assert browser.texts("section h2") == ["2:1 il → elle"]
    assert browser.log("browser") == []
    browser.size(1280, 900)
