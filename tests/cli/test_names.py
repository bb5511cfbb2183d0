"""Languages and pairs, however people type them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from antecede.cli import main, parser
from antecede.models import model_to
from antecede.pairs import pair

if TYPE_CHECKING:
    from pathlib import Path

XLIFF = """<xliff version="1.2"><file source-language="en-GB" target-language="fr" original="a"><body>
<trans-unit id="1"><source>It sleeps.</source></trans-unit></body></file></xliff>
"""
TMX = """<tmx version="1.4"><header/><body><tu><tuv xml:lang="en"><seg>It sleeps.</seg></tuv>
<tuv xml:lang="fr"><seg>Il dort.</seg></tuv></tu></body></tmx>
"""


@pytest.mark.parametrize("typed", ["FR", "fr-FR", "fr_CA", "Fr"])
def test_a_language_is_known_by_its_tag(typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "xx-fr").mkdir()
    (tmp_path / "xx-fr" / "model.toml").write_text("")
    monkeypatch.setenv("ANTECEDE_MODELS", str(tmp_path))
    assert model_to(typed, source="XX") == tmp_path / "xx-fr"
    assert parser().parse_args(["translate", "--to", typed, "--from", "EN-us"]).to == "fr"
    assert parser().parse_args(["resolve", "--language", typed]).language == "fr"


@pytest.mark.parametrize("typed", ["EN-FR", "en_fr", "En-Fr"])
@pytest.mark.parametrize(
    "command", ["fix --source s --output o", "check", "score", "judge --source s --targets t --json -", "translate"]
)
def test_a_pair_is_known_however_it_is_typed(typed: str, command: str) -> None:
    assert parser().parse_args([*command.split(), "--pair", typed]).pair == "en-fr"
    assert pair(typed).name == "en-fr"


def test_what_is_no_pair_is_told_as_it_was_typed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main("fix --pair XX-YY --source s --output o".split()) == 2
    assert "'XX-YY'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("doc.xlf", XLIFF, "this file goes from English to French; nothing to translate into English"),
        ("memory.tmx", TMX, "this file is in English and French; nothing to translate into English"),
    ],
)
def test_a_bilingual_file_without_the_language(
    name: str, text: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, model = tmp_path / name, tmp_path / "es-en"
    file.write_text(text)
    model.mkdir()
    (model / "model.toml").write_text('[model]\npair = "es-en"\nversion = 1\n\n[files]\n\n[weights]\n')
    assert main(["translate", "--model", str(model), "--system", "baseline", str(file), "-o", "-"]) == 2
    assert capsys.readouterr().err == f"antecede: {file}: {told}\n"
