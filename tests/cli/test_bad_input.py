"""What is no text to work on ends every command of a task in one line that names the file and says what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from antecede.cli import main
from antecede.errors import AntecedeError
from antecede.tasks.fix import Fixer

if TYPE_CHECKING:
    from pathlib import Path

COMMANDS = {
    "fix": "fix --pair en-fr --source {s} --output {t}",
    "judge": "judge --pair en-fr --source {s} --targets {t} {t} --json out",
    "rerank": "rerank --pair en-fr --source {s} --n-best {t} -o out",
    "resolve": "resolve --language en {s} --json out",
    "score": "score --pair en-fr --source {s} --reference {t} --candidate other --json out",
    "translate": "translate --to fr --engine embedded {s} -o out",
}


@pytest.fixture(scope="module")
def _loaded(resources: Path) -> None:  # noqa: ARG001 - sets where pipelines are found
    try:
        Fixer.load("en-fr")
    except AntecedeError as error:
        pytest.skip(f"wants the model that ships, a pipeline and a lexicon: {error}")


@pytest.mark.usefixtures("_loaded")
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "empty"),
        (b"a\nb \xed\xa0\x80\n", "line 2: byte 0xed is not UTF-8; convert"),  # a lone surrogate
        (b"a\nb\0\n", "NUL"),
        (b"a" * (10 << 20), "line 1"),
    ],
    ids=["empty", "surrogate", "NUL", "10 MB in one line"],
)
def test_a_file_that_is_no_text(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
    content: bytes,
    told: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad").write_bytes(content)
    for name in ("good", "other"):
        (tmp_path / name).write_text("a\nb\n")
    assert main(COMMANDS[command].format(s="bad", t="good").split()) == 2
    said = capsys.readouterr().err
    assert said.startswith("antecede: bad")
    assert told in said
    assert said.count("\n") == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.usefixtures("_loaded")
@pytest.mark.parametrize("command", ["fix", "judge", "score"])
def test_files_of_different_lengths(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "three").write_text("a\nb\nc\n")
    for name in ("good", "other"):
        (tmp_path / name).write_text("a\nb\n")
    assert main(COMMANDS[command].format(s="three", t="good").split()) == 2
    assert "three has 3 lines but good has 2: they differ from line 3 on" in capsys.readouterr().err
