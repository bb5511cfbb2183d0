"""The rating form as its reader uses it: answers survive, and nothing tells which system is which."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from browsing import CHROMEDRIVER, CHROMIUM, Browser
from rating_samples import by_system, evaluation, prepared
from selenium.webdriver.common.by import By

from antecede.alignment.checking import CheckedPronoun, counts, read_marks
from antecede.evaluation.ratings.answers import read_answers
from antecede.evaluation.ratings.blocks import prepare
from antecede.report.rating import check_page, rating_page

if TYPE_CHECKING:
    from pathlib import Path

    from antecede.evaluation.ratings.blocks import Prepared

SYSTEMS = ("base-line.fr", "the-other.fr", "our-own.fr")
HOSTILE = '</script><script>alert(1)</script> & "'
browses = [
    pytest.mark.browser,
    pytest.mark.skipif(
        not (CHROMIUM and CHROMEDRIVER), reason="no chromium or chromedriver: apt-get install chromium chromium-driver"
    ),
]


def sample() -> Prepared:
    return prepared(SYSTEMS, [[("il", "il", "elle", "ce")], [("elle", "il", "elle", "on"), ("il", "il", "il", None)]])


def test_the_order_of_the_systems_is_not_in_the_source_of_the_page() -> None:
    found = sample()
    page = rating_page(found, "A")
    assert not any(name in page for name in SYSTEMS)
    # Other systems that wrote the same lines make the same page, so that nothing in it can depend on who they are.
    shuffled = replace(
        found,
        systems=tuple(reversed(SYSTEMS)),
        blocks=tuple(replace(each, order=tuple(2 - system for system in each.order)) for each in found.blocks),
    )
    assert shuffled != found
    assert rating_page(shuffled, "A") == page


def test_text_that_would_like_to_be_code_is_escaped() -> None:
    given = evaluation(("x",), [[("il", "il")]])
    page = rating_page(prepare(replace(given, reference=[HOSTILE]), raters=(HOSTILE,)), HOSTILE)
    assert "<script>alert(1)" not in page


@pytest.fixture
def downloads(browser: Browser, tmp_path: Path) -> Path:
    browser.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    return tmp_path


def opened(browser: Browser, page: Path) -> Browser:
    """The page without the answers that another test left in the browser."""
    browser.open(page)
    browser.run("localStorage.clear()")
    browser.driver.refresh()
    # A click before a reloaded page was drawn may be lost.
    browser.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
    return browser


def saved(browser: Browser, downloads: Path, name: str) -> Path:
    browser.click("#save")
    for _ in range(300):
        if (downloads / name).exists():
            return downloads / name
        time.sleep(0.1)
    raise AssertionError(f"{name} was not saved")


def answer(browser: Browser, label: str, value: str) -> None:
    # By the page's own click: one of the mouse is lost now and then where the machine is busy.
    selector = f'.question[aria-label="{label}"] button[data-value="{value}"]'
    browser.run(f"document.querySelector({json.dumps(selector)}).click()")


def pressed(browser: Browser) -> int:
    return len(browser.driver.find_elements(By.CSS_SELECTOR, 'button[aria-pressed="true"]'))


class TestInABrowser:
    pytestmark = browses

    def test_answers_survive_a_reload_and_are_saved_as_a_file(self, browser: Browser, downloads: Path) -> None:
        found = sample()
        page = downloads / "A.html"
        page.write_text(rating_page(found, "A"), encoding="utf-8")
        opened(browser, page).expect("#progress", "0 of 9 answered")
        answer(browser, "SYS1 it(0)", "1")
        answer(browser, "SYS2 it(2)", "0")
        answer(browser, "SYS3 it(2)", "1")
        answer(browser, "SYS3 it(2)", "0")  # in its place
        answer(browser, "SYS1 it(2)", "0")
        answer(browser, "SYS1 it(2)", "0")  # taken back
        browser.expect("#progress", "3 of 9 answered")
        browser.driver.refresh()
        browser.expect("#progress", "3 of 9 answered")
        assert pressed(browser) == 3
        read = read_answers([saved(browser, downloads, "answers-A.csv")], found)
        first, second = (keyed.block.id for keyed in found.blocks)
        assert {tuple(instance): label for instance, label in read["A"].items()} == {
            (first, "SYS1", "it(0)"): True,
            (second, "SYS2", "it(2)"): False,
            (second, "SYS3", "it(2)"): False,
        }
        assert browser.log("browser") == []

    def test_forms_of_two_raters_do_not_mix(self, browser: Browser, downloads: Path) -> None:
        found = sample()
        for rater in found.raters:
            (downloads / f"{rater}.html").write_text(rating_page(found, rater), encoding="utf-8")
        opened(browser, downloads / "A.html")
        answer(browser, "SYS1 it(0)", "1")
        browser.expect("#progress", "1 of 9 answered")
        browser.open(downloads / "B.html").expect("#progress", "0 of 9 answered")

    def test_the_next_question_without_an_answer_is_found(self, browser: Browser, downloads: Path) -> None:
        page = downloads / "A.html"
        page.write_text(rating_page(prepared(("x",), [[("il", "il")]] * 40), "A"), encoding="utf-8")
        opened(browser, page)
        browser.run('for (const each of [...document.querySelectorAll(".question")].slice(0, 30))'
                    ' each.querySelector("button").click()')  # fmt: skip
        browser.click("#next")
        assert browser.run('return document.activeElement.closest(".question").dataset.row') == "30"

    def test_gaps_take_several_choices(self, browser: Browser, downloads: Path) -> None:
        found = prepared(("x",), [[("il", "il")]], kind="gap-filling")
        page = downloads / "A.html"
        page.write_text(rating_page(found, "A"), encoding="utf-8")
        opened(browser, page)
        answer(browser, "SYS1 it(0)", "il")
        answer(browser, "SYS1 it(0)", "ça/cela")
        browser.press(" and Co, Ltd", "#rater")
        browser.driver.refresh()
        browser.expect("#progress", "1 of 1 answered")
        read = read_answers([saved(browser, downloads, "answers-A-and-Co-Ltd.csv")], found)
        assert read == {"A and Co, Ltd": {by_system(found, 0)[0]: frozenset({"il", "ça/cela"})}}

    def test_alignments_are_marked(self, browser: Browser, downloads: Path) -> None:
        pronouns = [
            CheckedPronoun(4, 1, "it", "So it rains .", "Donc il , pleut .", (), (1, 2)),
            CheckedPronoun(5, 0, "it", "it is .", "C' est .", (0,), (0,)),
        ]
        page = downloads / "check.html"
        page.write_text(check_page(pronouns, "en-fr"), encoding="utf-8")
        opened(browser, page).expect("#progress", "0 of 3 answered")
        assert browser.texts("mark") == ["[it]", "[il]", "[,]", "[it]", "[C']"]
        answer(browser, "as aligned no word", "0")
        answer(browser, "repaired il(1) ,(2)", "1")
        answer(browser, "as aligned C'(0)", "1")
        marks, unmarked = read_marks(saved(browser, downloads, "marks.csv"))
        found = counts(marks)
        assert (found.marked, found.missing, found.repaired, found.broken, unmarked) == (2, 1, 1, 0, 0)

    def test_hostile_text_is_shown_and_does_not_run(self, browser: Browser, downloads: Path) -> None:
        given = evaluation(("x",), [[("il", "il")]])
        page = downloads / "A.html"
        found = prepare(replace(given, reference=[HOSTILE]), raters=(HOSTILE,))
        page.write_text(rating_page(found, HOSTILE), encoding="utf-8")
        opened(browser, page).expect("#progress", "0 of 1 answered")
        assert HOSTILE in browser.texts(".line p")[-1]
        assert browser.log("browser") == []
