"""What the sentences before say for or against a translation, by a tiny neural model."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import neural_models
import pytest

from antecede.cli import main
from antecede.errors import BadOption
from antecede.scoring import ContextScore, Segment, preceding
from antecede.tasks.scorer import open_scorer

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from antecede.scoring import Scorer

pytestmark = pytest.mark.neural
AFTER = Segment(
    "It is old.", None, ("I see the boat.", "I see the house."), ("Je vois le bateau.", "Je vois la maison.")
)
VERSIONS = ["Elle est vieille.", "Il est vieux."]


class Counted:
    """A scorer that counts what it is asked."""

    def __init__(self, scorer: Scorer) -> None:
        self.scorer = scorer
        self.asked = 0

    @property
    def key(self) -> str:
        return self.scorer.key

    def score(
        self, segments: Sequence[Segment], targets: Sequence[Sequence[str]], *, context: int = 0
    ) -> list[list[float]]:
        self.asked += sum(map(len, targets))
        return self.scorer.score(segments, targets, context=context)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"ctranslate2:{neural_models.converted(tmp_path_factory.mktemp('tiny') / 'model')}"


@pytest.fixture(scope="module")
def scorer(tiny: str) -> Scorer:
    return open_scorer(tiny, "en-fr").scorer


@pytest.mark.parametrize("context", [0, 1, 2])
def test_the_own_score_is_kept_or_subtracted(scorer: Scorer, context: int) -> None:
    [whole] = scorer.score([AFTER], [VERSIONS], context=context)
    [alone] = scorer.score([Segment(AFTER.text)], [VERSIONS])
    assert ContextScore(scorer, context, own=True).of([AFTER], [VERSIONS]) == [pytest.approx(whole)]
    # Without context the own score is all there is.
    gain = whole if context == 0 else [one - other for one, other in zip(whole, alone, strict=True)]
    assert ContextScore(scorer, context).of([AFTER], [VERSIONS]) == [pytest.approx(gain)]


def test_a_sentence_without_context_says_nothing(scorer: Scorer) -> None:
    assert ContextScore(scorer).of([Segment("It is old.")], [VERSIONS]) == [[0.0, 0.0]]


def test_what_was_asked_before_is_remembered(scorer: Scorer) -> None:
    counted = Counted(scorer)
    score = ContextScore(counted, 1)
    first = score.of([AFTER, AFTER], [VERSIONS, VERSIONS])
    assert counted.asked == 4  # two versions, with the sentence before and alone
    assert score.of([AFTER], [VERSIONS]) == first[:1]
    assert counted.asked == 4


def test_lines_of_a_document_have_those_before_them() -> None:
    assert list(preceding(["a", "b", "c"], ["A", "B", "C"], 1)) == [
        Segment("a"),
        Segment("b", None, ("a",), ("A",)),
        Segment("c", None, ("b",), ("B",)),
    ]


@pytest.mark.parametrize(
    ("name", "context", "message"),
    [
        ("embedded", 2, "gives no scores"),
        ("moses:moses.ini", 2, "gives no scores"),
        ("neural", 21, "0 to 20 sentences"),
        ("neural", -1, "0 to 20 sentences"),
    ],
)
def test_what_cannot_score_is_refused(name: str, context: int, message: str) -> None:
    with pytest.raises(BadOption, match=message):
        open_scorer(name, "en-fr", context=context)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "s.en").write_text("I see the house.\nIt is old.\n")
    (tmp_path / "a.fr").write_text("Je vois la maison.\nIl est vieux.\n")
    (tmp_path / "b.fr").write_text("Je vois la maison.\nElle est vieille.\n")
    return tmp_path


@pytest.mark.eflomal
def test_judge_shows_what_the_scorer_says(
    files: Path, tiny: str, scorer: Scorer, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["judge", "--pair", "en-fr", "--source", str(files / "s.en"), "--parts", "--json", "-"]
    command += ["--one-document", "--targets", str(files / "a.fr"), str(files / "b.fr")]
    if main(command):
        pytest.skip(f"wants the model that ships: {capsys.readouterr().err}")
    without = json.loads(capsys.readouterr().out)["lines"][1]
    assert "context" not in without["parts"][0]
    assert main([*command, "--scorer", tiny]) == 0
    first, second = json.loads(capsys.readouterr().out)["lines"]
    assert [parts["context"] for parts in first["parts"]] == [0.0, 0.0]
    segment = Segment("It is old.", None, ("I see the house.",), ("Je vois la maison.",))
    [said] = ContextScore(scorer).of([segment], [["Il est vieux.", "Elle est vieille."]])
    assert [parts["context"] for parts in second["parts"]] == pytest.approx(said)
    gained = [one - other for one, other in zip(second["scores"], without["scores"], strict=True)]
    assert gained == pytest.approx([1.1 * each for each in said])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--scorer-context", "1"], "--scorer-context says how --scorer is asked"),
        (["--scorer-own", "keep"], "--scorer-own says how --scorer is asked"),
        (["--scorer", "deepl:"], "gives no scores"),
        (["--scorer", "neural", "--mode", "paper"], "what is printed asks no scorer"),
    ],
)
def test_options_that_do_not_go_together_are_told_in_one_line(
    files: Path, capsys: pytest.CaptureFixture[str], options: list[str], message: str
) -> None:
    command = ["fix", "--pair", "en-fr", "--source", str(files / "s.en"), "--output", str(files / "a.fr")]
    assert main([*command, "--one-document", *options]) == 2
    told = capsys.readouterr().err
    assert message in told
    assert told.count("\n") == 1


@pytest.mark.eflomal
def test_fix_asks_the_scorer(files: Path, tiny: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["fix", "--pair", "en-fr", "--source", str(files / "s.en"), "--output", str(files / "a.fr")]
    code = main([*command, "--one-document", "--scorer", tiny, "-o", str(files / "fixed.fr")])
    told = capsys.readouterr().err
    if code:
        pytest.skip(f"wants the model that ships: {told}")
    assert (files / "fixed.fr").read_text() == (files / "b.fr").read_text()
