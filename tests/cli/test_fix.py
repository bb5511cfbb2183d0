"""The command that corrects pronouns in files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from antecede.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from antecede.analysis import Analyser


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    (tmp_path / "s").write_text("it sleeps .\n")
    (tmp_path / "o").write_text("il dort .\n")
    return ["--source", str(tmp_path / "s"), "--output", str(tmp_path / "o")]


def test_the_output_to_be_fixed_may_be_called_the_candidate(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], analyser: Callable[[str], Analyser]
) -> None:
    analyser("en")
    fixed = []
    for name in ("--output", "--candidate"):
        options = [name if option == "--output" else option for option in files]
        (tmp_path / "links").write_text("0-0 1-1 2-2\n")
        rest = ["--alignment", str(tmp_path / "links"), "--tokenized"]
        assert main(["fix", "--pair", "en-fr", "--mode", "paper", *options, *rest]) == 0
        fixed.append(capsys.readouterr().out)
    assert fixed[0] == fixed[1] != ""


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--pair", "es-en", "--mode", "paper"], "no paper has printed rules of post-editing for es-en"),
        (["--pair", "xx-yy"], "xx-yy"),
        (["--pair", "en-fr", "--model", "xx-yy"], "xx-yy"),
        (["--pair", "en-fr", "--model", "nowhere"], "nowhere"),
        (["--pair", "en-fr", "--html", "-"], "cannot share the output stream"),
        (["--pair", "en-fr", "-o", "x", "--html", "-", "--log", "-"], "cannot share the output stream"),
        (["--pair", "en-fr", "--log", "-"], "output, log and page cannot share the output stream"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    files: list[str], options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fix", *files, *options]) == 2
    told = capsys.readouterr()
    assert message in told.err
    assert told.err.count("\n") == 1
    assert told.out == ""


def test_two_processes_fix_what_one_fixes(tmp_path: Path, analyser: Callable[[str], Analyser]) -> None:
    analyser("en")
    (tmp_path / "s").write_text("The house is old .\nIt is beautiful .\n\n" * 3)
    (tmp_path / "o").write_text("La maison est vieille .\nIl est beau .\n\n" * 3)
    (tmp_path / "a").write_text("0-0 1-1 2-2 3-3 4-4\n0-0 1-1 2-2 3-3\n\n" * 3)
    options = ["--pair", "en-fr", "--tokenized", "--alignment", str(tmp_path / "a")]
    options += ["--source", str(tmp_path / "s"), "--output", str(tmp_path / "o")]
    for threads in ("1", "2"):
        out = str(tmp_path / threads)
        assert main(["fix", *options, "--threads", threads, "-o", out, "--log", f"{out}.json"]) == 0
    assert (tmp_path / "1").read_text() == "La maison est vieille .\nElle est belle .\n\n" * 3
    assert (tmp_path / "2").read_text() == (tmp_path / "1").read_text()
    assert (tmp_path / "2.json").read_text() == (tmp_path / "1.json").read_text()
