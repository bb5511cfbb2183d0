"""The page of fixed lines: what it says, and in a browser what is accepted, refused and saved."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any, Final

import pytest
from browsing import CHROMEDRIVER, CHROMIUM, Browser
from pronoun_samples import mention, resolved

from antecede.pairs import pair
from antecede.pronouns.agreement.draft import Edit
from antecede.pronouns.post_editing.fixing import Fixed, FixedDocument, Output
from antecede.pronouns.post_editing.types import Change, PostEdited
from antecede.pronouns.types import Decision
from antecede.report.fixing import fixing_page
from antecede.text.parallel import ParallelText, Span
from antecede.text.splicing import splice

if TYPE_CHECKING:
    from pathlib import Path

    from antecede.coreference import Anaphor

HOSTILE = "</script><script>alert(1)</script>"
SOURCE = ["the house is old .", "it is here and it sleeps .", f"it {HOSTILE} .", "it rains .", ""]
LINES = ["La maison est vieille.", "Il est ici, et  il dort, beau.", f"Il {HOSTILE}.", "Il pleut.", ""]
EXACT = "\ufeff" + "\r\n".join(LINES)
# In the second line both pronouns are changed, and what agrees with the second one.
CHANGED = ["La maison est vieille.", "Elle est ici, et  elle dort, belle.", f"Elle {HOSTILE}.", "Il pleut.", ""]
TOLD: Final[list[Any]] = [
    (1, 0, "il", "elle", 0.1, 0.8, [Edit(0, "Il", "Elle")]),
    (1, 4, "il", "elle", 0.2, 0.7, [Edit(5, "il", "elle"), Edit(8, "beau", "belle")]),
    (2, 0, "il", "elle", 0.3, 0.6, [Edit(0, "Il", "Elle")]),
    (3, 0, "il", "il", 0.4, 0.5, []),
]


def fixed() -> Fixed:
    """Five lines as an editor might have left them."""
    from pronoun_samples import analysed

    text = ParallelText(SOURCE, (LINES,), (Span("doc", 0, len(SOURCE)),))
    output = Output.of(pair("en-fr"), text, exact=EXACT, alignment=[""] * len(SOURCE))
    document = analysed(*SOURCE)
    told = resolved(document, *((line, token, [mention(document, 0, 1)]) for line, token, *_ in TOLD))
    anaphors = {(each.sentence, each.token): each for each in told.anaphors}

    def decision(anaphor: Anaphor, before: str, after: str, theirs: float, ours: float) -> Decision:
        because = f"‘{anaphor.text}’ stands for {HOSTILE}."
        return Decision(anaphor, (), after, before, because, theirs=theirs, ours=ours)

    decisions = [decision(anaphors[line, token], *rest) for line, token, *rest, _ in TOLD]
    changes = [
        Change(index, anaphoric=True, before=before, after=after, edits=tuple(edits))
        for index, (_, _, before, after, _, _, edits) in enumerate(TOLD)
        if edits
    ]
    sentences = list(output.sentences(text.documents[0]))
    for line, *_, edits in TOLD:
        tokens = list(sentences[line].tokens)
        for edit in edits:
            assert tokens[edit.position] == edit.before
            tokens[edit.position] = edit.after
        sentences[line] = type(sentences[line])(tuple(tokens))
    lines = tuple(
        splice(line, tokens, sentence.tokens)
        for line, tokens, sentence in zip(LINES, output.tokens, sentences, strict=True)
    )
    assert list(lines) == CHANGED
    edited = PostEdited(tuple(sentences), tuple(decisions), tuple(changes))
    return Fixed(lines, (FixedDocument(told, 0, edited),), output)


def data(page: str) -> dict[str, object]:
    found = json.loads(page.partition('id="data">')[2].partition("</script>")[0])
    assert isinstance(found, dict)
    return found


def test_text_that_would_like_to_be_code_is_escaped() -> None:
    page = fixing_page(fixed(), "en-fr", f"{HOSTILE}.fr")
    assert "<script>alert(1)" not in page
    assert "http:" not in page
    assert "https:" not in page


def test_pieces_make_the_line_before_and_the_line_after() -> None:
    told = data(fixing_page(fixed(), "en-fr", "texts/o.fr"))
    lines = told["lines"]
    assert isinstance(lines, list)
    for number, into in ((1, LINES), (2, CHANGED)):
        assert ["".join(each if isinstance(each, str) else each[number] for each in line) for line in lines] == into
    assert (told["name"], told["start"], told["ends"]) == ("o.fixed.fr", "\ufeff", ["\r\n"] * 4 + [""])


def test_each_pronoun_of_a_line_is_an_edit_with_what_agrees_with_it() -> None:
    lines = data(fixing_page(fixed(), "en-fr", "o.fr"))["lines"]
    assert isinstance(lines, list)
    edits = [[each for each in line if not isinstance(each, str)] for line in lines]
    assert edits == [
        [],
        [[0, "Il", "Elle"], [1, "il", "elle"], [1, "beau", "belle"]],
        [[2, "Il", "Elle"]],
        [],
        [],
    ]


@pytest.mark.browser
@pytest.mark.skipif(
    not (CHROMIUM and CHROMEDRIVER), reason="no chromium or chromedriver: apt-get install chromium chromium-driver"
)
class TestInABrowser:
    @pytest.fixture
    def page(self, browser: Browser, tmp_path: Path) -> Browser:
        behaviour = {"behavior": "allow", "downloadPath": str(tmp_path)}
        browser.driver.execute_cdp_cmd("Browser.setDownloadBehavior", behaviour)
        file = tmp_path / "page.html"
        file.write_text(fixing_page(fixed(), "en-fr", "o.fr"), encoding="utf-8")
        browser.open(file)
        browser.run("localStorage.clear()")
        browser.driver.refresh()
        return browser

    def saved(self, page: Browser, tmp_path: Path) -> str:
        file = tmp_path / "o.fixed.fr"
        file.unlink(missing_ok=True)
        page.run("document.getElementById('save').click()")
        for _ in range(300):
            if file.exists():
                return file.read_bytes().decode()
            time.sleep(0.1)
        raise AssertionError("nothing was saved")

    def refuse(self, page: Browser, edit: int) -> None:
        page.run(f"document.querySelector('.choice button[data-edit=\"{edit}\"]:not([data-accept])').click()")

    def test_what_is_accepted_is_saved_to_the_byte(self, page: Browser, tmp_path: Path) -> None:
        page.expect("#progress", "3 of 3 edits accepted")
        assert self.saved(page, tmp_path) == fixed().text == "\ufeff" + "\r\n".join(CHANGED)
        for edit in range(3):
            self.refuse(page, edit)
        page.expect("#progress", "0 of 3 edits accepted")
        assert self.saved(page, tmp_path) == EXACT
        assert page.log("browser") == []

    def test_one_edit_of_a_line_is_refused_with_what_agrees_with_it(self, page: Browser, tmp_path: Path) -> None:
        self.refuse(page, 1)
        page.expect("#l2 .after", "Elle est ici, et  il dort, beau.")
        assert "Elle est ici, et  il dort, beau.\r\n" in self.saved(page, tmp_path)
        page.driver.refresh()
        page.expect("#progress", "2 of 3 edits accepted")

    def test_keys_go_from_edit_to_edit_accept_and_refuse(self, page: Browser) -> None:
        page.press("jjr")
        page.expect("#l2 .after", "Elle est ici, et  il dort, beau.")
        page.press("kr")
        page.expect("#l2 .after", "Il est ici, et  il dort, beau.")
        page.press("jjr")
        page.expect("#progress", "0 of 3 edits accepted")
        page.press("a")
        page.expect("#progress", "1 of 3 edits accepted")

    @pytest.mark.parametrize(
        ("show", "lines"), [("all", ["1", "2", "3", "4", "5"]), ("changed", ["2", "3"]), ("doubtful", ["4"])]
    )
    def test_lines_are_filtered(self, page: Browser, show: str, lines: list[str]) -> None:
        page.click(f'#filter [data-show="{show}"]')
        shown = page.run(
            "return [...document.querySelectorAll('.row:not([hidden]) .number')].map((each) => each.textContent)"
        )
        assert shown == lines

    def test_hostile_text_is_shown_and_does_not_run(self, page: Browser) -> None:
        page.expect("#l3 .after", f"Elle {HOSTILE}.")
        assert page.log("browser") == []

    def test_the_page_fits_a_phone(self, page: Browser) -> None:
        page.size(360, 700)
        assert page.run("return document.documentElement.scrollWidth") <= 360
        page.size(1280, 900)
