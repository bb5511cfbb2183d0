"""Moses's n-best lists, and engines that read files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from antecede.alignment import Link
from antecede.engines import Hypothesis, Phrase
from antecede.engines.files import FileEngine
from antecede.engines.nbest import format_n_best, parse_line, read_n_best, stream_n_best
from antecede.errors import BadAlignment, BadFormat, LengthMismatch

if TYPE_CHECKING:
    from pathlib import Path

# Written by Moses 4 with -print-alignment-info-in-n-best.
MOSES = (
    "0 ||| ce est  ||| LexicalReordering0= -0.1 0 0 -0.2 0 0 Distortion0= 0 LM0= -7.5 WordPenalty0= -2"
    " PhrasePenalty0= 1 TranslationModel0= -1 -2 -3 -4 ||| -4.21 ||| 0-0 1-1\n"
    "0 ||| il est  ||| LexicalReordering0= -0.1 0 0 -0.2 0 0 Distortion0= 0 LM0= -7.9 WordPenalty0= -2"
    " PhrasePenalty0= 1 TranslationModel0= -1 -2 -3 -4 ||| -4.5 ||| 0-0 1-1\n"
    "1 ||| a &#124; b  ||| Distortion0= -2 ||| -1 |||\n"
)


def test_a_list_of_moses_is_read(tmp_path: Path) -> None:
    (tmp_path / "list").write_text(MOSES)
    first, second = read_n_best(tmp_path / "list")
    assert [hypothesis.tokens for hypothesis in first] == [("ce", "est"), ("il", "est")]
    assert first[0].features["TranslationModel0"] == (-1, -2, -3, -4)
    assert first[0].score == -4.21
    assert first[0].alignment == (Link(0, 0), Link(1, 1))
    assert second[0].tokens == ("a", "|", "b")


def test_what_is_written_reads_the_same() -> None:
    hypothesis = Hypothesis(("le", "|", "ça"), -12.25, (Link(0, 2), Link(1, 0)), {"LM0": (-3.5,), "X": (0.0, 1.0)})
    assert parse_line(format_n_best([[], [hypothesis]])) == (1, hypothesis)


def test_lists_are_read_one_at_a_time_with_an_empty_one_for_what_is_skipped(tmp_path: Path) -> None:
    (tmp_path / "list").write_text("1 ||| a ||| ||| 0\n1 ||| b ||| ||| 0\n3 ||| c ||| ||| 0\n")
    told = [[hypothesis.tokens for hypothesis in listed] for listed in stream_n_best(tmp_path / "list")]
    assert told == [[], [("a",), ("b",)], [], [("c",)]]


def test_words_alone_come_once_for_each_alignment(tmp_path: Path) -> None:
    lines = [
        "0 ||| a b ||| LM0= 1 ||| -1 ||| 0-0",
        "0 ||| a b ||| LM0= 2 ||| -2 ||| 0-0",
        "0 ||| a b ||| ||| -3 ||| 0-1",
    ]
    (tmp_path / "list").write_text("".join(f"{line}\n" for line in lines))
    [listed] = stream_n_best(tmp_path / "list", words_only=True)
    assert [(hypothesis.score, hypothesis.alignment) for hypothesis in listed] == [
        (-1, (Link(0, 0),)),
        (-3, (Link(0, 1),)),
    ]
    assert not any(hypothesis.features for hypothesis in listed)


def test_sentences_that_need_no_list_have_their_first(tmp_path: Path) -> None:
    numbers = (0, 0, 1, 1, 10, 10)
    (tmp_path / "list").write_text("".join(f"{number} ||| w{at} ||| ||| 0\n" for at, number in enumerate(numbers)))
    lists = list(stream_n_best(tmp_path / "list", whole=lambda index: index == 10))
    assert [[each.tokens[0] for each in listed] for listed in lists if listed] == [["w0"], ["w2"], ["w4", "w5"]]
    assert len(lists) == 11


def test_phrases_in_a_list_are_read() -> None:
    assert parse_line("0 ||| a b c ||| ||| 0 ||| 0=0 1-2=1-2")[1].segmentation == (
        Phrase(0, 0, 0, 1),
        Phrase(1, 2, 1, 3),
    )


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("0 ||| a", "not a line of an n-best list"),
        ("x ||| a ||| ||| 0", "not the number of a sentence"),
        ("0 ||| a ||| 5 ||| 0", "no feature's name"),
        ("0 ||| a ||| LM0= x ||| 0", "not a number"),
        ("0 ||| a ||| LM0= 1 ||| nan", "not a number"),
        ("0 ||| a ||| LM0= 1 ||| 0 ||| 0-1", "past the end"),
        ("0 ||| a ||| LM0= 1 ||| 0 ||| 0:0", "not a link"),
        ("99999999 ||| a ||| ||| 0", "comes after"),
    ],
)
def test_a_damaged_list_is_refused_with_its_line(tmp_path: Path, line: str, problem: str) -> None:
    (tmp_path / "list").write_text("0 ||| a ||| ||| 0\n" + line + "\n")
    with pytest.raises(BadFormat, match=f"line 2: .*{problem}"):
        read_n_best(tmp_path / "list")


def test_sentences_out_of_order_are_refused(tmp_path: Path) -> None:
    (tmp_path / "list").write_text("1 ||| a ||| ||| 0\n0 ||| a ||| ||| 0\n")
    with pytest.raises(BadFormat, match="line 2"):
        read_n_best(tmp_path / "list")


def test_a_file_of_lists_is_an_engine(tmp_path: Path) -> None:
    (tmp_path / "list").write_text(MOSES)
    engine = FileEngine.from_n_best(tmp_path / "list")
    assert [len(listed) for listed in engine.translate([["it", "is"], ["x"]], n_best=5)] == [2, 1]
    with pytest.raises(LengthMismatch):
        engine.translate([["it"]])
    again = FileEngine.from_n_best(tmp_path / "list")
    assert [len(listed) for listed in again.translate([["it", "is"], ["x"]])] == [1, 1]
    with pytest.raises(BadAlignment, match="past its end"):
        FileEngine.from_n_best(tmp_path / "list").translate([["it"], ["x"]])


def test_output_with_alignments_is_an_engine(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("ce est\n\n")
    (tmp_path / "align").write_text("0-0 1-1\n\n")
    [[first], [second]] = FileEngine.from_output(tmp_path / "out", tmp_path / "align").translate([["it", "is"], []])
    assert first == Hypothesis(("ce", "est"), alignment=(Link(0, 0), Link(1, 1)))
    assert second.tokens == ()


def test_a_list_without_some_sentence_is_refused(tmp_path: Path) -> None:
    (tmp_path / "list").write_text("1 ||| a ||| ||| 0\n")
    with pytest.raises(BadFormat, match="sentence 0 has no translation"):
        FileEngine.from_n_best(tmp_path / "list")
