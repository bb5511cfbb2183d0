"""`antecede rate`, `lists learn` and `align check` as users call them."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from json_schemas import valid

from antecede.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable

SOURCE = ["The house is old .", "It is solid .", "They like it .", "It rains ."]
REFERENCE = ["La maison est vieille .", "Elle est solide .", "Ils l' aiment .", "Il pleut ."]
CANDIDATES = {
    "base.fr": ["La maison est vieille .", "Il est solide .", "Ils l' aiment .", "Il pleut ."],
    "ours.fr": ["La maison est vieille .", "Elle est solide .", "Elles l' aiment .", "Ça pleut ."],
    "third.fr": ["La maison est vieille .", "Ce est solide .", "Ils le aiment .", "Il pleut ."],
}
LINKS = ["0-0 1-1 2-2 3-3 4-4", "0-0 1-1 2-2 3-3", "0-0 1-2 2-1 3-3", "0-0 1-1 2-2"]
PREPARE = (
    "rate prepare --source s.en --reference r.fr --candidate base.fr ours.fr third.fr --ids ids --tokenized"
    " --source-reference-alignment links --source-candidate-alignment links links links --out rated"
).split()


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    files = {"s.en": SOURCE, "r.fr": REFERENCE, "links": LINKS, "ids": ["one", "one", "one", "two"], **CANDIDATES}
    for name, lines in files.items():
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return tmp_path


def fill(rater: str, answer: Callable[[str, str, str], str], to: str = "") -> list[dict[str, str]]:
    """A form filled in by a rule on the system's file, the block's number and the pronoun."""
    key = json.loads(Path("rated/key.json").read_text(encoding="utf-8"))
    orders = {each["block"]["id"]: each["order"] for each in key["blocks"]}
    with Path(f"rated/forms/{rater}.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    for row in rows:
        if row["pronoun"]:
            system = key["systems"][orders[row["block"]][int(row["field"][3:]) - 1]]
            row["answer"] = answer(system, row["block"].partition("-")[0], row["pronoun"])
    write(to or f"answers-{rater}.csv", rows)
    return rows


def write(name: str, rows: list[dict[str, str]]) -> None:
    with Path(name).open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def scores(*arguments: str) -> Any:  # noqa: ANN401 - JSON
    assert main(["rate", "score", "rated", *arguments, "--json", "out.json"]) == 0
    return valid("rate-score", json.loads(Path("out.json").read_text(encoding="utf-8")))


def test_forms_are_rated_adjudicated_and_scored(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(PREPARE) == 0
    assert capsys.readouterr().out.splitlines() == [
        "A: 3 blocks, 4 pronouns, 12 instances",
        "B: 3 blocks, 4 pronouns, 12 instances",
    ]
    # A: base is right but in block 1, ours always, third never. B: the same, but not for ours in blocks 1 and 3.
    fill("A", lambda system, block, _: "1" if system == "ours.fr" or (system == "base.fr" and block != "1") else "0")
    fill(
        "B",
        lambda system, block, _: (
            "1" if (system == "ours.fr" and block == "2") or (system == "base.fr" and block != "1") else "0"
        ),
    )
    found = scores("answers-A.csv", "answers-B.csv", "--disagreements", "open.csv")
    # A says right 4 + 3 = 7 times, B 2 + 3 = 5 times, of 12; they differ on 2.
    # Expected (7·5 + 5·7) / 144 = .4861; kappa (.8333 - .4861) / (1 - .4861) = .6757.
    (agreement,) = found["agreement"]
    assert (agreement["shared"], agreement["agreed"]) == (12, 10)
    assert agreement["kappa"] == pytest.approx((10 / 12 - 70 / 144) / (1 - 70 / 144))
    rights = {view["name"]: [each["right"] for each in view["systems"]] for view in found["views"]}
    assert rights == {"shared, adjudicated": [3, 2, 0], "rater A": [3, 4, 0], "rater B": [3, 2, 0]}
    # base has elle/il, ils/ils, l'/l', il/il; ours elle, elles, l', ça; third ce, ils, le, il: il is equivalent to ce.
    assert found["metrics"]["C1+C2"] == {"base.fr": 3, "ours.fr": 2, "third.fr": 2}

    with Path("open.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["field"][:3] for row in rows] == ["SYS", "SYS"]
    assert {(row["rater A"], row["rater B"]) for row in rows} == {("1", "0")}
    rows[0]["answer"] = "1"
    write("settled.csv", rows)
    settled = scores("answers-A.csv", "answers-B.csv", "--adjudicated", "settled.csv")
    assert [each["right"] for each in settled["views"][0]["systems"]] == [3, 3, 0]
    assert [each["open"] for each in settled["views"][0]["systems"]] == [0, 1, 0]
    assert settled["agreement_adjudicated"][0]["agreed"] == 11
    assert len(settled["open"]) == 1
    # Base against ours: ours is right in block 1 (settled) and wrong in block 3 (open).
    compared = settled["views"][0]["comparisons"][0]
    assert (compared["improved"], compared["degraded"]) == (1, 1)


def test_tables_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(PREPARE) == 0
    fill("A", lambda *_: "1")
    fill("B", lambda system, *_: "0" if system == "ours.fr" else "1")
    capsys.readouterr()
    assert main(["rate", "score", "rated", "answers-A.csv", "answers-B.csv"]) == 0
    out = capsys.readouterr().out
    for text in ("Cohen's kappa", "shared, adjudicated", "Metrics against raters", "Disputed: 4, still open: 4"):
        assert text in out


def test_lists_are_learnt_and_scored_with(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(PREPARE) == 0
    # Of 12 rated, il for elle is right once, ça for il and elles for ils are not.
    fill("A", lambda system, block, _: "1" if (system, block) == ("base.fr", "1") else "0")
    assert main(["lists", "learn", "rated", "answers-A.csv", "-o", "lists.toml", "--json", "learnt.json"]) == 0
    learnt = valid("lists-learn", json.loads(Path("learnt.json").read_text(encoding="utf-8")))
    assert (learnt["rated"], learnt["equivalent"]) == (12, [["elle", "il"]])
    assert "il for elle" in capsys.readouterr().out
    command = "score --pair en-fr --source s.en --reference r.fr --candidate base.fr --tokenized --no-bootstrap".split()
    links = "--source-reference-alignment links --source-candidate-alignment links".split()
    assert main([*command, *links, "--lists", "lists.toml", "--json", "score.json"]) == 0
    score = json.loads(Path("score.json").read_text(encoding="utf-8"))
    assert score["systems"][0]["apt"]["cases"] == [3, 1, 0, 0, 0, 0]


def bad(capsys: pytest.CaptureFixture[str], arguments: list[str], problem: str) -> None:
    """An error is one line and exit code 2, and no file is written, changed or lost."""
    before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    capsys.readouterr()
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert problem in printed.err
    assert (printed.err.count("\n"), printed.out) == (1, "")
    assert {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()} == before


def test_bad_answers_are_one_line_and_nothing_is_lost(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(PREPARE) == 0
    good = fill("A", lambda *_: "1")
    score = ["rate", "score", "rated", "bad.csv", "--json", "out.json", "--disagreements", "open.csv"]
    asked = next(row for row in good if row["pronoun"])
    write("bad.csv", [{**asked, "block": "77-abcdef"}])
    bad(capsys, score, "bad.csv, line 2: there is no block '77-abcdef'")
    write("bad.csv", [asked, {**asked, "rater": ""}])
    bad(capsys, score, "bad.csv, line 3: an answer without a rater")
    write("bad.csv", [asked, {**asked, "answer": "0"}])
    bad(capsys, score, "bad.csv, line 3: A answers")
    write("bad.csv", [{name: text for name, text in asked.items() if name != "rater"}])
    bad(capsys, score, "the header lacks rater")
    bad(capsys, ["lists", "learn", "rated", "bad.csv", "-o", "lists.toml"], "the header lacks rater")
    bad(capsys, ["rate", "score", "nowhere", "answers-A.csv"], "nowhere/key.json: no such file")
    write("settled.csv", [asked])
    bad(
        capsys,
        ["rate", "score", "rated", "answers-A.csv", "--adjudicated", "settled.csv"],
        "not answered by two raters",
    )


def test_forms_and_settled_files_are_not_written_over(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(PREPARE) == 0
    bad(capsys, PREPARE, "rated: has the key of other forms already")
    fill("A", lambda *_: "1")
    Path("open.csv").write_text("settled", encoding="utf-8")
    bad(capsys, ["rate", "score", "rated", "answers-A.csv", "--disagreements", "open.csv"], "open.csv: exists already")
    check = "align check --source s.en --target r.fr --tokenized --alignment links -o open.csv".split()
    bad(capsys, check, "open.csv: exists already")


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--sample", "0"], "--sample 0"),
        (["--seed", "-1"], "--seed -1"),
        (["--rater", "A", "A"], "every rater needs a name of their own"),
        (["--rater", "A!", "A?"], "differ in signs alone"),
        (["--processed", "ids"], "ids: is not JSON"),
    ],
)
def test_bad_options_of_prepare(capsys: pytest.CaptureFixture[str], options: list[str], problem: str) -> None:
    bad(capsys, [*PREPARE, *options], problem)


def test_gap_filling_forms_are_scored() -> None:
    assert main([*PREPARE, "--form", "gap-filling", "--rater", "A"]) == 0
    right = {("1", "it(0)"): "elle|ce", ("2", "they(0)"): "ils", ("2", "it(2)"): "other", ("3", "it(0)"): "il|ça"}
    fill("A", lambda _system, block, pronoun: right[block, pronoun])
    (view,) = scores("answers-A.csv")["views"]
    # base: il, ils, l' (other), il: three; ours: elle, elles, l', ça: three; third: ce, ils, le, il: four.
    assert [each["right"] for each in view["systems"]] == [3, 3, 4]
    assert view["gap_filling"]["third.fr"]["accuracy_with_other"] == 1.0


def test_alignments_are_checked(capsys: pytest.CaptureFixture[str]) -> None:
    Path("links").write_text("0-0\n1-1 2-2\n0-0 1-2 2-1\n0-0 1-1\n", encoding="utf-8")
    check = "align check --source s.en --target r.fr --tokenized --alignment links".split()
    assert main([*check, "-o", "check.csv", "--html", "check.html"]) == 0
    assert "4 pronouns of 3 sentences; the repair changed 1" in capsys.readouterr().err
    with Path("check.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["after"] for row in rows] == ["Elle(0)", "Ils(0)", "l'(1)", "Il(0)"]
    for row in rows:
        row["before_right"], row["after_right"] = ("0", "1") if row["changed"] == "1" else ("1", "")
    write("marked.csv", rows)
    assert main(["align", "check", "--marked", "marked.csv", "--json", "counts.json"]) == 0
    assert valid("align-check", json.loads(Path("counts.json").read_text(encoding="utf-8"))) == {
        "marked": 4, "changed": 1, "missing": 1, "wrong": 0, "repaired": 1, "broken": 0, "unmarked": 0,
    }  # fmt: skip
    assert "22 of 23" in capsys.readouterr().out


def test_align_without_its_files_says_what_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    bad(capsys, ["align", "--source", "s.en"], "--target, --output: needed")
    bad(capsys, ["align", "check"], "--source, --target: needed")
    bad(capsys, ["align", "check", "--source", "s.en", "--target", "r.fr"], "--output or --html: needed")


def test_blocks_are_exported_as_a_campaign_with_the_pronouns_marked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*PREPARE, "--rater", "A", "B", "--overlap", "1"]) == 0
    capsys.readouterr()
    assert main(["rate", "export", "rated", "--to", "pearmut", "--name", "trial"]) == 0
    campaign = json.loads(capsys.readouterr().out)
    assert (campaign["campaign_id"], campaign["info"]["assignment"]) == ("trial", "task-based")
    assert campaign["info"]["users"] == ["A", "B"]
    assert [len(task) for task in campaign["data"]] == [3, 1]
    (item,) = next(document for document in campaign["data"][0] if document[0]["src"] == "It is solid .")
    assert item["ref"] == "Elle est solide ."
    assert item["tgt"] == {name: lines[1] for name, lines in CANDIDATES.items()}
    assert "The house is old ." in item["instructions"]
    assert "<b>it(0)</b>" in item["instructions"]
    marked = {
        name: [item["tgt"][name][span["start_i"] : span["end_i"] + 1] for span in spans]
        for name, spans in item["error_spans"].items()
    }
    assert marked == {"base.fr": ["Il"], "ours.fr": ["Elle"], "third.fr": ["Ce"]}
    # Without a severity to choose and with a category to choose, each marked pronoun has to be answered.
    assert campaign["info"]["mqm_severities"] == []
    assert all(span["category"] is None for spans in item["error_spans"].values() for span in spans)


def test_hidden_pronouns_are_not_exported(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*PREPARE, "--form", "gap-filling"]) == 0
    assert main(["rate", "export", "rated", "--to", "pearmut"]) == 2
    assert "--form blocks" in capsys.readouterr().err
