"""`antecede check`: formats, exit codes, baselines, notes, and one line for what cannot be done."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from checked_samples import LINKS, SOURCE, TARGET, subtitles, tmx, xliff
from json_schemas import valid

from antecede import Checker
from antecede.cli import main
from antecede.errors import AntecedeError

if TYPE_CHECKING:
    from pathlib import Path

GOOD = (TARGET[0], "Elle est belle.", *TARGET[2:])


@pytest.fixture(scope="module", autouse=True)
def _models(resources: Path) -> None:  # noqa: ARG001 - sets where pipelines are found
    try:
        Checker.load("en-fr")
    except AntecedeError as error:
        pytest.skip(f"wants the model that ships, a pipeline and a lexicon: {error}")


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The options for two texts in the folder where the command runs."""
    monkeypatch.chdir(tmp_path)
    for name, lines in {"s.en": SOURCE, "o.fr": TARGET, "good.fr": GOOD, "links": LINKS}.items():
        # Blank lines end documents.
        (tmp_path / name).write_text("".join(f"{line}\n" + "\n" * (at % 2) for at, line in enumerate(lines)))
    return ["--source", "s.en", "--candidate", "o.fr", "--alignment", "links"]


def check(*options: str) -> int:
    return main(["-q", "check", *options])


def test_findings_go_to_the_output_stream_as_compilers_print_them(
    files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(*files) == 0
    first, *_, last = capsys.readouterr().out.splitlines()
    assert first.startswith("o.fr:2:1: sure: pronoun-gender: il should be elle for « The house », here « maison »")
    assert last == "o.fr: 1 of 2 pronouns is probably wrong, 1 is right, 0 are doubtful, 0 could not be other pronouns"


def test_the_translation_may_be_called_the_output(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    written = []
    for name in ("--candidate", "--output"):
        assert check(*(name if each == "--candidate" else each for each in files)) == 0
        written.append(capsys.readouterr().out)
    assert written[0] == written[1] != ""


def test_json_is_what_its_schema_says(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert check(*files, "--format", "json") == 0
    told = valid("check", json.loads(capsys.readouterr().out))
    assert [(each["line"], each["expected"]) for each in told["findings"]] == [(2, "elle")]
    assert [(each["line"], each["found"]) for each in told["right"]] == [(5, "elle")]


@pytest.mark.parametrize(
    ("target", "options", "status"),
    [
        ("o.fr", [], 0),
        ("o.fr", ["--fail-on", "1"], 1),
        ("o.fr", ["--fail-on", "2"], 0),
        ("good.fr", ["--fail-on", "1"], 0),
        ("o.fr", ["--fail-on", "1", "--format", "sarif"], 1),
        ("o.fr", ["--fail-on", "1", "--format", "json"], 1),
        ("o.fr", ["--fail-on", "1", "--format", "html"], 1),
    ],
)
def test_so_many_findings_fail(files: list[str], target: str, options: list[str], status: int, tmp_path: Path) -> None:
    files[files.index("o.fr")] = target
    assert check(*files, *options, "-o", "out") == status
    assert (tmp_path / "out").stat().st_size > 0


@pytest.mark.parametrize("level", ["sure", "likely", "all"])
def test_each_level_reports_what_is_sure(files: list[str], level: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(*files, "--level", level) == 0
    assert "o.fr:2:1: sure: pronoun-gender" in capsys.readouterr().out


def test_a_baseline_silences_what_it_accepts_and_is_kept_when_it_is_written_again(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(*files, "--write-baseline", "b.json", "--fail-on", "1") == 1
    kept = (tmp_path / "b.json").read_text()
    capsys.readouterr()
    again = ["--baseline", "b.json", "--write-baseline", "b.json", "--fail-on", "1"]
    assert check(*files, *again) == 0
    assert "1 is accepted by the baseline" in capsys.readouterr().out
    assert (tmp_path / "b.json").read_text() == kept


@pytest.mark.eflomal
@pytest.mark.parametrize("name", ["a.xlf", "a.tmx"])
def test_notes_go_into_bilingual_files_and_translations_stay(files: list[str], name: str, tmp_path: Path) -> None:
    del files
    text = tmx() if name.endswith("tmx") else xliff()
    (tmp_path / name).write_text(text, encoding="utf-8")
    out = f"out{name[1:]}"
    assert check(name, "-o", out) == 0
    noted = (tmp_path / out).read_text(encoding="utf-8")
    assert re.sub("<note[^>]*>.*?</note>", "", noted) == text
    [note] = re.findall("<note[^>]*>(.*?)</note>", noted)
    assert note.startswith("il should be elle for « The house », here « maison »")
    assert note.endswith("Suggested: Elle est belle.")
    # Another format may go into a file of that name; and what is checked again gets the same notes once.
    assert check(out, "--format", "notes", "-o", f"again{name[1:]}") == 0
    assert (tmp_path / f"again{name[1:]}").read_text(encoding="utf-8") == noted
    assert check(name, "--format", "json", "-o", out) == 0
    assert len(valid("check", json.loads((tmp_path / out).read_text(encoding="utf-8")))["findings"]) == 1


@pytest.mark.eflomal
def test_subtitles_are_checked_as_a_file_a_side(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del files
    (tmp_path / "s.srt").write_text(subtitles(SOURCE), encoding="utf-8")
    (tmp_path / "o.srt").write_text(subtitles(TARGET), encoding="utf-8")
    assert check("--source", "s.srt", "--candidate", "o.srt") == 0
    assert capsys.readouterr().out.startswith("o.srt:7:1: sure: pronoun-gender")


@pytest.mark.eflomal
def test_several_files_are_one_run(files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    del files
    (tmp_path / "a.xlf").write_text(xliff(), encoding="utf-8")
    (tmp_path / "b.xlf").write_text(xliff(lines=GOOD), encoding="utf-8")
    assert check("a.xlf", "b.xlf", "--fail-on", "1") == 1
    told = capsys.readouterr().out
    assert told.startswith("a.xlf:4:")
    assert "\nb.xlf: 0 of 2 pronouns are probably wrong, 2 are right" in told
    assert check("b.xlf", "--fail-on", "1") == 0
    capsys.readouterr()
    assert check("b.xlf", "a.xlf", "--format", "sarif", "--fail-on", "2") == 0
    [result] = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": "a.xlf"}


ENGLISH = "The cat is in the house and it is on a table.\n" * 10
BAD = [
    (["--source", "s.en", "--candidate", "short.fr"], "s.en has 6 lines but short.fr has 2"),
    (["--source", "e.en", "--candidate", "e.en"], "e.en: seems to be English, not French"),
    (["--source", "f.fr", "--candidate", "f.fr"], "f.fr: seems to be French, not English"),
    (["a.xlf", "--source", "s.en"], "give files that have both sides, or --source and --candidate"),
    (["a.xlf", "--source", "s.en", "--candidate", "o.fr"], "give files that have both sides"),
    (["--source", "s.en"], "give files that have both sides"),
    ([], "give files that have both sides"),
    (["a.xlf", "--ids", "s.en"], "--ids and --tokenized are for --source and --candidate"),
    (["empty.xlf"], "empty.xlf: has no translation into 'fr'"),
    (["other.xlf"], "other.xlf: goes from 'fr' to 'en', not from 'en' to 'fr'"),
    (["a.xlf", "--pair", "es-en"], "a.xlf: "),
    (["--source", "s.en", "--candidate", "o.fr", "--format", "notes"], "o.fr: has no place for notes"),
    (["--source", "s.en", "--candidate", "o.fr", "--baseline", "old.json"], "a baseline of version 0, not 1"),
    (["--source", "s.en", "--candidate", "o.fr", "--baseline", "s.en"], "s.en: is no JSON, so no baseline"),
    (["--source", "s.en", "--candidate", "o.fr", "--baseline", "nowhere"], "nowhere: no such file"),
    (["--source", "s.en", "--candidate", "o.fr", "--fail-on", "0"], "--fail-on: give a number of findings from 1"),
    (["--source", "s.en", "--candidate", "o.fr", "--margin", "2"], "from -1 to 1"),
    (["--source", "s.en", "--candidate", "o.fr", "--pair", "xx-yy"], "xx-yy"),
    (["a.xlf", "a.xlf", "--format", "json"], "several files are checked without --alignment, and written as text or"),
    (["a.xlf", "a.xlf", "--format", "notes"], "several files are checked without --alignment"),
    (["nowhere.xlf"], "nowhere.xlf: no such file"),
]


@pytest.mark.parametrize(("options", "message"), BAD, ids=[" ".join(options) for options, _ in BAD])
def test_what_cannot_be_done_is_said_in_one_line_and_nothing_is_written(
    files: list[str], options: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    links = files[-2:] if "o.fr" in options and "a.xlf" not in options else []
    for name, text in {
        "short.fr": "".join(f"{line}\n" for line in TARGET[:2]),
        "e.en": ENGLISH,
        "f.fr": "Le chat est dans la maison et il ne mange pas les souris.\n" * 10,
        "a.xlf": xliff(),
        "empty.xlf": xliff(lines=None),
        "other.xlf": xliff("fr", "en"),
        "old.json": json.dumps({"version": 0, "pair": "en-fr", "fingerprints": []}),
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    before = sorted(tmp_path.iterdir())
    assert check(*options, *links, "-o", "out", "--write-baseline", "new.json") == 2
    told = capsys.readouterr()
    assert message in told.err
    assert told.err.count("\n") == 1
    assert told.out == ""
    assert sorted(tmp_path.iterdir()) == before
