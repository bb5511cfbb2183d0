from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from json_schemas import valid

from antecede.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLE = Path(__file__).parents[2] / "examples" / "discomt-style"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EXAMPLE, tmp_path / "data"))


def run(*arguments: str | Path) -> int:
    return main(["experiment", "apt", "--no-meteor", *map(str, arguments)])


def test_the_example_gives_the_tables_of_the_paper(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--data", EXAMPLE, "--without", "word-by-word") == 0
    output, errors = capsys.readouterr()
    for title in ("Figure 2", "Table 5", "Table 4", "Figure 1 and Table 3"):
        assert title in output
    assert "Without word-by-word." in output
    assert errors == ""


def test_the_example_in_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--data", EXAMPLE, "--json", "-") == 0
    found = valid("experiment-apt", json.loads(capsys.readouterr().out))
    # document is wrong four times: il for the clock, ils for the (female) neighbours, the bees and the letters.
    assert found["human"]["document"] == pytest.approx(32 / 36)
    # sentence is wrong nine times: il for the clock (3) and the tour; ils for the bees (2), hives and letters (2).
    assert found["human"]["sentence"] == pytest.approx(27 / 36)
    assert found["gap_filling"]["sentence"]["items"] == 36
    for alignment in ("basic", "heuristic"):
        assert sum(found["figure_2"][alignment]["cases"]) == 5 * 36
        assert found["figure_2"][alignment]["items"] == 5 * 36
    # Five pronouns of the reference lack a link and one has no translation: 6 · 5 in cases 5 and 6 at first, then 5.
    assert sum(found["figure_2"]["basic"]["cases"][4:]) == 30
    assert sum(found["figure_2"]["heuristic"]["cases"][4:]) == 5
    assert [len(found[table]) for table in ("table_5", "table_4", "table_3")] == [6, 18, 11]
    ranks = {row["metric"]: row["all"]["spearman"] for row in found["table_3"]}
    assert ranks["APT w2=0.5"] == pytest.approx(1)


def test_results_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    out = tmp_path / "new" / "folder"
    assert run("--data", EXAMPLE, "--out", out, "--json", tmp_path / "all.json") == 0
    assert {path.name for path in out.iterdir()} == {
        "tables.md",
        "results.json",
        "figure-1.png",
        "figure-1.svg",
        "figure-2.png",
        "figure-2.svg",
    }
    assert (out / "results.json").read_bytes() == (tmp_path / "all.json").read_bytes()
    assert "## Table 5" in (out / "tables.md").read_text(encoding="utf-8")
    assert "Table 5" in capsys.readouterr().out


def test_human_scores_replace_the_accuracy(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    systems = ["document", "literal", "phrase", "sentence", "word-by-word"]
    rows = "".join(f"{system},{n},{-n}\n" for n, system in enumerate(systems))
    (data / "human.csv").write_text(f"system,score,rank\n{rows}", encoding="utf-8")
    assert run("--data", data, "--json", "-") == 0
    assert json.loads(capsys.readouterr().out)["human"]["phrase"] == 2
    assert run("--data", data, "--json", "-", "--human-column", "rank") == 0
    assert json.loads(capsys.readouterr().out)["human"]["phrase"] == -2


def replace_line(path: Path, line: int, text: str) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[line - 1] = text
    path.write_text("".join(f"{each}\n" for each in lines), encoding="utf-8")


def break_nothing(_: Path) -> None:
    """Leave the data as they are; an option is wrong."""


def remove_annotations(data: Path) -> None:
    (data / "annotations.csv").unlink()


def remove_alignment(data: Path) -> None:
    (data / "alignments" / "phrase.align").unlink()


def remove_systems(data: Path) -> None:
    shutil.rmtree(data / "systems")


def keep_two_systems(data: Path) -> None:
    for name in ("document", "sentence", "phrase"):
        (data / "systems" / f"{name}.fr").unlink()
    header, *rows = (data / "annotations.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [row for row in rows if row.startswith(("literal", "word-by-word"))]
    (data / "annotations.csv").write_text("".join([header, *kept]), encoding="utf-8")


def misspell_a_choice(data: Path) -> None:
    replace_line(data / "annotations.csv", 5, "document,3,0,isl,first")


def annotate_another_word(data: Path) -> None:
    replace_line(data / "annotations.csv", 5, "document,3,1,ils,first")


def point_past_the_end(data: Path) -> None:
    replace_line(data / "alignments" / "phrase.align", 2, "0-0 1-99")


def lose_a_line(data: Path) -> None:
    path = data / "systems" / "phrase.fr"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:-1]), encoding="utf-8")


@pytest.mark.parametrize(
    ("damage", "options", "problem"),
    [
        (remove_annotations, [], "annotations.csv: no such file"),
        (remove_alignment, [], "phrase.align: no such file"),
        (remove_systems, [], "systems: no translations"),
        (keep_two_systems, [], "a correlation needs at least 3 systems; here are 2"),
        (misspell_a_choice, [], "annotations.csv, line 5: unknown choice 'isl'"),
        (annotate_another_word, [], "word 1 of sentence 3 (both counted from 0) is annotated"),
        (point_past_the_end, [], "phrase.align, line 2"),
        (lose_a_line, [], "source.en has 30 lines but"),
        (break_nothing, ["--without", "moses"], "there is no system 'moses' to leave out"),
        (break_nothing, ["--human-column", "score"], "human.csv: no such file"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(
    data: Path,
    capsys: pytest.CaptureFixture[str],
    damage: Callable[[Path], None],
    options: list[str],
    problem: str,
) -> None:
    damage(data)
    out = data / "out"
    assert run("--data", data, "--out", out, *options) == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert problem in errors
    assert errors.count("\n") == 1
    assert not out.exists()


def test_a_missing_folder_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--data", "nowhere") == 2
    assert capsys.readouterr().err == "antecede: nowhere: no such folder\n"


def test_an_output_that_is_a_file_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    taken = tmp_path / "taken"
    taken.write_text("mine", encoding="utf-8")
    assert run("--data", EXAMPLE, "--out", taken) == 2
    assert "taken: cannot be made: file exists" in capsys.readouterr().err
    assert taken.read_text(encoding="utf-8") == "mine"


def test_the_help_has_two_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["experiment", "apt", "--help"])
    assert stop.value.code == 0
    assert capsys.readouterr().out.count("antecede experiment apt --data") == 2
