"""A language pair is one file of facts and one folder of a model: nothing else knows its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from written import analysed

import antecede.pairs
from antecede import Translator, analysis
from antecede.cli import main
from antecede.coreference import resolver
from antecede.pairs import PAIRS, known_pairs, pair

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from antecede.analysis import AnalysedDocument
    from antecede.text import Document

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
    translating = ["translate", "--to", "es", "--engine", "embedded", "--system", "baseline", str(third_pair / "s.en")]
    assert main(translating) == 0
    assert capsys.readouterr().out.splitlines()[0] == "El gato duerme."
    translator = Translator.load("en-es", system="baseline", explain=False)
    assert translator.translate("It eats. The dog sleeps.").text == "Él come. El perro duerme."
    candidate = ["--reference", str(third_pair / "s.es"), "--candidate", str(third_pair / "s.es")]
    scoring = ["score", "--pair", "en-es", "--source", str(third_pair / "s.en"), *candidate]
    assert main([*scoring, "--align-method", "fast"]) == 0
    assert "APT" in capsys.readouterr().out


THEM = FACTS.replace('{"it", "they"}', '{"it", "they", "them"}').replace("en-es", "en-xx")
PUPILS = "The/DET/1/det pupils/NOUN/2/nsubj sleep/VERB/2/root"
SEEN = "Ann/PROPN/1/nsubj saw/VERB/1/root them/PRON/1/obj and/CCONJ/4/cc it/PRON/1/obj"


class Toy:
    """An analyser that knows pronouns from other words."""

    def document(self, document: Document) -> AnalysedDocument:
        """Every word is a mention."""
        tagged = dict.fromkeys(("it", "they", "them"), "PRON")
        return analysed(
            *(
                " ".join(f"{word}/{tagged.get(word.lower(), 'NOUN')}/0/nsubj" for word in sentence.words)
                for sentence in document.sentences
            )
        )


def add_pair_with_them(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another package's English pair, which resolves *them* as well."""
    metadata = folder / "en_xx-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: en-xx\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[antecede.pairs]\nen-xx = pair_with_them\n")
    (folder / "pair_with_them.py").write_text(THEM, encoding="utf-8")
    monkeypatch.syspath_prepend(folder)


def test_another_pairs_pronouns_are_not_resolved_or_translated_with_care_here(
    tmp_path: Path, pronoun_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "analyser", lambda _: Toy())

    def of_english_and_french() -> tuple[object, ...]:
        document = analysed(PUPILS, SEEN)
        translation = Translator.load(pronoun_model, system="baseline").translate("The cat sleeps. It and them works.")
        return (
            resolver("en").resolve(document),
            resolver("en", pair("en-fr").resolved).resolve(document),
            (translation.text, translation.decisions),
        )

    before = of_english_and_french()
    add_pair_with_them(tmp_path, monkeypatch)
    try:
        assert "en-xx" in known_pairs()
        assert of_english_and_french() == before
        found = resolver("en", pair("en-xx").resolved).resolve(analysed(PUPILS, SEEN)).anaphors
        assert [anaphor.text for anaphor in found] == ["them", "it"]
    finally:
        PAIRS.forget()
