"""`antecede resolve` from the command line, with an analyser that knows a few words."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from json_schemas import valid

from antecede import analysis
from antecede.analysis import AnalysedSentence, Chunk, Word, bare_analysis
from antecede.cli import main
from antecede.languages import Gender, Number, known_languages, language

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from antecede.analysis import AnalysedDocument
    from antecede.text import Document

NOUNS = {"cat": None, "dog": None, "hermana": Gender.FEMININE, "casa": Gender.FEMININE, "hermano": Gender.MASCULINE}


class Toy:
    """Every noun and pronoun is a chunk and a subject; everything hangs on the first word."""

    def analyse(
        self,
        documents: Iterable[Document | Sequence[Sequence[str]]],
        ids: Sequence[str],
        *,
        needed: object = None,  # noqa: ARG002 - everything is parsed
    ) -> Iterator[AnalysedDocument]:
        for document, name in zip(documents, ids, strict=True):
            bare = bare_analysis(document, "en", name)
            yield replace(
                bare, sentences=tuple(replace(self._sentence(one.tokens), place=one.place) for one in bare.sentences)
            )

    def _sentence(self, tokens: Sequence[str]) -> AnalysedSentence:
        words, chunks = [], []
        for place, text in enumerate(tokens):
            lower = text.lower()
            noun = lower in NOUNS
            pronoun = lower in {"it", "they", "su", "él"}
            gender, number = (NOUNS[lower], Number.SINGULAR) if noun else (None, None)
            pos = "NOUN" if noun else "PRON" if pronoun else "X"
            words.append(Word(text, lower, pos, gender, number, 3, 0, "nsubj" if noun or pronoun else "dep"))
            if noun or pronoun:
                chunks.append(Chunk(place, place + 1, place))
        return AnalysedSentence(tuple(words), tuple(chunks))


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "analyser", lambda _: Toy())


def run(*arguments: object) -> int:
    return main(["resolve", "--language", "en", *map(str, arguments)])


def test_json_says_where_a_pronoun_stands_and_keeps_it(tmp_path: Path) -> None:
    text = "Cats\n\nThe cat sleeps.\n\n- It purrs.\n"
    (tmp_path / "in.txt").write_text(text)
    assert run(tmp_path / "in.txt", "--json", tmp_path / "one.json") == 0
    content = valid("resolve", json.loads((tmp_path / "one.json").read_text()))
    (document,) = content["documents"]
    assert document["places"] == [
        {"paragraph": 0, "kind": "heading"},
        {"paragraph": 1},
        {"paragraph": 2, "kind": "item"},
    ]
    (pronoun,) = document["pronouns"]
    assert (pronoun["paragraph"], pronoun["kind"]) == (2, "item")
    assert run("--antecedents", tmp_path / "one.json", "--json", tmp_path / "two.json") == 0
    assert json.loads((tmp_path / "two.json").read_text()) == content


def test_running_text_gives_every_pronoun(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("The cat sleeps. It purrs.\n")
    assert run(tmp_path / "in.txt", "--json", tmp_path / "out.json", "--html", tmp_path / "out.html") == 0
    (document,) = valid("resolve", json.loads((tmp_path / "out.json").read_text()))["documents"]
    assert document["sentences"] == [["The", "cat", "sleeps", "."], ["It", "purrs", "."]]
    (pronoun,) = document["pronouns"]
    assert (pronoun["sentence"], pronoun["token"], pronoun["text"]) == (1, 0, "It")
    assert pronoun["antecedents"][0]["text"] == "cat"
    total = pronoun["none"] + sum(one["probability"] for one in pronoun["antecedents"])
    assert total == pytest.approx(1)
    assert sum(pronoun["function"].values()) == pytest.approx(1)
    assert "The " in (tmp_path / "out.html").read_text()


def test_given_tokens_and_lines_stay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "in").write_text("The cat sleeps.\n\nIt purrs\nIt can't\n")
    (tmp_path / "ids").write_text("a\na\na\tx\nb\n")
    assert run("--tokenized", "--ids", tmp_path / "ids", tmp_path / "in", "--json", "-") == 0
    first, second = json.loads(capsys.readouterr().out)["documents"]
    assert (first["id"], first["sentences"]) == ("a", [["The", "cat", "sleeps."], [], ["It", "purrs"]])
    assert (second["id"], second["sentences"]) == ("b", [["It", "can't"]])
    assert second["pronouns"][0]["none"] == 1  # nothing comes before it


def test_the_terminal_lists_pronouns_and_candidates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "in").write_text("The cat \x1b[31m sleeps.\nIt purrs.\n")
    assert run("--tokenized", tmp_path / "in") == 0
    shown = capsys.readouterr().out
    assert "It  subject" in shown
    assert "cat" in shown
    assert "\x1b[31m" not in shown


def test_what_was_written_can_be_given_again(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("The cat sleeps near the dog. It purrs.\n")
    run(tmp_path / "in.txt", "--json", tmp_path / "one.json")
    content = json.loads((tmp_path / "one.json").read_text())
    (pronoun,) = content["documents"][0]["pronouns"]
    dog = next(one for one in pronoun["antecedents"] if one["text"] == "dog")
    pronoun["antecedents"], pronoun["none"] = [{**dog, "probability": 1.0}], 0.0
    (tmp_path / "oracle.json").write_text(json.dumps(content))
    assert run(tmp_path / "in.txt", "--antecedents", tmp_path / "oracle.json", "--json", tmp_path / "two.json") == 0
    assert json.loads((tmp_path / "two.json").read_text()) == content
    # Without a text, it is the file's own.
    assert run("--antecedents", tmp_path / "oracle.json", "--json", tmp_path / "three.json") == 0
    assert json.loads((tmp_path / "three.json").read_text()) == content


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "IN is missing"),
        (["nowhere.txt"], "nowhere.txt: no such file"),
        (["in", "--format", "json"], "--format is that of --antecedents"),
        (["in", "--tokenized", "--ids", "two"], "in has 1 lines but two has 2"),
        (["in", "--antecedents", "in"], "its format is not recognised"),
        (["--antecedents", "rows", "--format", "corzu"], "have no text, so IN is needed"),
        (["in", "--antecedents", "rows", "--format", "unheard"], "format 'unheard'"),
        (["in", "--model", "in"], "in: damaged, or not a resolver model"),
    ],
)
def test_mistakes_are_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in (("in", "It purrs .\n"), ("two", "a\nb\n"), ("rows", "{}\n")):
        (tmp_path / name).write_text(text)
    assert run(*arguments, "--json", "out.json") == 2
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1
    assert not (tmp_path / "out.json").exists()
    assert [path.name for path in tmp_path.iterdir() if path.name.endswith(".part")] == []


def test_an_unknown_language_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "in").write_text("It purrs .\n")
    assert main(["resolve", "--language", "fr", str(tmp_path / "in")]) == 2
    assert "pronouns of 'fr' are not resolved" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text",
    [
        "It .",
        "It",
        ". . .",
        "🙂 it \u200b\u202e \x07 🙂",
        "Son las tres de la tarde .",
        "ﷺ\ufffd \ud7ff",
        "it " * 300,
    ],
    ids=["first", "alone", "no nouns", "emoji", "another language", "odd", "many"],
)
@pytest.mark.parametrize("code", [code for code in known_languages() if language(code).reference is not None])
def test_odd_texts_get_sane_answers(tmp_path: Path, text: str, code: str) -> None:
    (tmp_path / "in").write_text(text + "\n", encoding="utf-8")
    out = tmp_path / "out.json"
    assert main(["resolve", "--language", code, "--tokenized", str(tmp_path / "in"), "--json", str(out)]) == 0
    (document,) = json.loads(out.read_text())["documents"]
    for pronoun in document["pronouns"]:
        assert pronoun["none"] + sum(one["probability"] for one in pronoun["antecedents"]) == pytest.approx(1)
