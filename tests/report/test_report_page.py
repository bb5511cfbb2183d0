from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest

import antecede.report
from antecede.report import render

if TYPE_CHECKING:
    from antecede.evaluation.results import AptScore, Evaluation, SystemScore

VOID = {"meta", "input", "rect"}


class Page(HTMLParser):
    """What a browser makes of a page: tags in use, attributes, scripts, text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.scripts: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "script":
            self.scripts.append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["script"]:
            self.scripts[-1] += data
        elif self.open[-1:] != ["style"]:
            self.text += data

    @property
    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.scripts[0])
        return found


def test_exported_names() -> None:
    assert antecede.report.__all__ == ["print_correlations", "print_evaluation", "render"]


def test_the_page_is_well_formed_and_has_only_its_own_scripts(evaluation: Evaluation) -> None:
    page = Page(render(evaluation))
    assert page.open == []
    assert len(page.scripts) == 2
    assert not any(tag in {"img", "link", "iframe", "object", "embed"} for tag, _ in page.tags)
    assert not any(name.startswith("on") or name == "src" for _, attributes in page.tags for name in attributes)
    assert all(attributes["href"].startswith("#") for tag, attributes in page.tags if tag == "a" and attributes["href"])


def test_the_policy_names_the_script_by_its_hash(evaluation: Evaluation) -> None:
    html = render(evaluation)
    script = Page(html).scripts[1]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = next(
        attributes["content"] for tag, attributes in Page(html).tags if tag == "meta" and "http-equiv" in attributes
    )
    assert policy is not None
    assert policy.startswith("default-src 'none';")
    assert f"script-src 'sha256-{digest}';" in policy


def test_each_sentence_is_embedded_once_and_only_where_it_is_context(evaluation: Evaluation) -> None:
    source = (*evaluation.source, *("Nobody is near .",) * 4, "There it is .", "Nothing follows .")
    texts = (*evaluation.reference, *("x",) * 6)
    pronoun = replace(evaluation.pronouns[0], sentence=15, source_position=1)
    longer = replace(
        evaluation,
        source=source,
        reference=texts,
        candidates=[texts] * 3,
        document_ids=(*evaluation.document_ids, *("late",) * 6),
        pronouns=(*evaluation.pronouns, pronoun),
    )
    rows = Page(render(longer)).data["sentences"]
    # 11 has no pronoun and is four sentences before the next, 16 is after it; the first line of the second document
    # is context of its second, and no sentence is context across documents.
    assert [row[0] for row in rows] == [*range(11), 12, 13, 14, 15]


def test_pronouns_refer_to_sentences_and_words_by_number(evaluation: Evaluation) -> None:
    data = Page(render(evaluation)).data
    row, position, source, reference, positions, judged = data["pronouns"][3]
    assert data["sentences"][row][2].split(" ")[position] == "it"
    assert data["sources"][source] == "it"
    assert (data["targets"][reference], positions) == ("l'", [1])
    assert judged[0] == [4, -1, []]
    assert [data["targets"][word] for _, word, _ in judged[1:]] == ["l'", "l'"]


def test_embedded_data_has_nothing_that_html_reads(evaluation: Evaluation) -> None:
    html = render(replace(evaluation, document_ids=["\u2028\u2029<!--"] * len(evaluation.source)))
    block = re.search(r'<script type="application/json" id="data">(.*?)</script>', html, re.DOTALL)
    assert block is not None
    assert not re.search("[<>&\u2028\u2029]", block[1])
    assert json.loads(block[1])["documents"] == ["\u2028\u2029<!--"]


@pytest.mark.parametrize(
    "text",
    [
        'runs/"><img src=x onerror=alert(1)>/out.fr',
        "<0.0001",
        "different: 3, candidate missing: 1",
        "APT = 0.9000 (9/0/0/0/0/1)  apt|pair:en-fr|n:10|v:0.1.0",
        "</script><script>alert(1)</script>",
    ],
)
def test_static_text_is_shown_literally(evaluation: Evaluation, text: str) -> None:
    assert text in Page(render(evaluation)).text


def test_columns_of_meteor_and_comparisons_are_there_when_they_have_values(
    evaluation: Evaluation, alone: Evaluation
) -> None:
    several, one = Page(render(evaluation)).text, Page(render(alone)).text
    assert "METEOR" not in several
    assert "Comparisons" in several
    assert "0.4321" in one
    assert "Comparisons" not in one
    assert "METEOR (pronouns)" not in one


def with_apt(system: SystemScore, apt: AptScore) -> SystemScore:
    score = replace(system.scores["apt"], value=apt.score, details={"apt": apt})
    return replace(system, scores={**system.scores, "apt": score})


def test_what_was_not_source_is_told(alone: Evaluation) -> None:
    system = with_apt(alone.systems[0], replace(alone.systems[0].apt, not_source=17))
    assert "not counted: 17." in Page(render(replace(alone, systems=(system,)))).text


def test_an_evaluation_without_pronouns_renders(alone: Evaluation) -> None:
    apt = replace(alone.systems[0].apt, score=0.0, cases=(0, 0, 0, 0, 0, 0), total=0)
    page = Page(render(replace(alone, pronouns=(), systems=(with_apt(alone.systems[0], apt),))))
    assert page.data["sentences"] == []


def test_title(evaluation: Evaluation) -> None:
    assert "<title>R&amp;D &lt;x&gt;</title>" in render(evaluation, title="R&D <x>")
