"""`antecede translate` from the command line."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

import pytest

from antecede.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from antecede.analysis import Analyser


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


def test_markup_gives_spans_their_translations(talk: Path, model_folder: Path) -> None:
    (talk / "marked").write_text('The <n translation="minou">cat</n> sleeps.\n\nThe dog sleeps.\n')
    arguments = ["translate", "--model", str(model_folder), str(talk / "marked"), "-o", str(talk / "out")]
    assert main([*arguments, "--markup"]) == 0
    assert (talk / "out").read_text() == "Le minou dort.\n\nLe chien dort.\n"
    assert main([*arguments, "--markup", "exclusive", "--explain"]) == 2


def test_a_format_keeps_its_layout(talk: Path, model_folder: Path) -> None:
    (talk / "film.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\nThe cat sleeps.\n")
    assert main(["translate", "--model", str(model_folder), str(talk / "film.srt"), "-o", str(talk / "out.srt")]) == 0
    assert (talk / "out.srt").read_text() == "1\n00:00:01,000 --> 00:00:02,000\nLe chat dort.\n"


def test_standard_input_is_running_text(
    model_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"The cat sleeps. The dog sleeps.\n\nTHE CAT SLEEPS.\n")))
    assert main(["translate", "--model", str(model_folder), "--system", "baseline"]) == 0
    assert capsys.readouterr().out == "Le chat dort. Le chien dort.\n\nLE CHAT DORT.\n"


def test_the_target_language_picks_an_installed_model(
    talk: Path, model_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ANTECEDE_MODELS", str(talk / "models"))
    (talk / "models").mkdir()
    model_folder.rename(talk / "models" / "en-fr")
    assert main(["translate", "--to", "fr", "--system", "baseline", str(talk / "talk.en")]) == 0
    assert capsys.readouterr().out == "Le chat dort.\n\nLe chien dort.\n"
    assert main(["translate", "--to", "xx", str(talk / "talk.en")]) == 2
    assert "en-fr" in capsys.readouterr().err


def test_every_pronoun_is_explained(
    tmp_path: Path,
    model_folder: Path,
    analyser: Callable[[str], Analyser],
    capsys: pytest.CaptureFixture[str],
) -> None:
    analyser("en")
    (tmp_path / "text.txt").write_text("The cat sleeps. It sleeps.")
    names = {name: tmp_path / name for name in ("out.txt", "trace.json", "page.html")}
    arguments = ["--system", "baseline", "--explain", "--trace", str(names["trace.json"])]
    arguments += ["--html", str(names["page.html"]), "-o", str(names["out.txt"])]
    assert main(["translate", "--model", str(model_folder), str(tmp_path / "text.txt"), *arguments]) == 0
    assert names["out.txt"].read_text() == "Le chat dort. It dort."  # the model knows no pronoun
    assert "The engine wrote no pronoun for it." in " ".join(capsys.readouterr().out.split())
    (document,) = json.loads(names["trace.json"].read_text())["documents"]
    (decision,) = document["decisions"]
    assert (decision["sentence"], decision["token"], decision["source"]) == (1, 0, "It")
    assert decision["antecedents"][0]["text"] == "The cat"
    assert decision["choice"] == decision["baseline"] == ""
    page = names["page.html"].read_text()
    assert 'data-pronoun="0"' in page
    assert "Le chat dort." in page


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--n-best", "5", "--n-best-file", "tok", "--system", "combined"], "--system baseline"),
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
