"""Services over HTTP, against a local server that speaks their protocols."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from translation_server import KEY, Script, serving

from antecede.engines.services._batches import Asked, Journal, ServiceTranslator
from antecede.engines.services._http import LARGEST_ANSWER, Service, service_url
from antecede.engines.services.deepl import DeepL
from antecede.engines.services.google import Google
from antecede.engines.services.libretranslate import LibreTranslate
from antecede.engines.services.openai import OpenAI
from antecede.errors import BadOption, EngineError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def server() -> Iterator[tuple[str, Script]]:
    with serving() as running:
        yield running


@pytest.fixture(autouse=True)
def _keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DEEPL_AUTH_KEY", "GOOGLE_API_KEY", "OPENAI_API_KEY", "LIBRETRANSLATE_API_KEY"):
        monkeypatch.setenv(name, KEY)
    monkeypatch.delenv("OPENAI_MODEL", raising=False)


KINDS: dict[str, type[DeepL | Google | LibreTranslate]] = {
    "deepl": DeepL,
    "google": Google,
    "libretranslate": LibreTranslate,
}
Made = DeepL | Google | LibreTranslate | OpenAI


def client(name: str, url: str) -> Made:
    if name == "openai":
        return OpenAI.at(url, "en", "fr", model="small")
    return KINDS[name].at(url, "en", "fr")


def impatient(made: Made, waits: list[float]) -> Made:
    return replace(made, service=replace(made.service, wait=waits.append, timeout=0.3))


SERVICES = ["deepl", "google", "libretranslate", "openai"]


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_gives_a_translation_for_each_text_in_order(name: str, server: tuple[str, Script]) -> None:
    url, script = server
    assert client(name, url).ask(["one", "two é"], "") == ["ONE", "TWO É"]
    assert len(script.asked) == 1


def test_each_protocol_is_spoken_as_its_documentation_says(server: tuple[str, Script]) -> None:
    url, script = server
    for name in SERVICES:
        client(name, url).ask(["one"], "before")
    (libre, google, deepl, chat) = (
        next(ask for ask in script.asked if ask[0] == path)
        for path in ("/translate", "/language/translate/v2", "/v2/translate", "/chat/completions")
    )
    assert libre[2] == {"q": ["one"], "source": "en", "target": "fr", "format": "text", "api_key": KEY}
    assert google[1]["X-Goog-Api-Key"] == KEY
    assert deepl[1]["Authorization"] == f"DeepL-Auth-Key {KEY}"
    assert (deepl[2]["source_lang"], deepl[2]["target_lang"], deepl[2]["context"]) == ("EN", "FR", "before")
    assert chat[1]["Authorization"] == f"Bearer {KEY}"
    assert (chat[2]["model"], chat[2]["messages"][1]["content"]) == ("small", '["one"]')
    assert '"before"' in chat[2]["messages"][0]["content"]


@pytest.mark.parametrize("name", SERVICES)
@pytest.mark.parametrize(
    ("status", "headers", "body", "words"),
    [
        (403, {}, b'{"message": "bad key abcd-1234:fx"}', "refused the key in"),
        (456, {}, b"", "quota of this key is used up"),
        (400, {}, b"no such language", "refused the request (HTTP 400: no such language)"),
        (302, {"Location": "http://127.0.0.1:9/"}, b"", "refused the request (HTTP 302)"),
        (429, {"Retry-After": "3600"}, b"", "asks to wait 3600 seconds"),
        (200, {}, b"<html>hello</html>", "not JSON"),
        (200, {}, b"[" * 200_000, "not JSON"),
        (200, {}, b'{"hello": 1}', "is the address right?"),
        (200, {}, b"[1]", "is the address right?"),
    ],
)
def test_a_service_that_refuses_or_talks_nonsense_is_one_line_without_the_key(
    name: str, status: int, headers: dict[str, str], body: bytes, words: str, server: tuple[str, Script]
) -> None:
    url, script = server
    script.answers = [(status, headers, body)] * 5
    waits: list[float] = []
    with pytest.raises(EngineError) as raised:
        impatient(client(name, url), waits).ask(["one"], "")
    assert words in str(raised.value)
    assert KEY not in str(raised.value)
    assert "\n" not in str(raised.value)
    assert not waits


def test_an_answer_without_end_is_refused(server: tuple[str, Script]) -> None:
    url, script = server
    script.answers = [(200, {}, b" " * (LARGEST_ANSWER + 1))]
    with pytest.raises(EngineError, match="more than 16 MiB"):
        client("deepl", url).ask(["one"], "")


def test_what_may_pass_is_tried_again_after_the_time_that_the_service_names(server: tuple[str, Script]) -> None:
    url, script = server
    script.answers = [(429, {"Retry-After": "7"}, b""), (503, {}, b""), (500, {}, b"")]
    waits: list[float] = []
    assert impatient(client("google", url), waits).ask(["one"], "") == ["ONE"]
    assert waits == [7.0, 2.0, 4.0]


def test_tries_end(server: tuple[str, Script]) -> None:
    url, script = server
    script.answers = [(503, {}, b"")] * 9
    waits: list[float] = []
    with pytest.raises(EngineError, match=r"answered with HTTP 503, 4 times"):
        impatient(client("google", url), waits).ask(["one"], "")
    assert waits == [1.0, 2.0, 4.0]


def test_a_service_that_hangs_is_given_up(server: tuple[str, Script]) -> None:
    url, script = server
    script.hangs = True
    hanging = client("deepl", url)
    hanging = replace(hanging, service=replace(hanging.service, timeout=0.05, tries=2, wait=lambda _seconds: None))
    with pytest.raises(EngineError, match=r"did not answer within 0 seconds, 2 times"):
        hanging.ask(["one"], "")


def test_a_service_that_is_not_there_is_named() -> None:
    lost = Service("DeepL", "http://127.0.0.1:9", tries=1)
    with pytest.raises(EngineError, match=r"cannot be reached at http://127.0.0.1:9 \(connection refused\)"):
        lost.post("/", {})


@pytest.mark.parametrize(
    "url", ["ftp://host", "file:///etc/passwd", "host", "http://", "http://me:secret@host", "http://h/?k=1"]
)
def test_only_plain_http_addresses_are_taken(url: str) -> None:
    with pytest.raises(BadOption):
        service_url(url, name="DeepL")


def test_a_missing_key_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DEEPL_AUTH_KEY")
    with pytest.raises(BadOption, match="set the environment variable DEEPL_AUTH_KEY"):
        DeepL.at("", "en", "fr")


def test_a_service_does_not_show_its_key() -> None:
    assert KEY not in repr(DeepL.at("", "en", "fr"))


def test_a_model_that_joins_sentences_is_asked_for_each_alone(server: tuple[str, Script]) -> None:
    url, script = server

    def joins(_path: str, body: dict[str, Any]) -> object:
        texts = json.loads(body["messages"][1]["content"])
        return {"choices": [{"message": {"content": json.dumps([" ".join(texts).upper()])}}]}

    script.translate = joins
    assert client("openai", url).ask(["one", "two"], "") == ["ONE", "TWO"]
    assert len(script.asked) == 3


def test_requests_stay_within_the_limits_and_equal_texts_are_asked_for_once(
    server: tuple[str, Script], tmp_path: Path
) -> None:
    url, script = server
    limited = replace(client("libretranslate", url), most_texts=2, most_characters=10)
    translator = ServiceTranslator(limited, Journal(tmp_path / "kept"))
    texts = ["aa", "bb", "aa", "", "cc", "d" * 20, "ee"]
    assert translator.translate([Asked(text) for text in texts]) == [text.upper() for text in texts]
    assert [ask[2]["q"] for ask in script.asked] == [["aa", "bb"], ["cc"], ["d" * 20], ["ee"]]


def test_what_was_translated_before_a_failure_is_not_asked_for_again(
    server: tuple[str, Script], tmp_path: Path
) -> None:
    url, script = server
    script.answers = [(200, {}, b'{"translatedText": ["AA"]}'), (403, {}, b"")]
    limited = replace(client("libretranslate", url), most_texts=1)
    asked = [Asked("aa"), Asked("bb")]
    with pytest.raises(EngineError, match="refused the key"):
        ServiceTranslator(limited, Journal(tmp_path / "kept")).translate(asked)
    journal = Journal(tmp_path / "kept")
    assert ServiceTranslator(limited, journal).translate(asked) == ["AA", "BB"]
    assert [ask[2]["q"] for ask in script.asked] == [["aa"], ["bb"], ["bb"]]
    journal.done()
    assert not (tmp_path / "kept").exists()


def test_a_line_that_was_cut_short_in_the_kept_translations_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text('["a", "A"]\n["b", "B', encoding="utf-8")
    journal = Journal(tmp_path / "kept")
    assert (journal.get("a"), journal.get("b")) == ("A", None)


def test_the_size_of_a_large_run_is_said_before_it_starts(
    server: tuple[str, Script], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    url, script = server
    script.answers = [(403, {}, b"")]
    with caplog.at_level(logging.WARNING, "antecede"), pytest.raises(EngineError):
        ServiceTranslator(client("google", url), Journal(tmp_path / "kept")).translate(
            [Asked(f"{index} " + "word " * 1000) for index in range(10)]
        )
    assert "Google: 50,020 characters of 10 sentences will be sent" in caplog.text
