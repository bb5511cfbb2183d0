from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from rating_samples import answers_csv, prepared

from antecede.errors import BadFormat, InputError
from antecede.evaluation.ratings.answers import disagreements_csv, read_adjudicated, read_answers
from antecede.evaluation.ratings.blocks import form_csv

if TYPE_CHECKING:
    from pathlib import Path

FOUND = prepared(("x", "y"), [[("il", "il", "elle")], [("ce", "ce", "il")]])
ONE, TWO, THREE, FOUR = FOUND.rated()
GAPS = prepared(("x",), [[("il", "il")]], kind="gap-filling")
HEADER = "rater,block,field,pronoun,answer\n"


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_answers_are_read_by_rater_and_empty_slots_are_none(tmp_path: Path) -> None:
    first = written(tmp_path / "a.csv", answers_csv({"A": {ONE: "1", TWO: "0", THREE: ""}, "B": {ONE: " 0 "}}))
    second = written(tmp_path / "b.csv", answers_csv({"B": {FOUR: "1", ONE: "0"}}))
    assert read_answers([first, second], FOUND) == {"A": {ONE: True, TWO: False}, "B": {ONE: False, FOUR: True}}


def test_a_form_that_nobody_filled_in_has_no_answers(tmp_path: Path) -> None:
    form = written(tmp_path / "a.csv", form_csv(FOUND.form("A"), "A"))
    with pytest.raises(InputError, match="none of the files has an answer"):
        read_answers([form], FOUND)


def test_semicolons_of_spreadsheets_are_read(tmp_path: Path) -> None:
    text = answers_csv({"A": {ONE: "1"}}).replace(",", ";")
    assert read_answers([written(tmp_path / "a.csv", "\ufeff" + text)], FOUND) == {"A": {ONE: True}}


@pytest.mark.parametrize(
    ("rows", "line", "problem"),
    [
        (["A,9-abcdef,SYS1,it(0),1"], 2, "there is no block '9-abcdef'"),
        ([f"A,{ONE.block},SYS3,it(0),1"], 2, "has nothing to rate at SYS3 it"),
        ([f"A,{ONE.block},SYS1,it(1),1"], 2, "has nothing to rate at SYS1 it"),
        ([f"A,{ONE.block},REF,,1"], 2, "has nothing to rate at REF"),
        ([f"A,{ONE.block},SYS1,it(0),1", f",{ONE.block},SYS2,it(0),1"], 3, "without a rater"),
        ([f"A,{ONE.block},SYS1,it(0),yes"], 2, "'yes' is no answer"),
        (
            [f"A,{ONE.block},SYS1,it(0),1", f"B,{ONE.block},SYS1,it(0),0", f"A,{ONE.block},SYS1,it(0),0"],
            4,
            r"otherwise in .*, line 2",
        ),
    ],
)
def test_answers_that_cannot_be_are_refused_with_their_line(
    tmp_path: Path, rows: list[str], line: int, problem: str
) -> None:
    path = written(tmp_path / "a.csv", HEADER + "\n".join(rows) + "\n")
    with pytest.raises(BadFormat, match=rf"a\.csv, line {line}: .*{problem}"):
        read_answers([path], FOUND)


def test_a_file_without_the_column_of_raters_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", f"block,field,pronoun,answer\n{ONE.block},SYS1,it(0),1\n")
    with pytest.raises(BadFormat, match="the header lacks rater"):
        read_answers([path], FOUND)


def test_answers_of_one_rater_in_two_files_may_not_differ(tmp_path: Path) -> None:
    files = [written(tmp_path / f"{text}.csv", answers_csv({"A": {ONE: text}})) for text in "10"]
    with pytest.raises(BadFormat, match=r"0\.csv, line 2: A answers .* otherwise in .*1\.csv, line 2"):
        read_answers(files, FOUND)


def test_choices_for_gaps_are_read_in_any_spelling(tmp_path: Path) -> None:
    (instance,) = GAPS.rated()
    path = written(tmp_path / "a.csv", answers_csv({"A": {instance: "Il | c’|bad translation"}}))
    assert read_answers([path], GAPS) == {"A": {instance: frozenset({"il", "ce", "bad translation"})}}
    with pytest.raises(BadFormat, match="unknown choice 'lui': the choices are il, elle"):
        read_answers([written(tmp_path / "b.csv", answers_csv({"A": {instance: "lui"}}))], GAPS)


def test_disagreements_are_written_to_be_settled(tmp_path: Path) -> None:
    answers = {"A": {ONE: True, TWO: True, THREE: True}, "B": {ONE: False, TWO: False, THREE: True}}
    text = disagreements_csv(FOUND, answers, [ONE, TWO], {TWO: False})
    path = written(tmp_path / "open.csv", text)
    assert read_adjudicated(path, FOUND, answers) == {TWO: False}
    header, first, second = text.splitlines()
    assert header == "block,field,pronoun,source,text,rater A,rater B,answer"
    assert first.endswith(",1,0,")
    assert second.endswith(",1,0,0")
    assert "it verb0-0" in first


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ([("8-000000", "SYS1", "it(0)", "1")], "there is no block"),
        ([(*THREE, "0")], "both raters say '1'"),
        ([(*FOUR, "0")], "not answered by two raters"),
        ([(*ONE, "1"), (*ONE, "0")], "settled in two ways"),
        ([(*ONE, "2")], "'2' is no answer"),
    ],
)
def test_what_was_settled_fits_what_was_answered(
    tmp_path: Path, rows: list[tuple[str, str, str, str]], problem: str
) -> None:
    answers = {"A": {ONE: True, THREE: True, FOUR: True}, "B": {ONE: False, THREE: True}}
    path = written(tmp_path / "s.csv", "block,field,pronoun,answer\n" + "".join(",".join(row) + "\n" for row in rows))
    with pytest.raises(BadFormat, match=problem):
        read_adjudicated(path, FOUND, answers)
