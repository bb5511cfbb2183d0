"""Components that are run with less work give what spaCy's own give, to the last token."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from antecede.analysis import _steps
from antecede.analysis._steps import steps_of
from antecede.analysis.pipelines import load_pipeline
from antecede.languages import known_languages
from antecede.resources import default_resource

if TYPE_CHECKING:
    from spacy.language import Language as Pipeline

LANGUAGES = [code for code in known_languages() if default_resource("pipeline", code)]
SENTENCES = [
    "In March 2019 the United Nations sent twenty percent of it to Paris , and Mrs. Anna Smith kept the rest .",
    "There 's a dog , and there are two cats that we 're gonna feed , ai n't there ?",
    "Let 's see if that is what they 've done since Monday , as Y' all said in New York",
    "I do n't know whether it would 've been you or the New York Times that she 'd asked .",
    "La Comisión Europea envió a María Pérez dos cartas desde Madrid en enero .",
    "Le Monde a dit que la Banque de France avait vendu sa maison de Lyon .",
    "New York",
    "_",
]
WORDS = sorted({word for sentence in SENTENCES for word in sentence.split()})


@pytest.fixture(scope="module", params=LANGUAGES)
def pipeline(request: pytest.FixtureRequest) -> Pipeline:
    return load_pipeline(request.param)


def docs_of(pipeline: Pipeline, sentences: list[list[str]]) -> list[Any]:
    from spacy.tokens import Doc

    return [
        Doc(pipeline.vocab, words=words, sent_starts=[place == 0 for place in range(len(words))]) for words in sentences
    ]


def answers(docs: list[Any]) -> list[list[tuple[object, ...]]]:
    names = ("tag_", "pos_", "morph", "lemma_", "dep_", "ent_type_", "ent_iob_")
    return [[(token.head.i, *(str(getattr(token, name)) for name in names)) for token in doc] for doc in docs]


def ours(pipeline: Pipeline, sentences: list[list[str]]) -> list[list[tuple[object, ...]]]:
    docs = docs_of(pipeline, sentences)
    for step in steps_of(pipeline):
        docs = step(docs)
    return answers(docs)


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_component_that_costs_much_is_left_to_spacy(language: str) -> None:
    pipeline = load_pipeline(language)
    left = {
        name
        for (name, _), step in zip(pipeline.pipeline, steps_of(pipeline), strict=True)
        if getattr(step, "__qualname__", "").startswith("_as_spacy")
    }
    assert not {"tok2vec", "ner", "attribute_ruler"} & left


@given(sentences=st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=14), min_size=1, max_size=6))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_answers_are_those_of_spacy(pipeline: Pipeline, sentences: list[list[str]]) -> None:
    given_too = sentences + [sentence.split() for sentence in SENTENCES]
    assert ours(pipeline, given_too) == answers(list(pipeline.pipe(docs_of(pipeline, given_too))))


def test_what_is_remembered_is_bounded_and_changes_nothing(pipeline: Pipeline, monkeypatch: pytest.MonkeyPatch) -> None:
    sentences = [sentence.split() for sentence in SENTENCES]
    expected = answers(list(pipeline.pipe(docs_of(pipeline, sentences))))
    monkeypatch.setattr(_steps, "_WORDS", 10)
    monkeypatch.setattr(_steps, "_RULED", 10)
    steps = steps_of(pipeline)
    found = []
    for sentence in sentences:
        docs = docs_of(pipeline, [sentence])
        for step in steps:
            docs = step(docs)
        found += answers(docs)
    assert found == expected


def test_a_component_of_another_build_is_left_to_spacy() -> None:
    import spacy

    pipeline = spacy.blank("en")
    ruler = pipeline.add_pipe("attribute_ruler")
    ruler.add(patterns=[[{"ORTH": "a", "OP": "+"}]], attrs={"LEMMA": "one"})  # type: ignore[attr-defined]
    pipeline.add_pipe("sentencizer")
    (docs,) = ours(pipeline, [["a", "a", "b"]])
    assert [lemma for _, _, _, _, lemma, *_ in docs] == ["one", "one", ""]
