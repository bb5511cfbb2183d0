"""`antecede translate` from the command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from antecede.cli import main

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    (tmp_path / "talk.en").write_text("The cat sleeps.\n\nThe dog sleeps.\n")
    (tmp_path / "talk.ids").write_text("a\na\na\n")
    return tmp_path


def test_a_line_gives_a_line(talk: Path, model_folder: Path) -> None:
    out = talk / "out"
    assert (
        main(
            [
                "translate",
                "--model",
                str(model_folder),
                "--ids",
                str(talk / "talk.ids"),
                str(talk / "talk.en"),
                "-o",
                str(out),
            ]
        )
        == 0
    )
    assert out.read_text() == "Le chat dort.\n\nLe chien dort.\n"


def test_tokens_stay_tokens(talk: Path, model_folder: Path) -> None:
    (talk / "tok").write_text("the cat sleeps .\n\nthe |x\n")
    names = {name: talk / name for name in ("out", "nbest", "align", "json")}
    arguments = ["--tokenized", "--n-best", "3", "--n-best-file", str(names["nbest"]), "--threads", "2"]
    arguments += ["--alignment-file", str(names["align"]), "--json", str(names["json"]), "--pop-limit", "20"]
    assert (
        main(["translate", "--model", str(model_folder), *arguments, str(talk / "tok"), "-o", str(names["out"])]) == 0
    )
    assert names["out"].read_text() == "le chat dort .\n\nle |x\n"
    assert names["align"].read_text() == "0-0 1-1 2-2 3-3\n\n0-0 1-1\n"
    lines = names["nbest"].read_text().splitlines()
    assert [line.split()[0] for line in lines] == ["0", "0", "0", "1", "2", "2"]
    told = json.loads(names["json"].read_text())["sentences"]
    assert told[0]["translation"] == "le chat dort ."
    assert len(told[0]["hypotheses"]) == 3


def test_a_format_keeps_its_layout(talk: Path, model_folder: Path) -> None:
    (talk / "film.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\nThe cat sleeps.\n")
    assert main(["translate", "--model", str(model_folder), str(talk / "film.srt"), "-o", str(talk / "out.srt")]) == 0
    assert (talk / "out.srt").read_text() == "1\n00:00:01,000 --> 00:00:02,000\nLe chat dort.\n"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--n-best", "5"], "--n-best-file"),
        (["--n-best", "0"], "at least 1"),
        (["--threads", "-1"], "--threads"),
        (["--pop-limit", "0"], "pop limit"),
        (["--ids", "tok"], "lines"),
    ],
)
def test_bad_options_are_told_in_one_line(
    talk: Path,
    model_folder: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    problem: str,
) -> None:
    (talk / "tok").write_text("one\n")
    arguments = [str(talk / "tok") if argument == "tok" else argument for argument in arguments]
    status = main(
        ["translate", "--model", str(model_folder), *arguments, str(talk / "talk.en"), "-o", str(talk / "out")]
    )
    assert status == 2
    error = capsys.readouterr().err
    assert problem in error
    assert error.count("\n") == 1
    assert not (talk / "out").exists()
