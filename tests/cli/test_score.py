"""`antecede score` as users and programs call it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import sacrebleu
from json_schemas import valid

from antecede.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable

SOURCE = ["The house is old , but it is solid .", "They bought it .", "It rains ."]
REFERENCE = ["La maison est vieille , mais elle est solide .", "Ils l' ont achetée .", "Il pleut ."]
FIRST = ["La maison est vieille , mais il est solide .", "Ils l' ont acheté .", "Il pleut ."]
SECOND = ["La maison est vieille , mais elle est solide .", "Elles ont acheté .", "Ça pleut ."]
STRAIGHT = ["0-0 1-1 2-2 3-3 4-4 5-5 6-6 7-7 8-8 9-9", "0-0 1-2 1-3 2-1 3-4", "0-0 1-1 2-2"]
SECOND_LINKS = [STRAIGHT[0], "0-0 1-1 1-2 3-3", STRAIGHT[2]]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    files = {
        "s.en": SOURCE,
        "r.fr": REFERENCE,
        "a.fr": FIRST,
        "b.fr": SECOND,
        "s-r": STRAIGHT,
        "s-a": STRAIGHT,
        "s-b": SECOND_LINKS,
        "ids": ["one\tx", "one\ty", "two\tz"],
    }
    for name, lines in files.items():
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return tmp_path


BASE = "score --pair en-fr --source s.en --reference r.fr".split()
TOKENIZED = [*BASE, "--tokenized", "--candidate", "a.fr", "b.fr"]
ALIGNED = [*TOKENIZED, *"--source-reference-alignment s-r --source-candidate-alignment s-a s-b".split()]


def scores(arguments: list[str]) -> Any:  # noqa: ANN401 - JSON
    assert main([*arguments, "--json", "out.json"]) == 0
    return valid("score", json.loads(Path("out.json").read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("more", "documents"),
    [([], ["1", "1", "1", "2"]), (["--one-document"], [""] * 4), (["--ids", "ids"], list("aabb"))],
)
def test_a_blank_line_begins_a_new_document_and_scores_stay_what_they_are(
    here: Path, monkeypatch: pytest.MonkeyPatch, more: list[str], documents: list[str]
) -> None:
    import antecede.report

    expected = [system["apt"] for system in scores(ALIGNED)["systems"]]
    for name in ("s.en", "r.fr", "a.fr", "b.fr", "s-r", "s-a", "s-b"):
        lines = (here / name).read_text(encoding="utf-8").splitlines()
        text = "\n".join([*lines[:2], "", *lines[2:]]) + "\n"
        (here / name).write_text(text, encoding="utf-8")
    (here / "ids").write_text("a\na\nb\nb\n")
    shown: list[Any] = []

    def render(evaluation: object) -> str:
        shown.append(evaluation)
        return ""

    monkeypatch.setattr(antecede.report, "render", render)
    assert [system["apt"] for system in scores([*ALIGNED, *more, "--html", "out.html"])["systems"]] == expected
    assert list(shown[0].document_ids) == documents


@pytest.mark.usefixtures("here")
def test_json_has_what_programs_rely_on() -> None:
    found = scores(ALIGNED)
    first, second = found["systems"]
    # it: elle/il 3, they: ils/ils 1, it: l'/l' 1, it: il/il 1. Three of four.
    assert first["name"] == "a.fr"
    assert first["apt"] == {"score": 0.75, "cases": [3, 0, 1, 0, 0, 0], "total": 4}
    # elle/elle 1; ils/elles 3; l'/nothing 4; il/ça 3. One of four.
    assert second["apt"] == {"score": 0.25, "cases": [1, 0, 2, 1, 0, 0], "total": 4}
    # Aligned words: elle; Ils; l'; Il against il; Ils; l'; Il: three of four. Second: elle; Elles; -; Ça: one of three.
    assert first["autoprf"] == {
        "precision": 0.75, "recall": 0.75, "f": 0.75, "matched": 3, "candidate_total": 4, "reference_total": 4,
    }  # fmt: skip
    assert second["autoprf"]["matched"] == 1
    assert (second["autoprf"]["candidate_total"], second["autoprf"]["reference_total"]) == (3, 4)
    for system, text in ((first, FIRST), (second, SECOND)):
        assert system["bleu"] == pytest.approx(sacrebleu.corpus_bleu(text, [REFERENCE]).score)
        assert system["chrf"] == pytest.approx(sacrebleu.corpus_chrf(text, [REFERENCE]).score)
        assert system["signature"].startswith("apt|pair:en-fr|lists:2017|anchor:source|mode:corrected|w2:0.5|w6:0|")
    (comparison,) = found["comparisons"]
    # The second is right where the first is wrong once, and wrong where it is right three times; exact test:
    # 2 * (1 + 4) / 2**4 = 0.625.
    assert (comparison["a"], comparison["b"]) == ("a.fr", "b.fr")
    assert (comparison["improved"], comparison["degraded"]) == (1, 3)
    assert comparison["p_value"] == pytest.approx(0.625)
    pronouns = [
        (
            p["sentence"],
            p["source_position"],
            p["source"],
            p["reference"],
            [(c["text"], c["case"]) for c in p["candidates"]],
        )
        for p in found["pronouns"]
    ]
    assert pronouns == [
        (0, 6, "it", "elle", [("il", 3), ("elle", 1)]),
        (1, 0, "they", "ils", [("ils", 1), ("elles", 3)]),
        (1, 2, "it", "l'", [("l'", 1), (None, 4)]),
        (2, 0, "it", "il", [("il", 1), ("ça", 3)]),
    ]


@pytest.mark.usefixtures("here")
def test_given_tokens_are_parted_by_ascii_white_space_only() -> None:
    """The links count tokens: spaces at the ends or twice in a row add none, and a no-break space splits nothing."""
    expected = scores(ALIGNED)["pronouns"]
    for name in ("s.en", "r.fr", "a.fr", "b.fr"):
        text = Path(name).read_text(encoding="utf-8").replace(" is ", "  is\t").replace(" solid", " ex\u00a0solid")
        Path(name).write_text("".join(f" {line} \r\n" for line in text.splitlines()), encoding="utf-8")
    assert scores(ALIGNED)["pronouns"] == expected


@pytest.mark.usefixtures("here")
def test_anchor_at_the_reference_counts_what_has_no_source() -> None:
    Path("s-r").write_text("\n".join([STRAIGHT[0], STRAIGHT[1], "1-1 2-2"]))
    first, _ = scores([*ALIGNED, "--anchor", "reference"])["systems"]
    # elle/il 3, ils/ils 1; the last "Il" has no source. "l'" is not on the list, as it is mostly an article.
    assert first["apt"] == {"score": 0.5, "cases": [1, 0, 1, 0, 0, 0], "total": 2, "not_source": 1}


@pytest.mark.usefixtures("here")
def test_options_of_the_metric_reach_the_score() -> None:
    found = scores([*ALIGNED, "--lists", "2016", "--discard", "4", "--w6", "1", "--no-heuristic"])
    second = found["systems"][1]
    assert second["apt"] == {"score": pytest.approx(1 / 3), "cases": [1, 0, 2, 1, 0, 0], "total": 3}
    assert "|lists:2016|" in second["signature"]
    assert "|w2:1|w6:1|discard:4|" in second["signature"]
    assert "heuristic" not in second["signature"]


@pytest.mark.eflomal
@pytest.mark.usefixtures("here")
def test_alignments_are_made_saved_and_reused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTECEDE_CACHE", str(tmp_path / "cache"))
    arguments = [*BASE, "--candidate", "a.fr", "b.fr", "--save-alignments", "kept"]
    first, again = scores(arguments), scores(arguments)
    assert first == again
    assert sorted(path.name for path in Path("kept").iterdir()) == [
        "source-a.fr.align",
        "source-b.fr.align",
        "source-reference.align",
    ]
    kept = "--source-reference-alignment kept/source-reference.align".split()
    kept += ["--source-candidate-alignment", "kept/source-a.fr.align", "kept/source-b.fr.align"]
    given = scores([*TOKENIZED, *kept])
    assert given["pronouns"] == first["pronouns"]


@pytest.mark.usefixtures("here")
def test_a_page_and_the_terminal_show_the_systems(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ALIGNED, "--ids", "ids", "--html", "out.html"]) == 0
    printed = capsys.readouterr().out
    assert "APT = 0.7500 (3/0/1/0/0/0)  apt|pair:en-fr" in printed.replace("\n", "")
    assert "b.fr" in Path("out.html").read_text(encoding="utf-8")


@pytest.mark.usefixtures("here")
def test_names_of_compared_systems_stay_whole_on_a_narrow_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for old, new in (("a.fr", "sentence.fr"), ("b.fr", "document.fr")):
        Path(old).rename(new)
    names = {"a.fr": "sentence.fr", "b.fr": "document.fr"}
    assert main([names.get(argument, argument) for argument in ALIGNED]) == 0
    # They may break at the arrow, but not inside a name.
    assert "sentence.fr →" in capsys.readouterr().out


@pytest.mark.usefixtures("here")
def test_json_on_the_output_stream_is_all_that_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ALIGNED, "--json", "-"]) == 0
    assert len(json.loads(capsys.readouterr().out)["systems"]) == 2


@pytest.mark.usefixtures("here")
def test_correlation_with_human_scores(capsys: pytest.CaptureFixture[str]) -> None:
    Path("c.fr").write_text(Path("a.fr").read_text(encoding="utf-8"), encoding="utf-8")
    Path("human.csv").write_text("system,score\na,0.8\nb.fr,0.2\nc.fr,0.8\n")
    arguments = [*TOKENIZED[:-2], "a.fr", "b.fr", "c.fr", "--source-reference-alignment", "s-r"]
    arguments += ["--source-candidate-alignment", "s-a", "s-b", "s-a", "--human", "human.csv"]
    assert main(arguments) == 0
    assert "1.000" in capsys.readouterr().out


def replaced(name: str, text: str | bytes) -> Callable[[], int]:
    return lambda: Path(name).write_bytes(text if isinstance(text, bytes) else text.encode())


@pytest.mark.parametrize(
    ("change", "arguments", "message"),
    [
        (replaced("b.fr", "Une seule .\n"), ALIGNED, "s.en has 3 lines but b.fr has 1"),
        (replaced("s-b", "0-0\n0-99\n\n"), ALIGNED, "s-b, line 2: "),
        (replaced("s-b", "0-0\nzero\n\n"), ALIGNED, "s-b, line 2: "),
        (replaced("s-b", "0-0\n"), ALIGNED, "s-b"),
        (replaced("b.fr", "bien\ncaf\xe9\nfin\n".encode("latin-1")), ALIGNED, "b.fr, line 2: byte 0xe9 is not UTF-8"),
        (replaced("b.fr", ""), ALIGNED, "b.fr, line 1: the file is empty"),
        (replaced("b.fr", b"a\nb\0\nc\n"), ALIGNED, "b.fr, line 2: has a NUL"),
        (replaced("ids", "one\n"), [*ALIGNED, "--ids", "ids"], "s.en has 3 lines but ids has 1"),
        (None, ["score", "--pair", "en-xx", *ALIGNED[3:]], "unknown language pair 'en-xx': the pairs are en-fr, es-en"),
        (None, [*ALIGNED, "--lists", "1999"], "--lists 1999: no such file"),
        (None, [*ALIGNED, "--w2", "7"], "--w2 7: a weight is a number from 0 to 1"),
        (None, [*ALIGNED, "--discard", "7"], "--discard 7: cases are numbers from 1 to 6"),
        (None, [*ALIGNED[:-1]], "2 candidates but 1 source-candidate alignments"),
        (None, [*BASE, "--candidate", "a.fr", "--source-reference-alignment", "s-r"], "add --tokenized"),
        (None, [*BASE, "--candidate", "a.fr", "a.fr"], "a.fr is given as a candidate twice"),
        (None, ["score", "--pair", "en-fr"], "--source, --reference, --candidate: needed"),
        (None, [*ALIGNED, "--html", "nowhere/out.html"], "nowhere/out.html: cannot be written"),
        (None, ["score", "--config", "nowhere"], "nowhere: no such file"),
    ],
)
def test_bad_input_gives_one_line_and_no_output(
    here: Path,
    capsys: pytest.CaptureFixture[str],
    change: Callable[[], int] | None,
    arguments: list[str],
    message: str,
) -> None:
    if change:
        change()
    before = sorted(here.iterdir())
    assert main([*arguments, "--json", "out.json"]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""
    assert sorted(here.iterdir()) == before


@pytest.mark.parametrize(
    ("form", "beginning", "rows"),
    [
        (
            "latex",
            "% en-fr: 4 pronouns in 3 sentences",
            ["System & APT & 1 & 2 & 3 & 4 & ", "a.fr & 0.7500 & 3 & 0 & 1 & ", "b\\_\\&1.fr & 0.2500 & 1 & 0 & 2 & "],
        ),
        (
            "markdown",
            "## en-fr: 4 pronouns in 3 sentences",
            [
                "| System | APT | 1 | 2 | 3 | 4 | ",
                "| a.fr | 0.7500 | 3 | 0 | 1 | ",
                "| b_&1.fr | 0.2500 | 1 | 0 | 2 | ",
            ],
        ),
        ("csv", "System,APT,1,2,", ["System,APT,1,2,3,4,", "a.fr,0.7500,3,0,1,", "b_&1.fr,0.2500,1,0,2,"]),
    ],
)
def test_scores_as_a_table_for_papers_and_programs(
    here: Path, capsys: pytest.CaptureFixture[str], form: str, beginning: str, rows: list[str]
) -> None:
    (here / "b.fr").rename(here / "b_&1.fr")
    assert main([*(name.replace("b.fr", "b_&1.fr") for name in ALIGNED), "--table", form]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith(beginning)
    found = [line for row in rows for line in printed if line.startswith(row)]
    assert len(found) == len(rows) == 3
    separator = {"latex": " & ", "markdown": " | ", "csv": ","}[form]
    assert len({line.count(separator) for line in found}) == 1


def test_a_table_and_json_do_not_share_the_output_stream(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ALIGNED, "--table", "csv", "--json", "-"]) == 2
    assert "--table goes to the output stream" in capsys.readouterr().err
    assert not (here / "-").exists()
