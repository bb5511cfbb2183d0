"""`antecede translate` from the command line."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

import pytest
from json_schemas import valid

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
    told = valid("translate", json.loads(names["json"].read_text()))["sentences"]
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
    text = b"The cat sleeps. The dog sleeps.\n\nTHE CAT SLEEPS.\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert main(["translate", "--model", str(model_folder), "--system", "baseline"]) == 0
    assert capsys.readouterr().out == "Le chat dort. Le chien dort.\n\nLE CHAT DORT.\n"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"The cat sleeps.\nCaf\xe9.\n", "line 2: byte 0xe9 is not UTF-8; convert the file to UTF-8 first"),
        (b"The cat\0 sleeps.\n", "line 1: has a NUL byte, so it is not UTF-8 text; convert the file to UTF-8 first"),
    ],
)
def test_bad_text_on_standard_input_is_one_line(
    text: bytes,
    problem: str,
    model_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text), encoding="utf-8"))
    assert main(["translate", "--model", str(model_folder), "--system", "baseline"]) == 2
    assert capsys.readouterr() == ("", f"antecede: standard input, {problem}\n")


def test_standard_input_that_is_closed_is_one_line(
    model_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert main(["translate", "--model", str(model_folder), "--system", "baseline"]) == 2
    assert capsys.readouterr().err.startswith("antecede: standard input: is closed")


BILINGUAL = (
    '<xliff version="1.2"><file original="f" source-language="en" target-language="fr"><body>'
    '<trans-unit approved="yes"><source>The cat sleeps.</source><target state="final">Minou dort.</target></trans-unit>'
    "<trans-unit><source>The dog sleeps.</source></trans-unit></body></file></xliff>"
)
FILLED = BILINGUAL.replace("</source></trans-unit>", "</source><target>Le chien dort.</target></trans-unit>")
REPLACED = FILLED.replace(
    '"yes"><source>The cat sleeps.</source><target state="final">Minou',
    '"no"><source>The cat sleeps.</source><target state="needs-review-translation">Le chat',
)


@pytest.mark.parametrize(
    ("options", "expected", "shown"),
    [
        ([], FILLED, "Minou dort."),
        (["--existing", "keep"], FILLED, "Minou dort."),
        (["--existing", "empty"], FILLED, "Minou dort."),
        (["--existing", "replace"], REPLACED, "Le chat dort."),
    ],
)
def test_translations_that_a_file_has_are_kept_unless_they_are_to_be_replaced(
    options: list[str],
    expected: str,
    shown: str,
    talk: Path,
    model_folder: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (talk / "a.xlf").write_text(BILINGUAL)
    out, told = talk / "out.xlf", talk / "told.json"
    arguments = ["translate", "--model", str(model_folder), "--system", "baseline", str(talk / "a.xlf"), *options]
    assert main([*arguments, "-o", str(out), "--json", str(told)]) == 0
    assert out.read_text() == expected
    assert json.loads(told.read_text())["sentences"][0]["translation"] == shown
    kept = "antecede: 1 of 2 segments keep the translation they have (see --existing)\n"
    assert capsys.readouterr().err == (kept if expected == FILLED else "")


def test_nothing_is_explained_where_a_translation_was_kept(
    talk: Path, model_folder: Path, analyser: Callable[[str], Analyser]
) -> None:
    analyser("en")
    text = BILINGUAL.replace("The cat", "It").replace("The dog", "It")
    (talk / "a.xlf").write_text(text)
    names = {name: talk / name for name in ("trace.json", "page.html", "out.xlf")}
    arguments = ["translate", "--model", str(model_folder), "--system", "baseline", str(talk / "a.xlf")]
    arguments += ["--trace", str(names["trace.json"]), "--html", str(names["page.html"]), "-o", str(names["out.xlf"])]
    assert main(arguments) == 0
    (document,) = valid("translate-trace", json.loads(names["trace.json"].read_text()))["documents"]
    assert [decision["sentence"] for decision in document["decisions"]] == [1]
    assert "Minou dort." in names["page.html"].read_text()


def test_the_target_language_picks_an_installed_model(
    talk: Path, model_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ANTECEDE_MODELS", str(talk / "models"))
    (talk / "models").mkdir()
    model_folder.rename(talk / "models" / "en-fr")
    assert main(["translate", "--to", "fr", "--engine", "embedded", "--system", "baseline", str(talk / "talk.en")]) == 0
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
        (["--n-best", "5", "--n-best-file", "tok", "--html", "tok"], "explain none"),
        (["--system", "combined", "--mode", "paper"], "has no mode 'paper': its modes are best"),
        (["--system", "oracle"], "unknown system 'oracle': the systems are baseline"),
        (["--engine", "oracle:x"], "unknown kind of engine"),
        (["--engine", "files:tok", "--system", "rerank"], "needs an engine with n-best lists"),
        (["--engine", "files:tok", "--system", "combined"], "works inside the native engine"),
        (["--engine", "files:tok", "--system", "baseline"], "lines"),
        (["--engine", "files:tok", "--markup", "exclusive"], "translations given for parts"),
        (["--pair", "es-en"], "is a model for en-fr, not for es-en"),
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
    arguments = [argument.replace("tok", str(talk / "tok")) for argument in arguments]
    status = main(
        ["translate", "--model", str(model_folder), *arguments, str(talk / "talk.en"), "-o", str(talk / "out")]
    )
    assert status == 2
    error = capsys.readouterr().err
    assert problem in error
    assert error.count("\n") == 1
    assert not (talk / "out").exists()


def test_n_best_lists_of_a_model_with_pronouns_ask_for_the_baseline(
    talk: Path, model_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    toml = model_folder / "model.toml"
    toml.write_text(toml.read_text().replace("[files]\n", '[files]\nchoice = "choice"\n'))
    arguments = ["translate", "--model", str(model_folder), str(talk / "talk.en"), "-o", str(talk / "out")]
    arguments += ["--n-best", "3", "--n-best-file", str(talk / "lists")]
    assert main(arguments) == 2
    assert "use --system baseline" in capsys.readouterr().err
    assert main([*arguments, "--system", "baseline"]) == 0
    assert (talk / "lists").read_text().startswith("0 ||| le chat dort .")


def test_output_of_any_system_is_translated_with(talk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (talk / "out.tok").write_text("Le minou dort .\n\nLe toutou dort .\n")
    arguments = [
        "translate",
        "--pair",
        "en-fr",
        "--engine",
        f"files:{talk / 'out.tok'}",
        "--ids",
        str(talk / "talk.ids"),
    ]
    assert main([*arguments, str(talk / "talk.en")]) == 0
    told = capsys.readouterr()
    assert told.out == "Le minou dort.\n\nLe toutou dort.\n"
    assert told.err == "antecede: no model folder with pronoun models is named (--model): the engine alone translated\n"
    (talk / "talk.en").write_text("The cat sleeps.\n\n")
    (talk / "talk.ids").write_text("a\na\n")
    assert main([*arguments, str(talk / "talk.en")]) == 2
    assert "parallel files" in capsys.readouterr().err
    assert main(["translate", "--engine", "files:x", str(talk / "talk.en")]) == 2
    assert "--engine needs --pair" in capsys.readouterr().err
