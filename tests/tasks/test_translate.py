"""`Translator`: documents in, documents out, with a decision for each pronoun."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import antecede
from antecede import Document, Translator
from antecede.errors import ResourceError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from antecede.analysis import Analyser


def test_the_engine_alone_needs_no_parser(model_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTECEDE_RESOURCES", "nowhere")
    translator = Translator.load(model_folder, system="baseline", explain=False)
    translation = translator.translate("The cat sleeps.  The dog sleeps.\n\nThe cat sleeps.")
    assert translation.text == "Le chat dort.  Le chien dort.\n\nLe chat dort."
    assert translation.sentences[1] == ("The dog sleeps.", "Le chien dort.")
    assert translation.decisions == ()


def test_documents_stream_one_by_one(model_folder: Path) -> None:
    translator = Translator.load(model_folder, system="baseline", explain=False)
    documents = (Document.from_lines([line], "en") for line in ("The cat sleeps.", "The dog sleeps."))
    stream = translator.stream(documents)
    assert next(stream).text == "Le chat dort."
    assert [rest.text for rest in stream] == ["Le chien dort."]
    assert [one.text for one in translator.translate_all(["The cat sleeps."])] == ["Le chat dort."]


def test_each_pronoun_has_a_decision(model_folder: Path, analyser: Callable[[str], Analyser]) -> None:
    analyser("en")
    translation = Translator.load(model_folder, system="baseline").translate("The cat sleeps. It sleeps.")
    (decision,) = translation.decisions
    assert decision.anaphor.antecedents[0].text == "The cat"
    assert sum(one.probability for one in decision.anaphor.antecedents) + decision.anaphor.none == pytest.approx(1)


def test_tokens_stay_tokens(model_folder: Path) -> None:
    translator = Translator.load(model_folder, system="baseline", explain=False, tokenised=True)
    assert translator.translate(Document.from_tokens(["the cat sleeps ."], "en")).text == "le chat dort ."


def test_an_unknown_model_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTECEDE_MODELS", raising=False)
    with pytest.raises(ResourceError, match="qq-qq"):
        Translator.load("qq-qq")
    with pytest.raises(AttributeError, match="no attribute"):
        antecede.nothing  # noqa: B018 - the look-up is what is tested
