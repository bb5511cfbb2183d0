"""Layouts of published test sets, with small files of our own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from json_schemas import valid

from antecede.cli import main
from antecede.errors import AntecedeError, BadOption
from antecede.pronouns.judging.sets import LAYOUTS, Contrast
from antecede.tasks.judge import Judge, Judged, JudgedLine
from antecede.tasks.judge_set import SetResult, judged_set, read_set

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from antecede.pronouns.judging.judge import Parts

BEFORE, LINE = "The house is old.", "It is beautiful."
VERSIONS = {
    "feminine": ("La maison est vieille.", "Elle est belle.", "Il est beau."),
    "masculine": ("Le logis est vieux.", "Il est beau.", "Elle est belle."),
}
CONTRASTS = {
    name: Contrast((BEFORE, LINE), (before, right), (before, wrong))
    for name, (before, right, wrong) in VERSIONS.items()
}


def write(folder: Path, files: dict[str, Sequence[str]]) -> None:
    for name, lines in files.items():
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def test_layouts_are_found_by_name() -> None:
    assert set(LAYOUTS.names()) == {"blocks-of-two", "blocks-of-four", "targeted"}
    with pytest.raises(BadOption, match=r"unknown layout 'x': the layouts are blocks-of-four, blocks-of-two, targeted"):
        LAYOUTS["x"]


@pytest.mark.parametrize("suffixes", [("src", "trg"), ("en", "fr")])
def test_blocks_of_two_with_the_longest_context(tmp_path: Path, suffixes: tuple[str, str]) -> None:
    source, target = suffixes
    versions = VERSIONS["feminine"], VERSIONS["masculine"]
    write(
        tmp_path,
        {
            f"it.current.{source}": [LINE] * 4,
            f"it.current.{target}": [line for _, *both in versions for line in both],
            f"it.c1.context.{source}": [BEFORE] * 4,
            f"it.c1.context.{target}": [before for before, _, _ in versions for _ in "12"],
            f"it.c2.context.{source}": ["Hello.", BEFORE] * 4,
            f"it.c2.context.{target}": [line for before, _, _ in versions for _ in "12" for line in ("Salut.", before)],
            f"alone.current.{source}": ["It rains."] * 2,
            f"alone.current.{target}": ["Il pleut.", "Elle pleut."],
        },
    )
    found = read_set("blocks-of-two", tmp_path, "en", "fr").contrasts
    assert found[0] == Contrast(("It rains.",), ("Il pleut.",), ("Elle pleut.",), (("category", "alone"),))
    assert found[1:] == tuple(
        Contrast(("Hello.", *each.source), ("Salut.", *each.right), ("Salut.", *each.wrong), (("category", "it"),))
        for each in CONTRASTS.values()
    )


def test_blocks_of_four_as_json_and_as_lines(tmp_path: Path) -> None:
    versions = [
        {("correct" if at == 0 else "semi-correct"): [before, right], "incorrect": [before, wrong], "type": kind}
        for at, (kind, (before, right, wrong)) in enumerate(VERSIONS.items())
    ]
    (tmp_path / "set.json").write_text(json.dumps({"1": {"src": [BEFORE, LINE], "trg": versions}}))
    found = read_set("blocks-of-four", tmp_path / "set.json", "en", "fr").contrasts
    assert [each._replace(groups=()) for each in found] == [*CONTRASTS.values()]
    assert [each.groups for each in found] == [
        (("category", "feminine"), ("right one", "correct")),
        (("category", "masculine"), ("right one", "semi-correct")),
    ]
    lexical = {"1": {"type": "word", "examples": [{"src": [BEFORE, LINE], "trg": versions[0]}]}}
    (tmp_path / "set.json").write_text(json.dumps(lexical))
    (each,) = read_set("blocks-of-four", tmp_path, "en", "fr").contrasts
    assert each == CONTRASTS["feminine"]._replace(groups=(("category", "word"),))
    (tmp_path / "set.json").unlink()
    write(
        tmp_path,
        {
            "it.prev.en": [BEFORE] * 4,
            "it.current.en": [LINE] * 4,
            "it.prev.fr": [before for before, _, _ in VERSIONS.values() for _ in "12"],
            "it.current.fr": [line for _, *both in VERSIONS.values() for line in both],
        },
    )
    found = read_set("blocks-of-four", tmp_path, "en", "fr").contrasts
    assert [each._replace(groups=()) for each in found] == [*CONTRASTS.values()]


@pytest.mark.parametrize(
    ("layout", "files", "told"),
    [
        ("blocks-of-two", {}, "has no NAME.current.src"),
        ("blocks-of-two", {"a.current.src": "x\n", "a.current.trg": "x\n"}, "two lines"),
        (
            "blocks-of-two",
            {"a.current.src": "x\ny\n", "a.current.trg": "x\ny\n"},
            "line 2: differs from the line before",
        ),
        ("blocks-of-two", {"a.current.src": "x\nx\n", "a.current.trg": "x\n"}, "2 lines but"),
        (
            "blocks-of-two",
            {
                "a.current.src": "x\nx\n",
                "a.current.trg": "x\ny\n",
                "a.c2.context.src": "1\n",
                "a.c2.context.trg": "1\n",
            },
            "has 1 lines, not 2 for each of the 2",
        ),
        ("blocks-of-four", {}, "has neither JSON nor"),
        ("blocks-of-four", {"a.json": "[]"}, "is not an object of numbered blocks"),
        (
            "blocks-of-four",
            {"a.json": '{"7": {"src": ["a"], "trg": [{}]}}'},
            "block 7, src: is not a list of two lines",
        ),
        (
            "blocks-of-four",
            {"a.json": '{"7": {"src": ["a", "b"], "trg": "c"}}'},
            "block 7: its versions are not a list",
        ),
        ("blocks-of-four", {"a.json": "{}"}, "has no item"),
        ("targeted", {"a.json": "{"}, "is not JSON"),
        ("targeted", {"a.json": '[{"src segment": "a", "expected": ""}]'}, "entry 1: 'expected' is no word"),
        ("targeted", {"a.json": '[{"expected": "a"}]'}, "entry 1: has no 'src segment'"),
    ],
)
def test_damaged_sets_are_told(tmp_path: Path, layout: str, files: dict[str, str], told: str) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    with pytest.raises(AntecedeError) as failed:
        read_set(layout, tmp_path, "en", "fr")
    assert told in str(failed.value)


SEGMENTS: list[dict[str, Any]] = [
    {"src segment": f"{BEFORE} {LINE}", "ref segment": "…", "expected": "elle", "ante distance": distance, "rule": "r"}
    | {"document id": "d", "segment id": at, "src pronoun": "it"}
    for at, distance in enumerate([1, 1, 10, 2])
]


def test_targeted_sets_look_for_the_word_in_the_last_sentence_of_a_candidate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "set.json").write_text(json.dumps(SEGMENTS))
    lines = [
        "La maison est vieille. Elle est belle.",  # right
        "Elle est vieille. Il est beau.",  # in the sentence before only
        "La maison est vieille. «Est», dit-on, ELLE!",  # punctuation and case do not matter
        "La maison est vieille. Elles sont belles.",  # not the whole word
    ]
    write(tmp_path, {"c": lines})
    command = ["judge", "--pair", "en-fr", "--set", "targeted", str(tmp_path), "--candidate", str(tmp_path / "c")]
    assert main([*command, "--json", "-"]) == 0
    told = valid("judge-set", json.loads(capsys.readouterr().out))
    assert told["items"] == [True, False, True, False]
    assert (told["all"]["right"], told["all"]["total"], told["all"]["accuracy"]) == (2, 4, 0.5)
    # Wilson's interval of 2 of 4 with z = 1.96: centre 0.5, half 1.96 * sqrt(1/16 + 1.96² / 64) / (1 + 1.96² / 4).
    assert told["all"]["interval"] == pytest.approx([0.150, 0.850], abs=0.001)
    by = {(each["group"], each["value"]): (each["right"], each["total"]) for each in told["groups"]}
    assert by["distance", "1"] == (1, 2)
    assert [value for group, value in by if group == "distance"] == ["1", "2", "10"]
    assert by["pronoun", "it"] == by["expected", "elle"] == by["rule", "r"] == (2, 4)
    assert main(command) == 0
    table = capsys.readouterr().out
    assert "50.0%" in table
    assert "distance 10" in table


def test_the_judge_decides_the_last_line_of_each_contrast() -> None:
    given: list[Any] = []

    def judge(source: Sequence[str], *targets: Sequence[str], documents: Sequence[int]) -> Judged:
        given.append((source, *targets, documents))
        scores = [(0.0, 9.0), (2.0, 1.0), (9.0, 0.0), (1.0, 1.0)]  # the lines before do not count; a draw is not right
        parts: tuple[Parts, ...] = ()
        return Judged("en-fr", tuple(JudgedLine(each, parts) for each in scores))

    contrasts = tuple(each._replace(groups=(("category", name),)) for name, each in CONTRASTS.items())
    from antecede.pronouns.judging.sets import TestSet as Items

    result = judged_set(judge, Items(contrasts))  # type: ignore[arg-type]  # a stand-in
    assert result == SetResult((True, False), ((("category", "feminine"),), (("category", "masculine"),)))
    ((source, right, wrong, documents),) = given
    assert (list(source), documents) == ([BEFORE, LINE] * 2, [2, 2])
    assert (right[1], wrong[1]) == ("Elle est belle.", "Il est beau.")


def test_a_set_is_judged_by_the_model_that_ships(
    tmp_path: Path, resources: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del resources
    try:
        Judge.load("en-fr")
    except AntecedeError as error:
        pytest.skip(f"wants the model that ships, a pipeline and a lexicon: {error}")
    versions = [{"correct": [b, r], "incorrect": [b, w], "type": kind} for kind, (b, r, w) in VERSIONS.items()]
    (tmp_path / "set.json").write_text(json.dumps({"1": {"src": [BEFORE, LINE], "trg": versions}}))
    assert main(["judge", "--pair", "en-fr", "--set", "blocks-of-four", str(tmp_path), "--json", "-"]) == 0
    told = valid("judge-set", json.loads(capsys.readouterr().out))
    assert told["all"]["total"] == 2
    assert told["items"][0] is True


def test_a_judge_without_a_set_wants_its_files(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", "--pair", "en-fr"]) == 2
    assert "--source, --targets: needed, unless --set names a test set" in capsys.readouterr().err
