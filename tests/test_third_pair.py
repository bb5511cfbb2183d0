"""A language pair is one file of facts and one folder of a model: nothing else knows its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import antecede.pairs
from antecede import Translator
from antecede.cli import main
from antecede.pairs import PAIRS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FACTS = '''
"""English to Spanish, as far as a test needs it."""

from antecede.pairs import Pair, PronounLists

PAIR = Pair(
    name="en-es",
    source="en",
    target="es",
    default_lists="plain",
    lists={
        "plain": PronounLists(
            name="plain",
            source_pronouns=frozenset({"it", "they"}),
            target_pronouns=frozenset({"él", "ella", "ello", "ellos", "ellas"}),
            reference_pronouns=frozenset({"él", "ella", "ello", "ellos", "ellas"}),
        )
    },
)
'''
ENGLISH = ["The cat sleeps.", "The dog sleeps.", "The cat eats.", "The dog eats.", "It sleeps.", "It eats."] * 3
SPANISH = ["El gato duerme.", "El perro duerme.", "El gato come.", "El perro come.", "Él duerme.", "Él come."] * 3


@pytest.fixture
def third_pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the pair's file in it, which the project looks at while the test runs."""
    (tmp_path / "pairs").mkdir()
    (tmp_path / "pairs" / "en_es.py").write_text(FACTS, encoding="utf-8")
    monkeypatch.setattr(antecede.pairs, "__path__", [*antecede.pairs.__path__, str(tmp_path / "pairs")])
    yield tmp_path
    PAIRS.forget()


@pytest.mark.fast
def test_a_third_pair_is_trained_translated_and_scored(
    third_pair: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (third_pair / "s.en").write_text("\n".join(ENGLISH) + "\n", encoding="utf-8")
    (third_pair / "s.es").write_text("\n".join(SPANISH) + "\n", encoding="utf-8")
    folder = third_pair / "models" / "en-es"
    texts = ["--source", str(third_pair / "s.en"), "--target", str(third_pair / "s.es")]
    training = ["train", "--pair", "en-es", *texts, "--align-method", "fast", "--no-tune", "--lm-order", "2"]
    assert main([*training, "--threads", "1", "--out", str(folder)]) == 0
    monkeypatch.setenv("ANTECEDE_MODELS", str(third_pair / "models"))
    capsys.readouterr()
    assert main(["translate", "--to", "es", str(third_pair / "s.en"), "--system", "baseline"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "El gato duerme."
    translator = Translator.load("en-es", system="baseline", explain=False)
    assert translator.translate("It eats. The dog sleeps.").text == "Él come. El perro duerme."
    candidate = ["--reference", str(third_pair / "s.es"), "--candidate", str(third_pair / "s.es")]
    scoring = ["score", "--pair", "en-es", "--source", str(third_pair / "s.en"), *candidate]
    assert main([*scoring, "--align-method", "fast"]) == 0
    assert "APT" in capsys.readouterr().out
