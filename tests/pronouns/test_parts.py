"""The parts of `train-pronouns`: found by name, trained in the order that they ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from antecede.errors import BadOption
from antecede.models import ModelFolder
from antecede.pairs import pair
from antecede.pronouns.parts import PARTS, Part, train_pronouns
from antecede.pronouns.training.corpus import CorpusFiles
from antecede.pronouns.training.job import TrainingJob

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


@pytest.fixture
def job(model_folder: Path) -> TrainingJob:
    return TrainingJob(ModelFolder.read(model_folder), CorpusFiles([], [], []))


@pytest.fixture
def trained(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[str, ...]]]:
    """The parts as they are trained, with the files that the folder has then; each adds one of its name."""
    done: list[tuple[str, tuple[str, ...]]] = []

    def part(name: str) -> Part:
        def train(job: TrainingJob) -> Mapping[str, Any]:
            done.append((name, tuple(each for each in PARTS.names() if job.folder.has(each))))
            (job.folder.path / name).write_text(name)
            job.folder.updated(files={name: name})
            return {}

        return PARTS[name]._replace(train=train)

    for name, made in {name: part(name) for name in PARTS.names()}.items():
        monkeypatch.setitem(PARTS._found, name, made)
    return done


def test_later_parts_see_what_earlier_ones_made(job: TrainingJob, trained: list[tuple[str, tuple[str, ...]]]) -> None:
    assert list(train_pronouns(job)) == ["coreference", "plm", "combined"]
    assert trained == [("coreference", ()), ("plm", ("coreference",)), ("combined", ("coreference", "plm"))]


@pytest.mark.usefixtures("trained")
def test_the_order_does_not_depend_on_how_parts_are_asked_for(job: TrainingJob) -> None:
    assert list(train_pronouns(job, ["combined", "coreference"])) == ["coreference", "combined"]


def test_a_part_for_other_pairs_is_trained_only_when_it_is_asked_for() -> None:
    serves = PARTS["plm"].serves
    assert serves is not None
    assert serves(pair("en-fr"))
    assert not serves(pair("es-en"))
    assert PARTS["combined"].serves is None


def test_an_unknown_part_is_told_with_those_that_are(job: TrainingJob) -> None:
    with pytest.raises(BadOption, match=r"unknown part 'verbs': the parts are .*coreference"):
        train_pronouns(job, ["verbs"])
