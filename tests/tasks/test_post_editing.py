"""The printed rules are the same wherever they are asked for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from antecede import Fixer, Translator
from antecede.cli import main
from antecede.experiments.post_editing.experiment import run
from antecede.experiments.post_editing.tables import as_json, tables
from antecede.pronouns.setting import Setting

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from antecede.analysis import Analyser

SOURCE = ["the mouse sleeps .", "it sleeps .", "the cat sleeps .", "it works and it sleeps ."]


@pytest.mark.eflomal
def test_translate_fix_and_the_experiment_make_the_same_edits(
    pronoun_model: Path, tmp_path: Path, analyser: Callable[[str], Analyser]
) -> None:
    analyser("en")
    translator = Translator.load(pronoun_model, system="post-edit", mode="paper")
    translated = translator.translate(SOURCE)
    plain = Translator.load(pronoun_model, system="baseline").translate(SOURCE)
    links = [" ".join(f"{a}-{b}" for a, b in sentence.alignment) for sentence in plain.result.sentences]
    output = [" ".join(sentence.tokens) for sentence in plain.result.sentences]
    fixed = Fixer.load("en-fr", mode="paper")(SOURCE, output, documents=[len(SOURCE)], alignment=links, tokenised=True)
    edited = [" ".join(sentence.tokens) for sentence in translated.result.sentences]
    assert list(fixed.lines) == edited
    assert fixed.lines[1] == "elle dort ."
    assert output[1] == "il dort ."
    [document] = fixed.documents
    assert [each.rule for each in document.edited.decisions] == [each.rule for each in translated.decisions]
    for end, lines in (("en", SOURCE), ("fr", output)):
        (tmp_path / f"talk.{end}").write_text("".join(f"{line}\n" for line in lines))
    results = run(tmp_path, tmp_path / "out", Setting.of(pronoun_model), test="talk")
    assert (tmp_path / "out" / "paper.fr").read_text().splitlines() == [each.target for each in translated.sentences]
    assert {"Post-editing", "Counts (section 7 of the paper)"} <= {table.title for table in tables(results)}
    assert as_json(results)["editors"][0]["changed"] == len(document.edited.changes)


def test_the_trace_says_which_rule_decided(
    pronoun_model: Path, tmp_path: Path, analyser: Callable[[str], Analyser]
) -> None:
    analyser("en")
    text, trace = tmp_path / "talk.en", tmp_path / "trace.json"
    text.write_text("".join(f"{line}\n" for line in SOURCE))
    command = ["translate", "--model", str(pronoun_model), "--system", "post-edit", "--mode", "paper", str(text)]
    assert main([*command, "-o", str(tmp_path / "out.fr"), "--trace", str(trace)]) == 0
    decisions = json.loads(trace.read_text())["documents"][0]["decisions"]
    assert [decision["rule"] for decision in decisions] == ["anaphoric"] * 3
