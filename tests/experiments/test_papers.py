"""All papers in one go: what differs is said, and what cannot be run is left out with its reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from json_schemas import valid
from rating_samples import evaluation

from antecede.cli import main
from antecede.errors import InputError
from antecede.experiments import papers
from antecede.experiments.papers import PAPERS, Gain, Outcome, Part, Step, gains_table, papers_json, sections
from antecede.models import ModelFolder
from antecede.report.papers import Section, papers_page, papers_text
from antecede.report.table import Table

EXAMPLE = Path(__file__).parents[2] / "examples" / "discomt-style"
PAPER = Step(473, 495, 1116, 0.0218)


@pytest.mark.parametrize(
    ("ours", "words"),
    [
        (Step(40, 45, 100, 0.3), ""),
        (
            Step(45, 40, 100, 0.01),
            "it gains 2.0 points in the paper and loses 5.0 points here, which is more than chance",
        ),
        (Step(45, 40, 100, 0.3), "loses 5.0 points here, which may be chance (p=0.3)."),
        (Step(45, 45, 100), "changes 0.0 points here, which may be chance."),
    ],
)
def test_a_sign_that_differs_is_said(ours: Step, words: str) -> None:
    gain = Gain("re-ranking", PAPER, ours)
    assert words in gain.sentence()
    assert bool(gain.sentence()) != gain.same_sign


def test_a_step_has_its_size_and_p_value() -> None:
    assert str(PAPER) == "0.424 → 0.444 (+2.0 points of 1,116, p=0.022)"
    assert str(Step(1055, 1096, 2286)) == "0.462 → 0.479 (+1.8 points of 2,286)"


def test_what_a_system_gains_is_counted_pronoun_by_pronoun() -> None:
    # With the reference il: first il, elle, elle, il, on; second il, il, elle, elle, il.
    found = evaluation(
        ("input", "paper"),
        [
            [("il", "il", "il"), ("il", "elle", "il")],
            [("il", "elle", "elle"), ("il", "il", "elle"), ("il", "on", "il")],
        ],
    )
    step = papers._of_evaluation(found, "input", "paper")
    # Right: the 1st and 4th before; the 1st, 2nd and 5th after. 2 better, 1 worse: the exact test gives 1.
    assert step == Step(2, 3, 5, 1.0)


def outcomes() -> list[Outcome]:
    table = Table("A <table>", ("system", "x"), (("ours & theirs", "1"),), "note")
    figure = b'<?xml version="1.0"?>\n<!DOCTYPE svg>\n<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>\n'
    images = {"figure.png": b"\x89PNG", "figure.svg": figure}
    part = Part((table,), {"cases": [1, 2]}, (Gain("it", PAPER, Step(45, 40, 100, 0.01)),), images)
    return [Outcome(PAPERS[0], part, seconds=1.26), Outcome(PAPERS[1], None, "no model")]


def test_text_json_and_page_say_the_same() -> None:
    shown = sections(outcomes())
    text, page, numbers = papers_text(shown), papers_page(shown), papers_json(outcomes())
    sentence = numbers[PAPERS[0].name]["gains"][0]["sentence"]
    assert sentence.startswith("The sign differs for it")
    for form in (text, page):
        assert sentence in form
        assert "Left out: no model" in form
    assert "A &lt;table&gt;" in page
    assert '<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>' in page
    assert "<?xml" not in page
    assert numbers[PAPERS[0].name]["figures"] == {"cases": [1, 2]}
    assert numbers[PAPERS[1].name] == {"title": PAPERS[1].title, "left_out": "no model"}
    assert valid("experiment-papers", json.loads(json.dumps(numbers))) == numbers
    assert gains_table(outcomes()).rows[0][3] == "no"


def test_a_section_without_tables_is_a_heading() -> None:
    assert papers_text([Section("Title")]) == "# Title\n"


def test_a_paper_without_its_model_is_left_out(tmp_path: Path, model_folder: Path) -> None:
    said: list[str] = []
    models = {"en-fr": ModelFolder.read(model_folder)}
    with pytest.raises(InputError, match="nothing of any paper"):
        papers.run(tmp_path, models, tmp_path / "out", say=said.append)
    assert said[0] == f"1 of {len(PAPERS)}: {PAPERS[0].title}"
    assert any("there is no model of es-en" in line for line in said)


def test_the_metrics_paper_comes_out_of_annotated_translations(
    tmp_path: Path, model_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    command = ["experiment", "papers", "--data", str(tmp_path), "--model", str(model_folder), "--out", str(out)]
    assert main([*command, "--only", "apt", "spanish", "--annotated", str(EXAMPLE)]) == 0
    printed = capsys.readouterr()
    assert "Table 4: APT against people, by weights" in printed.out
    assert "Coreference model, Spanish to English (2017) is left out" in printed.err
    numbers = json.loads((out / "results.json").read_text(encoding="utf-8"))
    assert list(numbers) == ["spanish", "apt"]
    assert numbers["apt"]["figures"]["annotated"]["table_4"]
    page = (out / "index.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 2
    assert "Table 3: metrics against people" in (out / "papers.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--only", "none"], "--only none: the papers are coreference-model"),
        (["--model", "{model}", "{model}"], "is the second of en-fr"),
        (["--model", "nowhere"], "nowhere"),
    ],
)
def test_bad_options_are_one_line(
    tmp_path: Path, model_folder: Path, capsys: pytest.CaptureFixture[str], options: list[str], problem: str
) -> None:
    named = [option.format(model=model_folder) for option in options]
    assert main(["experiment", "papers", "--data", str(tmp_path), "--out", str(tmp_path / "out"), *named]) == 2
    error = capsys.readouterr().err
    assert problem in error
    assert error.count("\n") == 1
    assert not (tmp_path / "out").exists()
