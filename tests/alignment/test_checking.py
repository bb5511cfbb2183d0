"""The reader's check of alignments (APT paper, section 2.3)."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import pytest

from antecede.alignment import Alignments
from antecede.alignment.checking import COLUMNS, Mark, counts, draw, form_csv, read_marks
from antecede.alignment.pronouns import Side
from antecede.errors import BadFormat, BadOption, InputError
from antecede.pairs import pair

if TYPE_CHECKING:
    from pathlib import Path

PAIR = pair("en-fr")
LISTS = PAIR.lists["2017"]
SOURCE = ["So it rains .", "The cat .", "They see it .", "It is ."]
TARGET = ["Donc il pleut .", "Le chat .", "Ils le voient .", "C' est ."]
# it of the first has no link, and the repair finds *il*; they is linked to *Ils*; it to nothing but *voient*.
LINKS = ["0-0 2-2 3-3", "0-0 1-1", "0-0 1-2 2-2 3-3", "0-0 1-1 2-2"]


def side() -> Side:
    return Side(TARGET, Alignments.parse(LINKS))


def test_what_the_repair_changed_is_shown() -> None:
    drawn = draw(SOURCE, side(), PAIR, LISTS, sample=100)
    assert [(each.sentence, each.label, each.before, each.after) for each in drawn] == [
        (0, "it(1)", (), (1,)),
        (2, "they(0)", (0,), (0,)),
        (2, "it(2)", (2,), (1,)),
        (3, "it(0)", (0,), (0,)),
    ]
    rows = list(csv.DictReader(io.StringIO(form_csv(drawn))))
    assert tuple(rows[0]) == COLUMNS
    assert rows[0]["source"] == "So [it] rains ."
    assert [(row["before"], row["after"], row["changed"]) for row in rows] == [
        ("", "il(1)", "1"),
        ("Ils(0)", "Ils(0)", "0"),
        ("voient(2)", "le(1)", "1"),
        ("C'(0)", "C'(0)", "0"),
    ]


def test_a_draw_takes_whole_sentences_and_can_be_repeated() -> None:
    source = [f"It is {number} ." for number in range(50)]
    text = Side([f"C' est {number} ." for number in range(50)], Alignments.parse(["0-0 1-1 2-2 3-3"] * 50))
    drawn = draw(source, text, PAIR, LISTS, sample=7, seed=3)
    assert len(drawn) == 7
    assert drawn == draw(source, text, PAIR, LISTS, sample=7, seed=3)
    assert drawn != draw(source, text, PAIR, LISTS, sample=7, seed=4)
    assert [each.sentence for each in drawn] == sorted(each.sentence for each in drawn)


def test_the_published_check_comes_out() -> None:
    # 19 pronouns without a link and 4 with a wrong one; 22 of the 23 are right after the repair.
    marks = [Mark(linked=False, changed=True, before=False, after=True)] * 18
    marks += [Mark(linked=False, changed=False, before=False, after=False)]
    marks += [Mark(linked=True, changed=True, before=False, after=True)] * 4
    marks += [Mark(linked=True, changed=False, before=True, after=True)] * 80
    found = counts(marks)
    assert (found.missing, found.wrong, found.repaired, found.broken) == (19, 4, 22, 0)
    assert (found.marked, found.changed) == (103, 22)


def marked(path: Path, *rows: str) -> Path:
    path.write_text(
        "sentence,pronoun,before,after,before_right,after_right\n" + "\n".join(rows) + "\n", encoding="utf-8"
    )
    return path


def test_marks_are_counted(tmp_path: Path) -> None:
    path = marked(
        tmp_path / "m.csv",
        "0,it(1),,il(1),0,1",  # missing, repaired
        "1,it(0),la(2),le(1),0,0",  # wrong, and still wrong
        "2,it(0),le(1),la(2),1,0",  # broken
        "3,it(0),le(1),le(1),1,",  # right
        "4,it(0),,,1,1",  # nothing to link
        "5,it(0),,,,",  # not marked
    )
    marks, unmarked = read_marks(path)
    found = counts(marks)
    assert unmarked == 1
    assert (found.marked, found.missing, found.wrong, found.repaired, found.broken) == (5, 1, 1, 1, 1)


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        (["0,it(1),,il(1),0,"], "line 2: after_right is ''"),
        (["0,it(1),,il(1),,1"], "line 2: before_right is ''"),
        (["0,it(1),,il(1),x,1"], "before_right is 'x'"),
        (["0,it(1),il(1),il(1),1,0"], "did not change"),
        (["0,it(1),,il(1),0,1", "0,it(1),,il(1),0,0"], "line 3: .*two ways"),
        (["0,it(1),,il(1),,"], "has no marks"),
    ],
)
def test_marks_that_cannot_be_are_refused(tmp_path: Path, rows: list[str], problem: str) -> None:
    with pytest.raises(BadFormat, match=problem):
        read_marks(marked(tmp_path / "m.csv", *rows))


def test_nothing_to_draw_is_an_error() -> None:
    with pytest.raises(InputError, match="nothing to check"):
        draw(SOURCE[1:2], Side(TARGET[1:2], Alignments.parse(LINKS[1:2])), PAIR, LISTS, sample=5)
    with pytest.raises(BadOption, match="--sample 0"):
        draw(SOURCE, side(), PAIR, LISTS, sample=0)
