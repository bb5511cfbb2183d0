"""The spaCy component on documents annotated by hand, so that no trained pipeline is needed."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import spacy
from spacy.tokens import Doc

from antecede.coreference import spacy_component
from antecede.errors import BadOption

if TYPE_CHECKING:
    from spacy.language import Language


@pytest.fixture
def pipeline() -> Language:
    made = spacy.blank("en")
    parser = made.add_pipe("parser")
    for label in ("nsubj", "det", "obj", "root"):
        parser.add_label(label)  # type: ignore[attr-defined]
    return made


def parsed(pipeline: Language) -> Doc:
    words = "The driver parked the car . It broke .".split()
    return Doc(
        pipeline.vocab,
        words=words,
        pos=["DET", "NOUN", "VERB", "DET", "NOUN", "PUNCT", "PRON", "VERB", "PUNCT"],
        lemmas=["the", "driver", "park", "the", "car", ".", "it", "break", "."],
        morphs=["", "Number=Sing", "", "", "Number=Sing", "", "Number=Sing|Person=3", "", ""],
        heads=[1, 2, 2, 4, 2, 2, 7, 7, 7],
        deps=["det", "nsubj", "ROOT", "det", "obj", "punct", "nsubj", "ROOT", "punct"],
        sent_starts=[True, False, False, False, False, False, True, False, False],
    )


def test_pronouns_are_found_as_spans_of_the_document(pipeline: Language) -> None:
    component = pipeline.create_pipe("antecede")
    doc = component(parsed(pipeline))
    (anaphor,) = doc._.anaphors
    assert anaphor.token.i == 6
    assert anaphor.position == "subject"
    best = anaphor.antecedents[0]
    assert (best.span.text, best.head.text) == ("the car", "car")
    assert sum(one.probability for one in anaphor.antecedents) + anaphor.none == pytest.approx(1)


def test_a_document_without_syntax_is_refused(pipeline: Language) -> None:
    component = pipeline.create_pipe("antecede")
    with pytest.raises(BadOption, match="needs a parser"):
        component(Doc(pipeline.vocab, words=["It", "broke"]))


def test_the_method_can_be_chosen(pipeline: Language) -> None:
    component = pipeline.create_pipe("antecede", config={"method": "sieve"})
    assert component(parsed(pipeline))._.anaphors[0].antecedents[0].span.text == "the car"


def test_spacy_is_told_where_the_factory_is() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    place = project["project"]["entry-points"]["spacy_factories"]["antecede"]
    module, _, name = place.partition(":")
    assert module == spacy_component.__name__
    assert hasattr(spacy_component, name)
