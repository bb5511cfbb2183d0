"""The page in a real browser: Debian's Chromium, headless."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from browsing import CHROMEDRIVER, CHROMIUM
from selenium.common.exceptions import NoAlertPresentException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from antecede.report import render

if TYPE_CHECKING:
    from pathlib import Path

    from browsing import Browser
    from tests.report.conftest import Large

    from antecede.evaluation.results import Evaluation

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        not (CHROMIUM and CHROMEDRIVER), reason="no chromium or chromedriver: apt-get install chromium chromium-driver"
    ),
]


@pytest.fixture(scope="session")
def page(evaluation: Evaluation, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(render(evaluation), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def large_page(large: Large, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "large.html"
    path.write_text(render(large.evaluation), encoding="utf-8")
    return path


def test_the_page_logs_nothing_and_asks_the_network_for_nothing(browser: Browser, page: Path) -> None:
    browser.open(page).expect("#found", "10 pronouns")
    browser.press("jjj")
    assert browser.log("browser") == []
    events = [json.loads(entry["message"])["message"] for entry in browser.log("performance")]
    asked = [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]
    assert set(asked) == {page.as_uri()}


def test_hostile_text_is_shown_and_does_not_run(browser: Browser, page: Path) -> None:
    browser.open(page).expect("#found", "10 pronouns")
    browser.press("jjjj")
    browser.expect("#detail header b", "5 of 10")
    passages = browser.texts("#detail .passage p")
    assert passages[0] == (
        'He wrote <script>alert(1)</script> & left . When "><img src=x onerror=alert(1)> came , it stayed .'
    )
    assert browser.texts("#detail mark")[-1] == "il"  # neither a no-break space nor U+2028 parts words
    assert browser.text("#detail mark.case-3") == "</script><script>alert(1)</script>"
    assert browser.text("#detail header span") == "<script>alert(1)</script> · sentence 6"
    assert browser.texts("#detail h3 > bdi")[-1] == '"><img src=x onerror=alert(1)>/out.fr'
    assert browser.run("return document.images.length") == 0
    assert browser.run("return document.scripts.length") == 2
    with pytest.raises(NoAlertPresentException):
        _ = browser.driver.switch_to.alert.text


def test_text_from_right_to_left_and_emoji_are_shown_with_their_direction(browser: Browser, page: Path) -> None:
    browser.open(page, "#at=5").expect("#detail header b", "6 of 10")
    texts = browser.driver.find_elements(By.CSS_SELECTOR, "#detail .passage p")
    assert [text.get_attribute("lang") for text in texts] == ["en", "fr", "fr", "fr", "fr"]
    assert texts[0].text.endswith("They said שלום 🙂 .")
    assert {text.get_attribute("dir") for text in texts} == {"auto"}


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({"system": "0", "case": "3"}, "3 of 10 pronouns"),
        ({"case": "6"}, "1 of 10 pronouns"),
        ({"case": "4"}, "2 of 10 pronouns"),
        ({"system": "1", "case": "4"}, "0 of 10 pronouns"),
        ({"source": "they"}, "3 of 10 pronouns"),
        ({"reference": "ils"}, "2 of 10 pronouns"),
        ({"reference": "∅"}, "1 of 10 pronouns"),
        ({"candidate": "∅", "system": "0"}, "1 of 10 pronouns"),
        ({"candidate": "il", "case": "3"}, "1 of 10 pronouns"),  # one system has both, not one each
        ({"show": "improved", "system": "2"}, "3 of 10 pronouns"),
        ({"show": "degraded", "system": "2"}, "4 of 10 pronouns"),
        ({"show": "improved", "reference": "il"}, "1 of 10 pronouns"),
        ({"show": "differ"}, "10 pronouns"),
        ({"text": "PORTE"}, "1 of 10 pronouns"),
        ({"text": "<script>"}, "1 of 10 pronouns"),
        ({"text": "nowhere"}, "0 of 10 pronouns"),
    ],
)
def test_filters(browser: Browser, page: Path, filters: dict[str, str], found: str) -> None:
    browser.open(page).expect("#found", "10 pronouns")
    for name, value in filters.items():
        if name == "case":
            browser.click(f"fieldset .case-{value}")
        elif name == "text":
            browser.press(value, "[name=text]")
        elif name in {"source", "reference", "candidate"}:
            options = browser.driver.find_elements(By.CSS_SELECTOR, f"[name={name}] option")
            next(option for option in options if option.text.startswith(f"{value} (")).click()
        else:
            browser.choose(name, value)
    browser.expect("#found", found)
    shown = found.removesuffix(" pronouns").removesuffix(" of 10")
    assert len(browser.texts(".row")) == int(shown)


def test_each_case_shows_how_many_pronouns_it_would_leave(browser: Browser, page: Path) -> None:
    browser.open(page).choose("system", "0")
    browser.expect("fieldset .case-1 output", "4")
    assert browser.texts("fieldset output") == ["4", "1", "3", "1", "1", "0"]
    browser.click("fieldset .case-3")
    browser.expect("#found", "3 of 10 pronouns")
    assert browser.texts("fieldset output") == ["4", "1", "3", "1", "1", "0"]
    browser.click("#clear")
    browser.expect("#found", "10 pronouns")


def test_the_pronouns_own_words_are_marked_in_every_text(browser: Browser, page: Path) -> None:
    browser.open(page, "#at=3").expect("#detail header b", "4 of 10")
    marks = browser.driver.find_elements(By.CSS_SELECTOR, "#detail mark")
    assert [(mark.text, mark.get_attribute("class")) for mark in marks] == [
        ("it", "source"),
        ("l'", "reference"),
        ("l'", "case-1"),  # the first system has no word for it
        ("l'", "case-1"),
    ]
    assert browser.run("return document.querySelector('#detail mark').previousSibling.textContent") == " "
    assert browser.texts("#detail .passage .current")[0] == "They like it ."


def test_more_context_is_a_click_away_and_stays_in_the_document(browser: Browser, page: Path) -> None:
    browser.open(page, "#at=9").expect("#detail header b", "10 of 10")
    first = "#detail .passage:first-of-type .context"
    assert browser.texts(first) == ["It seems they are good .", "It is good ."]
    browser.click("#detail header button")
    assert browser.texts(first) == ["The reports are ready .", "It seems they are good .", "It is good ."]
    browser.click("#detail header button")
    assert len(browser.texts(first)) == 2
    browser.open(page, "#at=7").expect("#detail header b", "8 of 10")
    assert browser.texts(first) == ["The reports are ready ."]


def test_keys_go_to_the_next_and_the_previous_pronoun(browser: Browser, page: Path) -> None:
    browser.open(page).expect("#detail header b", "1 of 10")
    browser.press("jj")
    browser.expect("#detail header b", "3 of 10")
    browser.press("k")
    browser.expect("#detail header b", "2 of 10")
    browser.press(Keys.ARROW_DOWN, "#list")
    browser.expect("#detail header b", "3 of 10")
    browser.press(Keys.END, "#list")
    browser.expect("#detail header b", "10 of 10")
    browser.press("j")
    browser.expect("#detail header b", "10 of 10")
    assert not browser.driver.find_element(By.ID, "next").is_enabled()
    assert browser.run("return document.querySelector('[aria-selected=true]').id") == "row-9"
    browser.press("/")
    browser.press("j", "[name=text]")  # typed, not a command
    assert browser.run("return document.activeElement.value") == "j"


def test_the_address_keeps_and_restores_the_filters(browser: Browser, page: Path) -> None:
    browser.open(page).choose("system", "2")
    browser.click("fieldset .case-3")
    browser.press("e", "[name=text]")
    browser.expect("#found", "4 of 10 pronouns")
    browser.press("j", "#list")
    browser.expect_hash("system=2&text=e&case=3&at=5")
    fragment = "#" + browser.driver.current_url.partition("#")[2]
    browser.open(page, fragment).expect("#found", "4 of 10 pronouns")
    assert browser.text("#detail header b") == "2 of 4"
    assert browser.run("return document.forms[0].elements.text.value") == "e"


@pytest.mark.parametrize("fragment", ["#reference=unheard&system=99&case=7", "#at=x", "#at=-1", "#summary", "#%"])
def test_an_address_that_fits_nothing_shows_all(browser: Browser, page: Path, fragment: str) -> None:
    browser.open(page, fragment).expect("#found", "10 pronouns")
    assert browser.text("#detail header b") == "1 of 10"
    assert browser.log("browser") == []


def test_a_number_in_a_matrix_opens_its_pronouns(browser: Browser, page: Path) -> None:
    browser.open(page).expect("#found", "10 pronouns")
    browser.click("a[href='#system=0&reference=ils&candidate=ils']")
    browser.expect("#found", "2 of 10 pronouns")
    browser.click("a[href='#system=0&reference=&candidate=il']")
    browser.expect("#found", "1 of 10 pronouns")
    browser.click(".changes a[href='#show=degraded&system=2']")
    browser.expect("#found", "4 of 10 pronouns")


def test_every_linked_number_is_the_number_of_pronouns_it_opens(browser: Browser, page: Path) -> None:
    browser.open(page).expect("#found", "10 pronouns")
    links = browser.run(
        "return [...document.querySelectorAll('a.count')].map((a) => [a.getAttribute('href'), a.textContent])"
    )
    assert len(links) > 40
    for href, number in links:
        browser.run(f"location.hash = {json.dumps(href)}")
        browser.expect("#found", f"{number} of 10 pronouns")


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_the_page_never_scrolls_sideways(browser: Browser, page: Path, width: int) -> None:
    browser.size(width, 844)
    try:
        browser.open(page).expect("#found", "10 pronouns")
        assert browser.run("return innerWidth") == width
        root = "document.documentElement"
        assert browser.run(f"return {root}.scrollWidth - {root}.clientWidth") == 0
    finally:
        browser.size(1280, 900)


def test_tables_are_readable_without_scripts(browser: Browser, page: Path) -> None:
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.open(page)
        assert "0.4500" in browser.text(".scores")
        assert "needs JavaScript" in browser.text("#browser")
        assert not browser.driver.find_element(By.ID, "filters").is_displayed()
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_twenty_thousand_pronouns_are_filtered_with_few_rows_in_the_page(
    browser: Browser, large: Large, large_page: Path
) -> None:
    browser.open(large_page).expect("#found", "20,000 pronouns")
    browser.choose("system", "2")
    browser.click("fieldset .case-3")
    browser.expect("#found", f"{large.different:,} of 20,000 pronouns")
    browser.press(Keys.END, "#list")
    browser.expect("#detail header b", f"{large.different:,} of {large.different:,}")
    assert len(browser.texts(".row")) < 60
    browser.click("#clear")
    browser.choose("show", "differ")
    pronouns = large.evaluation.pronouns
    differ = sum(len({judged.words for judged in one.candidates}) > 1 for one in pronouns)
    browser.expect("#found", f"{differ:,} of 20,000 pronouns")
    browser.press("house 19999 .", "[name=text]")
    browser.expect("#detail .current", "it walks to house 19999 .")


def test_an_evaluation_without_pronouns_opens(browser: Browser, alone: Evaluation, tmp_path: Path) -> None:
    page = tmp_path / "empty.html"
    page.write_text(render(replace(alone, pronouns=())), encoding="utf-8")
    browser.open(page).expect("#found", "0 pronouns")
    assert browser.text("#detail") == "No pronoun passes these filters."
    assert browser.log("browser") == []
