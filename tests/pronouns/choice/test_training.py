"""`antecede train-pronouns --only combined` on a small text, with the real parser, resolver and lexicon."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from antecede.cli import main
from antecede.coreference import resolvers
from antecede.coreference.models import shipped_model
from antecede.pairs import pair
from antecede.pronouns.choice.examples import Examples
from antecede.pronouns.choice.model import ChoiceModel
from antecede.pronouns.target.classes import TargetClasses

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from antecede.analysis import Analyser

FRENCH = TargetClasses.of(pair("en-fr"))
DOCUMENTS = [
    [("the cat sleeps .", "le chat dort ."), ("it sleeps .", "il dort .")],
    [("the mouse sleeps .", "la souris dort ."), ("it sleeps .", "elle dort .")],
]
LONE = [("they sleep .", "elles dorment ."), ("they sleep .", "ils dorment .")]


def _text(folder: Path, name: str, documents: Sequence[Sequence[tuple[str, str]]]) -> list[str]:
    rows = [(number, source, target) for number, lines in enumerate(documents) for source, target in lines]
    columns = {
        "source": [source for _, source, _ in rows],
        "target": [target for _, _, target in rows],
        "ids": [f"{name}{number}" for number, _, _ in rows],
        "alignment": [" ".join(f"{at}-{at}" for at in range(len(source.split()))) for _, source, _ in rows],
    }
    for part, lines in columns.items():
        (folder / f"{name}.{part}").write_text("".join(line + "\n" for line in lines))
    return [str(folder / f"{name}.{part}") for part in columns]


@pytest.fixture
def arguments(tmp_path: Path, pronoun_model: Path, analyser: Callable[[str], Analyser]) -> list[str]:
    analyser("en")
    texts = [_text(tmp_path, "running", DOCUMENTS * 20), _text(tmp_path, "lone", [[line] for line in LONE])]
    options = ["--source", "--target", "--ids", "--alignment"]
    files = [word for at, option in enumerate(options) for word in (option, *(text[at] for text in texts))]
    return ["train-pronouns", "--model", str(pronoun_model), "--only", "combined", "--tokenized", *files]


def test_what_is_learnt_makes_pronouns_agree(arguments: list[str], pronoun_model: Path, tmp_path: Path) -> None:
    assert main([*arguments, "--weights", "1", "0.5"]) == 0
    model = ChoiceModel.read(pronoun_model / "choice.bin")
    assert model.about["pronouns"] == 41  # of the lone sentences with the same source, the first alone
    kept = Examples.read(pronoun_model / ".pronouns" / "choice0.npz")
    lone = kept.weights[[pronoun == "they" for pronoun in kept.pronouns]]
    assert lone.tolist() == [0.5 * pair("en-fr").lone_sentences]
    assert kept.held.sum() == 1  # one document in 25
    assert {FRENCH.labels[label] for label in kept.labels} == {"il", "elle", "elles"}
    (tmp_path / "text").write_text("the mouse sleeps .\nit sleeps .\n")
    (tmp_path / "ids").write_text("a\na\n")
    out = tmp_path / "out"
    translate = ["translate", "--model", str(pronoun_model), "--tokenized", "--ids", str(tmp_path / "ids")]
    assert main([*translate, str(tmp_path / "text"), "-o", str(out)]) == 0
    assert out.read_text().splitlines()[1].split()[0].lower() == "elle"


@pytest.mark.parametrize("weights", [["1"], ["1", "0"], ["1", "inf"], ["1", "-2"]])
def test_weights_are_one_for_each_text_and_positive(
    arguments: list[str], weights: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, "--weights", *weights]) == 2
    assert "--weights" in capsys.readouterr().err


@pytest.mark.parametrize(("part", "kept"), [("combined", "choice0.npz"), ("coreference", "observed0.jsonl")])
def test_what_was_observed_is_kept_until_the_resolver_changes(
    arguments: list[str], pronoun_model: Path, part: str, kept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments[arguments.index("combined")] = part
    path = pronoun_model / ".pronouns" / kept

    def made() -> int:
        assert main(arguments) == 0
        return path.stat().st_mtime_ns

    first = made()
    assert made() == first
    monkeypatch.setattr(resolvers, "shipped_model", lambda code: replace(shipped_model(code), temperature=9.0))
    assert made() > first
