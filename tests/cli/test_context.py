"""`antecede context` with the real resolver, the models that ship and the lexicon."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from json_schemas import valid
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

import antecede
from antecede.cli import main
from antecede.errors import AntecedeError, BadOption, LengthMismatch
from antecede.pronouns.context.written import LONGEST
from antecede.schemas import schema

if TYPE_CHECKING:
    from antecede import ContextWriter

HOUSE = ["The house is old.", "It is beautiful."]


@pytest.fixture(scope="module")
def writers(resources: Path) -> dict[str, ContextWriter]:  # noqa: ARG001 - sets where pipelines are found
    try:
        return {pair: antecede.ContextWriter.load(pair) for pair in ("en-fr", "es-en")}
    except AntecedeError as error:
        pytest.skip(f"wants the models that ship, pipelines and a lexicon: {error}")


@pytest.mark.parametrize(
    ("pair", "text", "antecedent", "word", "agreement", "pronouns"),
    [
        ("en-fr", HOUSE, "The house", "maison", ("fem", "sg"), ("elle",)),
        ("en-fr", ["The garden is old.", "It is beautiful."], "The garden", "jardin", ("masc", "sg"), ("il",)),
        ("en-fr", ["I bought the car because it was cheap."], "the car", "voiture", ("fem", "sg"), ("elle",)),
        (
            "en-fr",
            ["The bottles stood here.", "I took them.", "They broke."],
            "The bottles",
            "bouteilles",
            ("fem", "pl"),
            ("elles",),
        ),
        # Two nouns: what one of them becomes tells nothing of both.
        ("en-fr", ["Mary and Ann came in.", "They laughed."], "Mary and Ann", "", (None, None), ()),
        # No word that the model or the lexicon knows.
        ("en-fr", ["The glorbix is old.", "It is beautiful."], "The glorbix", "", (None, None), ()),
        ("es-en", ["María perdió el libro.", "Su hermano lo encontró."], "María", "", ("fem", "sg"), ("her",)),
        ("es-en", ["Las mujeres llegaron tarde.", "Su tren no iba."], "Las mujeres", "", (None, "pl"), ("their",)),
        (
            "es-en",
            ["La empresa perdió dinero.", "Sus jefes se fueron."],
            "La empresa",
            "",
            ("neut", "sg"),
            ("its",),
        ),
    ],
)
def test_a_pronoun_stands_for_a_noun_and_has_its_gender_in_the_target(
    writers: dict[str, ContextWriter],
    pair: str,
    text: list[str],
    antecedent: str,
    word: str,
    agreement: tuple[str | None, str | None],
    pronouns: tuple[str, ...],
) -> None:
    [note] = writers[pair](text).lines[-1].notes
    assert (note.refers, note.line, note.antecedent) == ("antecedent", 0, antecedent)
    assert (note.word, (note.gender, note.number), note.pronouns) == (word, agreement, pronouns)
    assert note.probability >= 0.5
    assert (note.sure is None) == (agreement == (None, None))


@pytest.mark.parametrize(
    ("text", "refers", "prompt"),
    [
        (["It is raining."], "nothing", "“It” refers to nothing."),
        (["It is important to leave early."], "nothing", "“It” refers to nothing."),
    ],
)
def test_what_has_no_antecedent_is_said_to_have_none(
    writers: dict[str, ContextWriter], text: list[str], refers: str, prompt: str
) -> None:
    line = writers["en-fr"](text).lines[-1]
    [note] = line.notes
    assert (note.refers, note.line, note.antecedent, note.gender) == (refers, None, "", None)
    assert line.prompt == prompt


@pytest.mark.eflomal
def test_a_translation_says_which_noun_it_is(writers: dict[str, ContextWriter]) -> None:
    translation = ["Le logement est vieux.", "Il est beau."]
    [note] = writers["en-fr"](HOUSE, translation).lines[1].notes
    assert (note.word, note.gender, note.number, note.pronouns) == ("logement", "masc", "sg", ("il",))


def test_nothing_is_said_of_other_documents_nor_of_what_is_unsure(writers: dict[str, ContextWriter]) -> None:
    told = writers["en-fr"](HOUSE, documents=[1, 1])
    assert "house" not in told.lines[1].paragraph
    assert all(note.refers != "antecedent" for note in told.lines[1].notes)
    assert antecede.context(HOUSE, least=0.999).lines[1] == (HOUSE[1], (), HOUSE[0], "")


def test_paragraphs_are_in_the_source_language_and_bounded(writers: dict[str, ContextWriter]) -> None:
    long = ["Then we slept. " * (LONGEST // 15), *HOUSE]
    assert writers["en-fr"](HOUSE).lines[1].paragraph == "The house is old. “It” refers to “The house”."
    found = writers["en-fr"](long).lines[2].paragraph
    assert found == "The house is old. “It” refers to “The house”."
    assert len(writers["en-fr"](long).lines[1].paragraph) <= LONGEST
    spanish = writers["es-en"](["María perdió el libro.", "Su hermano lo encontró."]).lines[1].paragraph
    assert spanish == "María perdió el libro. «Su» se refiere a «María»."


def test_pronouns_of_one_form_are_told_apart(writers: dict[str, ContextWriter]) -> None:
    told = writers["en-fr"](["The house is old.", "It has a red door, and I like it."]).lines[1]
    assert "“It has” stands for “The house”" in told.prompt
    assert "“like it.” stands for" in told.prompt
    assert [told.source[note.start : note.end] for note in told.notes] == ["It", "it"]


@pytest.mark.usefixtures("writers")
def test_the_command_writes_a_line_for_each_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "s.en"
    source.write_text("The house is old.\nIt is beautiful.\n\nIt is raining.\n", encoding="utf-8")
    command = ["context", "--pair", "en-fr", "--source", str(source)]
    assert main(command) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("2: “It” stands for “The house” (")
    assert first.endswith("%): elle")
    assert second.startswith("4: “It” refers to nothing (")
    assert main([*command, "--format", "deepl", "-o", str(tmp_path / "out"), "--json", "-"]) == 0
    assert (tmp_path / "out").read_text(encoding="utf-8").splitlines() == [
        "",
        "The house is old. “It” refers to “The house”.",
        "The house is old. It is beautiful.",
        "“It” refers to nothing in particular.",
    ]
    told = valid("context", json.loads(capsys.readouterr().out))
    assert [len(line["notes"]) for line in told["lines"]] == [0, 1, 0, 1]
    assert main([*command, "--format", "prompt"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "",
        "“It” stands for “The house” (“maison” in French); in French, feminine singular: elle.",
        "",
        "“It” refers to nothing.",
    ]
    assert main([*command, "--format", "json"]) == 0
    assert valid("context", json.loads(capsys.readouterr().out)) == told


@pytest.mark.usefixtures("writers")
def test_the_command_reads_a_pipe(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for text, status in (("The house is old.\nIt is beautiful.\n", 0), ("", 2), ("The house.\0", 2)):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert main(["context", "--pair", "en-fr", "--source", "-"]) == status
        written = capsys.readouterr()
        assert bool(written.out) == (status == 0)
        assert written.err.startswith("antecede: standard input, line 1: ") == bool(status)
        assert written.err.count("\n") == bool(status)


@pytest.mark.usefixtures("writers")
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--source", "none"], "no such file"),
        (["--source", "s", "--candidate", "short"], "parallel"),
        (["--source", "s", "--ids", "short"], "parallel"),
        (["--source", "s", "--least", "2"], "--least 2 is no probability: give a number from 0 to 1"),
        (["--source", "s", "--least", "nan"], "is no probability"),
        (["--source", "s", "--model", "none"], "neither a model folder"),
        (["--source", "-", "--candidate", "s"], "name the source's file"),
        (["--source", "s", "--json", "-", "-o", "-"], "cannot both go to the output stream"),
        (["--source", "s", "--pair", "en-xx"], "en-xx"),
    ],
)
def test_bad_input_is_one_line(
    tmp_path: Path, arguments: list[str], told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("s").write_text("The house is old.\nIt is beautiful.\n", encoding="utf-8")
    Path("short").write_text("x\n", encoding="utf-8")
    out = [] if "-o" in arguments else ["-o", "out"]
    assert main(["context", "--pair", "en-fr", *arguments, *out]) == 2
    written = capsys.readouterr()
    assert told in written.err
    assert (written.out, written.err.count("\n")) == ("", 1)
    assert not Path("out").exists()


@pytest.mark.usefixtures("writers")
def test_bad_values_are_named_from_python() -> None:
    with pytest.raises(LengthMismatch, match="translation"):
        antecede.context(HOUSE, translation=["x"])
    with pytest.raises(BadOption, match="no probability"):
        antecede.context(HOUSE, least=-1)


@pytest.mark.parametrize(
    ("key", "value"), [("refers", "verb"), ("probability", 2), ("gender", "f"), ("line", -1), ("unheard_of", 1)]
)
def test_a_note_that_is_not_written_is_refused(key: str, value: object) -> None:
    note: dict[str, Any] = {
        "start": 0, "end": 2, "text": "It", "refers": "nothing", "probability": 0.8, "line": None, "antecedent": "",
        "word": "", "gender": None, "number": None, "sure": None, "pronouns": [], "reads": "",
    }  # fmt: skip
    line = {"source": "It rains.", "notes": [note], "paragraph": "", "prompt": ""}
    good = {"pair": "en-fr", "lines": [line]}
    assert valid("context", good) is good
    note[key] = value
    with pytest.raises(ValidationError):
        Draft202012Validator(schema("context")).validate(good)
