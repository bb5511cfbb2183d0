"""The page of resolved pronouns: its text, and its links in a real browser."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest
from browsing import CHROMEDRIVER, CHROMIUM
from selenium.webdriver.common.by import By

from antecede.analysis import AnalysedDocument, AnalysedSentence, Word
from antecede.coreference import Anaphor, Antecedent, Function, ResolvedDocument
from antecede.languages import Gender, Number
from antecede.report.resolution import render_resolution, spaced

if TYPE_CHECKING:
    from pathlib import Path

    from browsing import Browser

TEXT = (
    "The committee met in the old house .",
    'It had a <script>alert(1)</script> door & a "window" , they said .',
    "It rains .",
    "He said שלום 🙂 to it .",
)


def antecedent(sentence: int, start: int, end: int, probability: float) -> Antecedent:
    text = " ".join(TEXT[sentence].split()[start:end])
    return Antecedent(
        sentence, start, end, end - 1, text, Gender.NEUTER, Number.SINGULAR, human=False, probability=probability
    )


HOUSE = antecedent(0, 4, 7, 0.7)
COMMITTEE = antecedent(0, 0, 2, 0.2)
IT = Anaphor(1, 0, "It", "subject", Function(0.9, 0.06, 0.04), (HOUSE, COMMITTEE), 0.1)
THEY = Anaphor(1, 10, "they", "subject", Function(), (), 1.0)
RAIN = Anaphor(2, 0, "It", "subject", Function(0.0, 0.02, 0.98), (replace(HOUSE, probability=0.02),), 0.98)


def document(name: str = "a </script> name", anaphors: tuple[Anaphor, ...] = (IT, THEY, RAIN)) -> ResolvedDocument:
    sentences = [
        AnalysedSentence(tuple(Word(text, text, "X", None, None, None, 0, "dep") for text in line.split()))
        for line in TEXT
    ]
    return ResolvedDocument(AnalysedDocument("en", tuple(sentences), name), anaphors)


class Reader(HTMLParser):
    """The words and the scripts of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.scripts = 0
        self._inside = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - its signature
        self._inside = tag
        self.scripts += tag == "script"

    def handle_data(self, data: str) -> None:
        if self._inside not in {"script", "style"}:
            self.words += data.split()


def test_the_text_is_whole_and_none_of_it_is_code() -> None:
    page = Reader(render_resolution([document(), document("two", ())]))
    assert page.scripts == 2  # the data and our own
    shown = " ".join(page.words)
    assert 'It had a <script>alert(1)</script> door & a "window" , they said .'.replace(" ", "") in shown.replace(
        " ", ""
    )
    assert "a </script> name" in shown


def test_no_documents_give_a_page() -> None:
    assert "No documents" in render_resolution([])


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        (["It", "'s", "late", "."], "It's late."),
        (["a", "\u200b", "", "b"], None),
        ([], ""),
    ],
)
def test_tokens_are_spaced_as_people_write(tokens: list[str], text: str | None) -> None:
    found = spaced(tokens, "en")
    assert [token for _, token in found] == tokens
    if text is not None:
        assert "".join(gap + token for gap, token in found) == text


browsed = [
    pytest.mark.browser,
    pytest.mark.skipif(not (CHROMIUM and CHROMEDRIVER), reason="no chromium: apt-get install chromium chromium-driver"),
]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("resolution") / "page.html"
    path.write_text(render_resolution([document(), document("two", (IT,))]), encoding="utf-8")
    return path


class TestInABrowser:
    pytestmark = browsed

    def test_links_lead_from_pronouns_to_antecedents(self, browser: Browser, page: Path) -> None:
        browser.open(page)
        wait_for(browser, "return document.querySelectorAll('.links path').length === 2")
        # The page's own coordinates: the line starts at the pronoun and ends at the head of the antecedent.
        ends = browser.run(
            "const path = document.querySelector('.links path'), box = path.ownerSVGElement.getBoundingClientRect();"
            "return [path.getPointAtLength(0), path.getPointAtLength(path.getTotalLength())]"
            ".map((point) => [point.x + box.left, point.y + box.top])"
        )
        for (x, y), place in zip(ends, ("d0-1-0", "d0-0-6"), strict=True):
            box = browser.run(f"return document.getElementById('{place}').getBoundingClientRect().toJSON()")
            assert box["left"] - 1 <= x <= box["right"] + 1
            assert box["top"] - 1 <= y <= box["bottom"] + 1
        assert browser.log("browser") == []

    def test_pointing_shows_every_candidate(self, browser: Browser, page: Path) -> None:
        browser.open(page)
        assert not browser.driver.find_element(By.ID, "card").is_displayed()
        browser.press("j")
        browser.expect("#card h3", "It")
        assert browser.texts("#card li > span:first-child") == [
            "the old house",
            "The committee",
            "no nominal antecedent",
        ]
        assert browser.texts("#card .value") == ["70%", "20%", "10%"]
        assert browser.text("#card p") == "subject · anaphoric 90% · event 6% · pleonastic 4%"
        wait_for(browser, "return document.querySelectorAll('.links path.chosen').length === 2")
        widths = browser.run(
            "return [...document.querySelectorAll('path.chosen')].map((p) => +p.getAttribute('stroke-width'))"
        )
        assert widths[0] > widths[1]  # the likelier, the thicker
        browser.press("jj")
        browser.expect("#card p", "subject · event 2% · pleonastic 98%")
        browser.press("\ue00c")  # escape
        assert not browser.driver.find_element(By.ID, "card").is_displayed()

    def test_functions_are_told_apart(self, browser: Browser, page: Path) -> None:
        browser.open(page)
        classes = browser.run("return [...document.querySelectorAll('.pronoun')].map((p) => p.classList[1])")
        assert classes == ["anaphoric", "anaphoric", "pleonastic", "anaphoric"]

    @pytest.mark.parametrize("width", [320, 1280])
    def test_the_page_never_scrolls_sideways(self, browser: Browser, page: Path, width: int) -> None:
        browser.size(width, 800)
        try:
            browser.open(page)
            root = "document.documentElement"
            assert browser.run(f"return {root}.scrollWidth - {root}.clientWidth") == 0
        finally:
            browser.size(1280, 900)


def wait_for(browser: Browser, script: str) -> None:
    from selenium.webdriver.support.ui import WebDriverWait

    WebDriverWait(browser.driver, 30, poll_frequency=0.05).until(lambda _: browser.run(script), script)


def test_pages_and_terminal_number_sentences_from_1(capsys: pytest.CaptureFixture[str]) -> None:
    from rich.console import Console

    from antecede.report.resolution import print_resolution

    page = render_resolution([document()])
    # The three pronouns stand in the second and the third sentence.
    assert re.findall(r"<td>(\d+)</td><th", page) == ["2", "2", "3"]
    print_resolution(document(), Console())
    told = capsys.readouterr().out
    assert re.findall(r"^ +(\d+)  (?=It)", told, re.MULTILINE) == ["2", "3"]
    assert re.findall(r"sentence \d+", told) == ["sentence 1", "sentence 1"]  # of the two antecedents
