from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from json_schemas import valid

from antecede import cli
from antecede.smt import LanguageModel

if TYPE_CHECKING:
    from pathlib import Path

TEXT = "le chat dort\nle chien dort\nle chat mange\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text").write_text(TEXT)
    return tmp_path


def lm(*arguments: str) -> int:
    return cli.main(["lm", *arguments])


def test_a_model_is_estimated_built_and_used(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert lm("estimate", "--order", "3", "--text", "text", "--arpa", "a.arpa", "--binary", "a.lm") == 0
    assert "3 sentences, 9 tokens\n1-grams: 8, discounts" in capsys.readouterr().err
    assert lm("build", "--arpa", "a.arpa", "-o", "b.lm", "--quantise") == 0
    outputs = []
    for model in ("a.arpa", "a.lm", "b.lm"):
        assert lm("score", "--model", model, "--text", "text") == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1] == outputs[2]
    assert "OOV: 0\ntokens: 12 (3 sentence ends among them)\n" in outputs[0]
    expected = sum(LanguageModel(folder / "a.lm").score(line).log10 for line in TEXT.splitlines())
    assert f"log10 probability: {expected:.4f}\n" in outputs[0]


def test_json_has_what_programs_want(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lm("estimate", "--order", "2", "--text", "text", "text", "--text", "text", "--binary", "lm", "--memory", "1M")
    (folder / "test").write_text("le loup dort\n\n")
    assert lm("score", "--model", "lm", "--text", "test", "--tokens", "--json", "-") == 0
    report = valid("lm-score", json.loads(capsys.readouterr().out))
    assert (report["sentences"], report["tokens"], report["oov"]) == (2, 5, 1)
    first = report["lines"][0]
    assert [token["token"] for token in first["tokens"]] == ["le", "loup", "dort", "</s>"]
    assert [token["oov"] for token in first["tokens"]] == [False, True, False, False]
    assert [token["order"] for token in first["tokens"]] == [2, 1, 1, 2]
    assert first["log10"] == pytest.approx(sum(token["log10"] for token in first["tokens"]))
    assert report["log10"] == pytest.approx(sum(line["log10"] for line in report["lines"]))
    assert lm("score", "--model", "lm", "--text", "test", "--json", "out") == 0
    summary = valid("lm-score", json.loads((folder / "out").read_text()))
    assert "lines" not in summary
    assert summary == pytest.approx({key: report[key] for key in summary}, abs=1e-4)


def test_a_hyphen_writes_the_arpa_file_to_the_output_stream(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lm("estimate", "--order", "2", "--text", "text", "--arpa", "file")
    capsys.readouterr()
    assert lm("estimate", "--order", "2", "--text", "text", "--arpa", "-", "--prune", "0", "0") == 0
    assert capsys.readouterr().out == (folder / "file").read_text()


def test_an_empty_text_has_no_perplexity(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lm("estimate", "--order", "2", "--text", "text", "--binary", "lm")
    (folder / "empty").write_text("")
    assert lm("score", "--model", "lm", "--text", "empty", "--json", "-") == 0
    assert json.loads(capsys.readouterr().out)["perplexity"] is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("estimate --text text", "nothing to write"),
        ("estimate --text text --arpa a --quantise", "--quantise applies to"),
        ("estimate --text none --arpa a", "none: cannot be read: No such file"),
        ("estimate --text text --arpa a --order 12", "from 1 to 8"),
        ("estimate --text text --arpa a --memory lots", "'lots' is not a size"),
        ("estimate --text text --arpa a --prune 2 1", "may not decrease"),
        ("estimate --text text --arpa none/a", "none/a: cannot be written: there is no such folder"),
        ("estimate --text text --arpa a --threads 0", "--threads must be at least 1"),
        ("build --arpa text -o lm", r"text, line 4: no \data\ line"),
        ("score --model text --text text", r"text, line 4: no \data\ line"),
        ("score --model none --text text", "none: cannot be read"),
    ],
)
def test_an_error_in_the_input_or_options_takes_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: str, message: str
) -> None:
    assert lm(*arguments.split()) == 2
    printed = capsys.readouterr()
    assert printed.err.startswith("antecede: ")
    assert printed.err.count("\n") == 1
    assert message in printed.err
    assert not printed.out
    assert [path.name for path in folder.iterdir()] == ["text"]
