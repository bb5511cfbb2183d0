"""`antecede experiment post-editing` from a data folder to its tables, with the real parser and lexicon."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from json_schemas import valid
from pronoun_samples import write_pronoun_model

from antecede.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from antecede.analysis import Analyser

SOURCE = ["the mouse sleeps .", "it sleeps .", "the cat sleeps .", "it sleeps ."]
REFERENCE = ["la souris dort .", "elle dort .", "le chat dort .", "il dort ."]


@pytest.mark.eflomal
def test_the_printed_rules_are_scored_against_their_input(
    tmp_path: Path, analyser: Callable[[str], Analyser], capsys: pytest.CaptureFixture[str]
) -> None:
    analyser("en")
    data = tmp_path / "data" / "en-fr"
    data.mkdir(parents=True)
    (data / "talk.en").write_text("".join(f"{line}\n" for line in SOURCE))
    (data / "talk.fr").write_text("".join(f"{line}\n" for line in REFERENCE))
    (data / "talk.ids").write_text("a\na\nb\nb\n")
    model, out = write_pronoun_model(tmp_path / "model"), tmp_path / "out"
    command = ["experiment", "post-editing", "--data", str(data.parent), "--model", str(model), "--out", str(out)]
    assert main([*command, "--test", "talk"]) == 0
    assert "only the printed rules are measured" in capsys.readouterr().err
    told = valid("experiment-post-editing", json.loads((out / "results.json").read_text()))
    assert told["test"] == "talk"
    # The engine always says il, which is wrong once; the rule sees that the mouse became la souris.
    assert (out / "input.fr").read_text().splitlines()[1] == "il dort."
    assert (out / "paper.fr").read_text().splitlines()[1] == "elle dort."
    assert "paper" in (out / "tables.md").read_text()


@pytest.mark.eflomal
def test_nothing_is_taken_from_another_model_or_text(tmp_path: Path, analyser: Callable[[str], Analyser]) -> None:
    analyser("en")
    (tmp_path / "talk.en").write_text("".join(f"{line}\n" for line in SOURCE))
    (tmp_path / "talk.fr").write_text("".join(f"{line}\n" for line in REFERENCE))
    model = write_pronoun_model(tmp_path / "model")

    def output() -> list[str]:
        command = ["experiment", "post-editing", "--data", str(tmp_path), "--model", str(model), "--test", "talk"]
        assert main([*command, "--out", str(tmp_path / "out")]) == 0
        return (tmp_path / "out" / "input.fr").read_text().splitlines()

    assert output() == ["la souris dort.", "il dort.", "le chat dort.", "il dort."]
    toml = (model / "model.toml").read_text()
    # With its weight below 0 the language model speaks against *il dort*, which is all that it knows.
    (model / "model.toml").write_text(re.sub(r"LM0 = .*", "LM0 = [-5.0]", toml))
    assert "il dort." not in output()
    (model / "model.toml").write_text(toml)
    (tmp_path / "talk.en").write_text("".join(f"{line}\n" for line in reversed(SOURCE)))
    assert output() == ["il dort.", "le chat dort.", "il dort.", "la souris dort."]
