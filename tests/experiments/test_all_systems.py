"""Every system in one table, and what makes a row anew."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING

import numpy as np
import pytest
from json_schemas import valid

from antecede.errors import ResourceError
from antecede.experiments.all_systems import AllResults, run
from antecede.experiments.coreference_model import CoreferenceResults, coreference_json
from antecede.experiments.measuring import sentence_outcomes
from antecede.experiments.spanish import SpanishResults, spanish_json
from antecede.experiments.tables import systems_json
from antecede.models import ModelFolder
from antecede.pairs import pair
from antecede.pronouns.choice.model import ChoiceModel, feature_number
from antecede.pronouns.setting import Setting
from antecede.pronouns.systems.coreference import Tuned
from antecede.pronouns.target.classes import TargetClasses

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from antecede.analysis import Analyser

CLASSES = TargetClasses.of(pair("en-fr"))
SOURCE = "the mouse sleeps .\nit sleeps .\n"
REFERENCE = "la souris dort .\nelle dort .\n"


@pytest.fixture
def model(pronoun_model: Path) -> Path:
    """The engine says *il*; a choice model that always says *elle*."""
    rows = np.zeros((1, len(CLASSES.names)))
    rows[0, CLASSES.names.index("elle")] = 8.0
    number = np.array([feature_number("it")], np.uint32)
    ChoiceModel.of_weights("en-fr", CLASSES.names, number, rows).write(pronoun_model / "choice.bin")
    ModelFolder.read(pronoun_model).updated(files={"choice": "choice.bin"})
    return pronoun_model


def _hold_against_schemas(found: AllResults) -> None:
    """What the commands of three experiments write of such figures."""
    measured, processed = found.measured, found.processed["combined"]
    weights = {"combined": Tuned(1.5, 0.0)}
    coreference = CoreferenceResults(
        measured, measured, processed, weights, {"sets": ["talk"], "triples": 3, "processed": {"it": [1, 1]}}
    )
    spanish = SpanishResults(measured, {"combined": processed}, weights, {"pronouns": 1, "triples": {"combined": 3}})
    written = {
        "experiment-all": {found.name: systems_json(measured, found.outcomes)},
        "experiment-coreference": coreference_json(coreference),
        "experiment-spanish": spanish_json(spanish),
    }
    told = json.loads(json.dumps(written))
    valid("experiment-all", told["experiment-all"])
    valid("experiment-coreference", told["experiment-coreference"])
    valid("experiment-spanish", told["experiment-spanish"])


@pytest.mark.eflomal
def test_a_row_is_made_once_and_again_when_its_model_changes(
    model: Path, tmp_path: Path, analyser: Callable[[str], Analyser]
) -> None:
    analyser("en")
    (tmp_path / "talk.en").write_text(SOURCE)
    (tmp_path / "talk.fr").write_text(REFERENCE)
    out = tmp_path / "out"
    texts = {name: out / f"talk.{name}.best.fr" for name in ("baseline", "combined")}

    def measured() -> list[float]:
        [found] = run(tmp_path, out, Setting.of(model), ["talk"], runs=("baseline", "combined"))
        _hold_against_schemas(found)
        return [each.apt.score for each in found.measured.evaluation.systems]

    assert measured() == [0.0, 1.0]
    assert texts["combined"].read_text().splitlines()[1] == "elle dort."
    # The first sentence has no pronoun; the second has another one than the engine's, and nothing else is different.
    assert sentence_outcomes(out, "talk.combined.best") == {"translated once": 1, "taken": 1}
    assert sentence_outcomes(out, "talk.baseline.best") == {}
    before = {name: path.stat().st_mtime_ns for name, path in texts.items()}
    assert measured() == [0.0, 1.0]
    assert before == {name: path.stat().st_mtime_ns for name, path in texts.items()}
    ModelFolder.read(model).updated(pronouns={"prior_elle": -20.0, "prior_il": 5.0})
    assert measured() == [0.0, 0.0]
    assert texts["combined"].read_text().splitlines()[1] == "il dort."
    assert texts["baseline"].stat().st_mtime_ns == before["baseline"]


@pytest.mark.eflomal
def test_rows_that_a_model_cannot_have_are_left_out_unless_they_are_asked_for(
    model: Path, tmp_path: Path, analyser: Callable[[str], Analyser], caplog: pytest.LogCaptureFixture
) -> None:
    analyser("en")
    (tmp_path / "talk.en").write_text(SOURCE)
    (tmp_path / "talk.fr").write_text(REFERENCE)
    (model / "pronoun_lm.bin").unlink(missing_ok=True)
    with caplog.at_level(logging.WARNING, "antecede"):
        [found] = run(tmp_path, tmp_path / "out", Setting.of(model), ["talk"])
    assert "rerank, as printed is left out: " in caplog.text
    assert "rerank, as printed" not in found.measured.names
    assert {"baseline", "combined"} <= set(found.measured.names)
    with pytest.raises(ResourceError):
        run(tmp_path, tmp_path / "out", Setting.of(model), ["talk"], runs=("baseline", "rerank, as printed"))
