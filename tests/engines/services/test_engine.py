"""Services as engines: found by name, with our tokens and links, and asked by `translate`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from translation_server import KEY, Script, serving

from antecede.cli import main
from antecede.engines import ENGINES, Ability, open_engine, translate_segments
from antecede.errors import BadOption
from antecede.scoring import Segment

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def server() -> Iterator[tuple[str, Script]]:
    with serving() as running:
        yield running


@pytest.fixture(autouse=True)
def _keys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("DEEPL_AUTH_KEY", "GOOGLE_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.setenv(name, KEY)
    monkeypatch.setenv("ANTECEDE_CACHE", str(tmp_path / "cache"))


@pytest.mark.parametrize("address", ["libretranslate:{}", "deepl:{}", "google:{}", "openai:{},small"])
def test_a_service_is_an_engine_whose_translations_have_tokens_and_links(
    address: str, server: tuple[str, Script]
) -> None:
    engine = open_engine(address.format(server[0]), pair="en-fr")
    assert Ability.TEXT in engine.abilities
    [[first], [empty]] = translate_segments(
        engine, [Segment("Antecede 2026 .", ("Antecede", "2026", ".")), Segment("")]
    )
    assert (first.text, first.tokens) == ("ANTECEDE 2026 .", ("ANTECEDE", "2026", "."))
    assert {(link.source, link.target) for link in first.alignment} >= {(1, 1), (2, 2)}
    assert empty.tokens == ()


def test_the_sentences_before_go_along_as_context_where_the_service_takes_them(server: tuple[str, Script]) -> None:
    url, script = server
    engine = open_engine(f"deepl:{url},2", pair="en-fr")
    engine.translate([["x"]])
    translate_segments(engine, [Segment("Now.", before=("A.", "B.", "C."))])
    assert "context" not in script.asked[0][2]
    assert script.asked[1][2]["context"] == "B. C."


@pytest.mark.parametrize(
    ("address", "pair", "words"),
    [
        ("deepl:http://127.0.0.1:9,many", "en-fr", "not a number of sentences"),
        ("deepl:http://127.0.0.1:9,21", "en-fr", "from 0 to 20"),
        ("google:", "", "has to be told what it translates"),
        ("libretranslate:", "en-fr", "incomplete"),
        ("openai:http://127.0.0.1:9", "en-fr", "needs a model's name"),
    ],
)
def test_what_is_missing_in_an_address_is_said(
    address: str, pair: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_MODEL", raising=False)
    with pytest.raises(BadOption, match=words):
        open_engine(address, pair=pair)


def test_a_name_that_nobody_defined_lists_services_too() -> None:
    with pytest.raises(BadOption, match="deepl"):
        open_engine("deepll:", pair="en-fr")
    assert {"deepl", "google", "libretranslate", "openai"} <= set(ENGINES.names())


def test_what_was_paid_for_is_kept_until_all_is_translated(server: tuple[str, Script], tmp_path: Path) -> None:
    url, script = server
    text, out = tmp_path / "letter.txt", tmp_path / "letter.fr"
    text.write_text("One .\nTwo .\n")
    command = ["translate", "--pair", "en-fr", "--system", "baseline", "--engine", f"libretranslate:{url}", str(text)]
    script.answers = [(403, {}, b"")]
    assert main([*command, "-o", str(out)]) == 2
    assert not out.exists()
    assert main([*command, "-o", str(out)]) == 0
    assert "ONE" in out.read_text()
    assert not list((tmp_path / "cache").glob("services/*"))
    assert json.dumps(KEY) not in "".join(path.read_text() for path in tmp_path.rglob("*.jsonl"))
