"""Text that is piped in: `-` is the standard input of every command that reads lines."""

from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING

import pytest

from antecede.cli import main
from antecede.errors import AntecedeError
from antecede.tasks.fix import Fixer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from antecede.analysis import Analyser

    Pipe = Callable[[str], None]

SOURCE = "The house is old .\nIt is beautiful .\n"
TARGET = "La maison est vieille .\nIl est beau .\n"
OTHER = "La maison est vieille .\nElle est belle .\n"
LINKS = "0-0 1-1 2-2 3-3 4-4\n0-0 1-1 2-2 3-3\n"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {"s": SOURCE, "t": TARGET, "u": OTHER, "links": LINKS}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch) -> Pipe:
    """Puts text into the standard input."""
    return lambda text: monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


@pytest.fixture(scope="module")
def _loaded(resources: Path) -> None:  # noqa: ARG001 - sets where pipelines are found
    try:
        Fixer.load("en-fr")
    except AntecedeError as error:
        pytest.skip(f"wants the model that ships, a pipeline and a lexicon: {error}")


SCORE = "score --pair en-fr --tokenized --no-bootstrap --json -"
SCORED = "--source-reference-alignment links --source-candidate-alignment links"
CASES = [
    (f"{SCORE} {SCORED} --source X --reference u --candidate t", SOURCE),
    (f"{SCORE} {SCORED} --source s --reference X --candidate t", OTHER),
]
PARSED = [
    ("resolve --language en --json - X", SOURCE),
    ("resolve --language en --tokenized --json - X", SOURCE),
    ("fix --pair en-fr --alignment links --tokenized --source X --output t", SOURCE),
    ("fix --pair en-fr --alignment links --tokenized --source s --output X", TARGET),
    ("fix --pair en-fr --alignment links --source s --output X", "\ufeff" + TARGET.replace("\n", "\r\n")),
    ("judge --pair en-fr --source X --targets t u --json -", SOURCE),
    ("judge --pair en-fr --source s --targets t X --json -", OTHER),
]


def same(command: str, text: str, pipe: Pipe, capfdbinary: pytest.CaptureFixture[bytes]) -> bytes:
    printed = []
    with open("piped.txt", "w", encoding="utf-8", newline="") as file:  # noqa: PTH123 - its line ends as they are
        file.write(text)
    for name in ("piped.txt", "-"):
        pipe(text)
        assert main(command.replace("X", name).split()) == 0
        printed.append(capfdbinary.readouterr().out)
    assert printed[0] == printed[1]
    return printed[0]


@pytest.mark.parametrize(("command", "text"), CASES)
def test_what_is_piped_is_scored_as_a_file(
    command: str, text: str, pipe: Pipe, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert json.loads(same(command, text, pipe, capfdbinary))["systems"][0]["name"] == "t"


@pytest.mark.usefixtures("_loaded")
@pytest.mark.parametrize(("command", "text"), PARSED)
def test_what_is_piped_is_read_as_a_file(
    command: str, text: str, pipe: Pipe, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert same(command, text, pipe, capfdbinary)


@pytest.mark.parametrize(
    ("command", "text", "told"),
    [
        (
            f"{SCORE} {SCORED} --source - --reference u --candidate -",
            SOURCE,
            "more than one file is - (standard input)",
        ),
        (f"{SCORE} {SCORED} --source - --reference u --candidate t", "", "standard input, line 1: the file is empty"),
        (f"{SCORE} {SCORED} --source - --reference u --candidate t", "a\n", "standard input has 1 lines but u has 2"),
    ],
)
def test_what_cannot_be_piped(
    command: str, text: str, told: str, pipe: Pipe, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe(text)
    assert main(command.split()) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"antecede: {told}")


@pytest.mark.usefixtures("_loaded")
def test_an_output_that_is_piped_is_as_long_as_its_source(pipe: Pipe, capsys: pytest.CaptureFixture[str]) -> None:
    pipe("a\n")
    assert main("fix --pair en-fr --source s --output -".split()) == 2
    assert "s has 2 lines but standard input has 1" in capsys.readouterr().err


@pytest.mark.parametrize("file", ["nofile", "damaged"])
def test_nothing_is_printed_before_the_input_is_known_to_be_good(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "damaged").write_bytes(b"It \xed\xa0\x80\n")
    assert main(f"resolve --language en {file} --json -".split()) == 2
    assert capsys.readouterr().out == ""


def test_no_document_at_all_is_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], analyser: Callable[[str], Analyser]
) -> None:
    analyser("en")
    (tmp_path / "none.json").write_text('{"documents": []}')
    assert main("resolve --language en --antecedents none.json --json -".split()) == 0
    assert json.loads(capsys.readouterr().out) == {"documents": []}
