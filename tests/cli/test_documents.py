"""Which lines are a document, as the commands see it: what a pronoun stands for never stands in another one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from antecede.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from antecede.analysis import Analyser

ONE = """<?xml version="1.0"?>
<xliff version="1.2"><file original="a" source-language="en" target-language="fr"><body>
<trans-unit id="1"><source>The cat sleeps.</source></trans-unit>
{between}<trans-unit id="2"><source>It sleeps.</source></trans-unit>{after}
</body></file></xliff>
"""
TWO = """<?xml version="1.0"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="fr"><file id="a">
<unit id="1"><segment><source>The cat sleeps.</source></segment></unit>
{between}<unit id="2"><segment><source>It sleeps.</source></segment></unit>{after}
</file></xliff>
"""
FILE_ONE = '</body></file><file original="a" source-language="en" target-language="fr"><body>'
FILE_TWO = '</file><file id="b">'


@pytest.fixture(autouse=True)
def _parsed(analyser: Callable[[str], Analyser]) -> None:
    analyser("en")


def antecedents(*arguments: object, out: Path) -> list[list[str]]:
    """For each pronoun the texts of what it may stand for."""
    assert main([*map(str, arguments), "--json", str(out)]) == 0
    documents: list[Any] = json.loads(out.read_text(encoding="utf-8"))["documents"]
    return [[one["text"] for one in pronoun["antecedents"]] for each in documents for pronoun in each["pronouns"]]


@pytest.mark.parametrize(
    ("name", "text", "apart"),
    [
        ("talk.en", "The cat sleeps.\nIt sleeps.\n", False),
        ("talk.en", "The cat sleeps.\n\nIt sleeps.\n", True),
        ("talk.en", "The cat sleeps.\r\n \r\nIt sleeps.", True),
        ("a.txt", "The cat sleeps.\n\nIt sleeps.\n", False),  # running text: a blank line ends a paragraph
        ("a.xlf", ONE.format(between="", after=""), False),
        ("a.xlf", ONE.format(between='<group id="g">', after="</group>"), True),
        ("a.xlf", ONE.format(between='<group id="g"></group>', after=""), True),
        ("a.xlf", ONE.format(between=FILE_ONE, after=""), True),
        ("a.xlf", TWO.format(between="", after=""), False),
        ("a.xlf", TWO.format(between='<group id="g">', after="</group>"), True),
        ("a.xlf", TWO.format(between=FILE_TWO, after=""), True),
    ],
)
def test_a_pronoun_stands_for_nothing_on_the_other_side_of_a_boundary(
    tmp_path: Path, name: str, text: str, apart: bool
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8", newline="")
    command = ("resolve", "--language", "en", tmp_path / name)
    assert antecedents(*command, out=tmp_path / "out") == ([[]] if apart else [["The cat"]])
    assert antecedents(*command, "--one-document", out=tmp_path / "out") == [["The cat"]]


def test_tokens_are_divided_as_text_is(tmp_path: Path) -> None:
    (tmp_path / "tok").write_text("The cat sleeps .\n\nIt sleeps .\n")
    command = ("resolve", "--language", "en", tmp_path / "tok", "--tokenized")
    assert antecedents(*command, out=tmp_path / "out") == [[]]
    assert antecedents(*command, "--one-document", out=tmp_path / "out") == [["The cat"]]


@pytest.mark.parametrize(
    ("name", "text", "translated"),
    [
        ("talk.en", "The cat sleeps.\n\n\nIt sleeps.\n", "Le chat dort.\n\n\nIl dort.\n"),
        ("tok", "the cat sleeps .\n\n\nit sleeps .\n", "le chat dort .\n\n\nil dort .\n"),
    ],
)
def test_a_translation_has_the_lines_of_its_source(
    tmp_path: Path, model_folder: Path, name: str, text: str, translated: str
) -> None:
    (tmp_path / name).write_text(text)
    given = [] if name == "talk.en" else ["--tokenized"]
    command = ["translate", "--model", str(model_folder), "--system", "baseline", str(tmp_path / name), *given]
    found = []
    for more in ([], ["--one-document"]):
        trace = str(tmp_path / "trace")
        assert main([*command, *more, "-o", str(tmp_path / "out"), "--trace", trace]) == 0
        written = (tmp_path / "out").read_text()
        assert written.split("\n")[1:3] == ["", ""]
        assert len(written.splitlines()) == 4
        assert written.startswith(translated.partition("\n")[0])
        decisions = [each["decisions"] for each in json.loads((tmp_path / "trace").read_text())["documents"]]
        found.append([[one["text"] for one in each["antecedents"]] for part in decisions for each in part])
    assert found[0] == [[]]
    assert [one.lower() for one in found[1][0]] == ["the cat"]


def test_many_lines_without_a_boundary_are_one_document_and_a_line_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = "The cat sleeps.\n" + "She sings.\n" * 18
    for name, more in (("s", []), ("s", ["--tokenized"])):
        text, last = (each.replace(".", " .") if more else each for each in (plain, "It sleeps.\n"))
        (tmp_path / name).write_text(f"{text}{last}")
        command = ["resolve", "--language", "en", str(tmp_path / name), "--json", str(tmp_path / "out"), *more]
        assert main(command) == 0
        said = capsys.readouterr().err
        assert "20 lines without a blank line are taken for one document" in said
        assert "--ids" in said
        assert said.count("\n") == 1
        assert len(json.loads((tmp_path / "out").read_text())["documents"]) == 1
        for quiet in (["--one-document"], ["--quiet"], ["--ids", str(tmp_path / "ids")]):
            (tmp_path / "ids").write_text("a\n" * 20)
            assert main([*command, *quiet]) == 0
            assert capsys.readouterr().err == ""
        (tmp_path / name).write_text(f"{text}\n{last}")
        assert main(command) == 0
        assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    "command",
    [
        "fix --pair en-fr --source s --output s",
        "judge --pair en-fr --source s --targets s s --json out",
        "rerank --pair en-fr --source s --n-best s -o out",
        "resolve --language en s",
        "score --pair en-fr --source s --reference s --candidate s",
        "translate --pair en-fr s",
    ],
)
def test_ids_and_one_document_contradict_each_other(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([*command.split(), "--ids", "i", "--one-document"])
    assert stopped.value.code == 2
    assert "not allowed with argument" in capsys.readouterr().err
