"""The spaCy component on documents annotated by hand, so that no trained pipeline is needed."""

from __future__ import annotations

import json
import pickle
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import spacy
from spacy.tokens import Doc, DocBin

from antecede.analysis import Analyser
from antecede.coreference import spacy_component
from antecede.errors import AntecedeError, BadOption, ResourceError
from antecede.resources import default_resource, locate

if TYPE_CHECKING:
    from collections.abc import Callable

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


def told(doc: Doc) -> list[object]:
    """What is known of the pronouns, each token as its place."""
    return [
        (
            anaphor.token.i,
            anaphor.position,
            anaphor.function,
            anaphor.none,
            [(one.span.start, one.span.end, one.head.i, one.probability, one.features) for one in anaphor.antecedents],
        )
        for anaphor in doc._.anaphors
    ]


@pytest.mark.parametrize(
    "carried",
    [
        lambda doc: Doc(doc.vocab).from_bytes(doc.to_bytes()),
        lambda doc: Doc(doc.vocab).from_dict(doc.to_dict()),
        lambda doc: next(iter(DocBin(store_user_data=True, docs=[doc]).get_docs(doc.vocab))),
        lambda doc: doc.copy(),
        lambda doc: pickle.loads(pickle.dumps(doc)),  # noqa: S301 - our own
    ],
    ids=["to_bytes", "to_dict", "DocBin", "copy", "pickle"],
)
def test_pronouns_are_carried_with_the_document(pipeline: Language, carried: Callable[[Doc], Doc]) -> None:
    doc = pipeline.create_pipe("antecede")(parsed(pipeline))
    other = carried(doc)
    assert told(other) == told(doc) != []
    assert all(anaphor.token.doc is other for anaphor in other._.anaphors)


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_several_processes_give_the_answer_of_one() -> None:
    pipeline = spacy.blank("en")
    pipeline.add_pipe("antecede")
    docs = [parsed(pipeline) for _ in range(3)]
    (one, *_) = pipeline.pipe(docs[:1])
    assert [told(doc) for doc in pipeline.pipe(docs, n_process=2)] == [told(one)] * 3


def test_a_document_keeps_numbers_and_strings_alone(pipeline: Language) -> None:
    doc = pipeline.create_pipe("antecede")(parsed(pipeline))
    assert json.loads(json.dumps(doc.user_data)) == doc.user_data


def test_pronouns_stay_where_tokens_are_merged_later(pipeline: Language) -> None:
    doc = pipeline.create_pipe("antecede")(parsed(pipeline))
    with doc.retokenize() as tokens:
        tokens.merge(doc[3:5])
    (anaphor,) = doc._.anaphors
    assert (anaphor.token.i, anaphor.token.text) == (5, "It")
    assert (anaphor.antecedents[0].span.text, anaphor.antecedents[0].head.text) == ("the car", "the car")


def test_a_document_that_nobody_resolved_and_a_part_of_one_have_no_pronouns(pipeline: Language) -> None:
    doc = parsed(pipeline)
    assert doc._.anaphors == ()
    assert pipeline.create_pipe("antecede")(doc)[6:8].as_doc(copy_user_data=True)._.anaphors == ()


@pytest.mark.parametrize(
    ("language", "config", "message"),
    [
        ("en", {"method": "guess"}, "unknown method 'guess': the methods are encoder"),
        ("en", {"model": "nowhere.json"}, "nowhere.json: no such file"),
        ("en", {"modell": "a"}, "unexpected argument: 'modell'"),
        ("en", {"method": 1}, "method"),
        ("fr", {}, "pronouns of 'fr' are not resolved"),
        ("de", {}, "unknown language 'de'"),
    ],
)
def test_settings_are_checked_when_the_component_is_added(
    language: str, config: dict[str, object], message: str
) -> None:
    # What is no setting at all is spaCy's own ValueError.
    with pytest.raises((AntecedeError, ValueError)) as error:
        spacy.blank(language).add_pipe("antecede", config=config)
    assert message in str(error.value)


def test_a_name_that_something_else_has_taken_is_not_overwritten(pipeline: Language) -> None:
    ours = Doc.get_extension("anaphors")
    Doc.set_extension("anaphors", default=(), force=True)
    try:
        with pytest.raises(BadOption, match=r"doc\._\.anaphors is taken"):
            pipeline.create_pipe("antecede")
    finally:
        Doc.set_extension("anaphors", getter=ours[2], force=True)


def test_a_document_without_parts_of_speech_is_refused(pipeline: Language) -> None:
    doc = Doc(pipeline.vocab, words=["It", "broke"], heads=[1, 1], deps=["nsubj", "ROOT"])
    with pytest.raises(BadOption, match="needs a tagger"):
        pipeline.create_pipe("antecede")(doc)


def test_older_labels_mean_what_universal_ones_do() -> None:
    pipeline = spacy.blank("en")
    words = "The key was in the box . It opened the door .".split()
    pos = ["DET", "NOUN", "AUX", "ADP", "DET", "NOUN", "PUNCT", "PRON", "VERB", "DET", "NOUN", "PUNCT"]
    lemmas = "the key be in the box . it open the door .".split()
    rest: dict[str, Any] = {
        "words": words,
        "pos": pos,
        "lemmas": lemmas,
        "sent_starts": [place in {0, 7} for place in range(12)],
    }
    older = Doc(
        pipeline.vocab,
        **rest,
        heads=[1, 2, 2, 2, 5, 3, 2, 8, 8, 10, 8, 8],
        deps="det nsubj ROOT prep det pobj punct nsubj ROOT det dobj punct".split(),
    )
    universal = Doc(
        pipeline.vocab,
        **rest,
        heads=[1, 5, 5, 5, 5, 5, 5, 8, 8, 10, 8, 8],
        deps="det nsubj cop case det ROOT punct nsubj ROOT det obj punct".split(),
    )
    read = Analyser("en", pipeline)
    assert read.parsed(older) == read.parsed(universal)
    component = pipeline.create_pipe("antecede")
    assert told(component(older)) == told(component(universal)) != []


def test_an_english_pipeline_of_spacy_needs_nothing_else(resources: Path) -> None:  # noqa: ARG001 - sets where it is
    wanted = default_resource("pipeline", "en")
    assert wanted is not None
    try:
        pipeline = spacy.load(locate(wanted))
    except ResourceError as error:
        pytest.skip(f"wants a pipeline: {error}")
    pipeline.add_pipe("antecede")
    doc = pipeline("We visited the cathedral.\n\nIt was built in 1200.")
    (anaphor,) = doc._.anaphors
    assert (anaphor.token.text, anaphor.antecedents[0].span.text) == ("It", "the cathedral")
    analysed = Analyser("en", pipeline).parsed(doc)
    assert [sentence.place.paragraph for sentence in analysed.sentences] == [0, 1]


def test_spacy_is_told_where_the_factory_is() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    place = project["project"]["entry-points"]["spacy_factories"]["antecede"]
    module, _, name = place.partition(":")
    assert module == spacy_component.__name__
    assert hasattr(spacy_component, name)
