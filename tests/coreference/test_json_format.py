"""Resolved documents as JSON, and back."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from json_schemas import valid

from antecede.analysis import AnalysedDocument, AnalysedSentence, Word
from antecede.coreference import Anaphor, Antecedent, Clause, Function, ResolvedDocument
from antecede.coreference.given import GivenDocument, GivenResolver, MisfitAntecedents, attach
from antecede.coreference.json_format import read, to_json
from antecede.errors import BadFormat, UnreadableFile
from antecede.languages import Gender, Number
from antecede.text import Place

if TYPE_CHECKING:
    from pathlib import Path

SENTENCES = (("The", "cat", "sleeps", "."), ("Its", "bed", "is", "warm", "."))
CAT = Antecedent(0, 0, 2, 1, "The cat", Gender.NEUTER, Number.SINGULAR, human=False, probability=0.75)
ITS = Anaphor(1, 0, "Its", "other", Function(0.9, 0.1, 0.0), (CAT,), 0.25, (Clause(0, 2, "sleeps", 0.1),))


def document(
    sentences: tuple[tuple[str, ...], ...] = SENTENCES, *anaphors: Anaphor, name: str = "a"
) -> ResolvedDocument:
    words = [
        AnalysedSentence(tuple(Word(text, text.lower(), "X", None, None, None, 0, "dep") for text in tokens))
        for tokens in sentences
    ]
    return ResolvedDocument(AnalysedDocument("en", tuple(words), name), anaphors)


def written(folder: Path, content: object) -> Path:
    path = folder / "given.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


@st.composite
def resolved_documents(draw: st.DrawFn) -> ResolvedDocument:
    token = st.text(st.characters(exclude_categories=("Cs", "Zs", "Cc")), min_size=1, max_size=5)
    sentences = tuple(map(tuple, draw(st.lists(st.lists(token, min_size=1, max_size=4), min_size=1, max_size=4))))
    anaphors = []
    places = [(number, place) for number, tokens in enumerate(sentences) for place in range(len(tokens))]
    for number, place in sorted(draw(st.sets(st.sampled_from(places), max_size=3))):
        shares = draw(st.lists(st.integers(1, 9), max_size=3))
        total = sum(shares) + 1
        antecedents = []
        for share in sorted(shares, reverse=True):
            where, start = draw(st.sampled_from(places))
            end = draw(st.integers(start + 1, len(sentences[where])))
            antecedents.append(
                Antecedent(
                    where,
                    start,
                    end,
                    draw(st.integers(start, end - 1)),
                    " ".join(sentences[where][start:end]),
                    draw(st.sampled_from([None, *Gender])),
                    draw(st.sampled_from([None, *Number])),
                    draw(st.sampled_from([None, True, False])),
                    share / total,
                )
            )
        function = draw(st.sampled_from([Function(), Function(0.5, 0.25, 0.25), Function(0.0, 0.0, 1.0)]))
        position = draw(st.sampled_from(["subject", "object", "other"]))
        text = sentences[number][place]
        where, head = draw(st.sampled_from(places))
        events = draw(st.sampled_from([(), (Clause(where, head, sentences[where][head], 0.25),)]))
        anaphors.append(Anaphor(number, place, text, position, function, tuple(antecedents), 1 / total, events))  # type: ignore[arg-type]
    return document(sentences, *anaphors, name=draw(st.text(max_size=5).filter(lambda text: text.isprintable())))


@given(st.lists(resolved_documents(), max_size=3))
def test_what_is_written_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, documents: list[ResolvedDocument]
) -> None:
    path = written(tmp_path_factory.mktemp("json"), "".join(to_json(documents)))
    found = read(path)
    assert [one.id for one in found] == [one.analysis.id for one in documents]
    assert [one.anaphors for one in found] == [one.anaphors for one in documents]
    assert [attach(one, document(one.sentences)).anaphors for one in found] == [one.anaphors for one in documents]


def test_the_keys_are_those_that_others_read() -> None:
    (one,) = json.loads("".join(to_json([document(SENTENCES, ITS)])))["documents"]
    assert one == {
        "id": "a",
        "sentences": [list(tokens) for tokens in SENTENCES],
        "pronouns": [
            {
                "sentence": 1,
                "token": 0,
                "text": "Its",
                "position": "other",
                "function": {"anaphoric": 0.9, "event": 0.1, "pleonastic": 0.0},
                "antecedents": [
                    {
                        "sentence": 0,
                        "start": 0,
                        "end": 2,
                        "head": 1,
                        "text": "The cat",
                        "gender": "neut",
                        "number": "sg",
                        "human": False,
                        "probability": 0.75,
                    }
                ],
                "none": 0.25,
                "event": {"sentence": 0, "head": 2, "text": "sleeps", "probability": 0.1},
                "paragraph": 0,
            }
        ],
    }


def test_where_sentences_stand_is_written_and_read_again(tmp_path: Path) -> None:
    plain = document(SENTENCES, ITS).analysis
    places = (Place(0, "heading", gap=0.5), Place(1, "item", "Ann"))
    sentences = tuple(replace(one, place=place) for one, place in zip(plain.sentences, places, strict=True))
    text = "".join(to_json([ResolvedDocument(replace(plain, sentences=sentences), (ITS,))]))
    (one,) = valid("resolve", json.loads(text))["documents"]
    assert one["places"] == [
        {"paragraph": 0, "kind": "heading", "gap": 0.5},
        {"paragraph": 1, "kind": "item", "speaker": "Ann"},
    ]
    (pronoun,) = one["pronouns"]
    assert {name: pronoun[name] for name in ("paragraph", "kind", "speaker")} == one["places"][1]
    (given,) = read(written(tmp_path, text))
    assert given.anaphors == (ITS,)
    assert tuple(sentence.place for sentence in given.text("en").sentences) == places


@given(resolved_documents())
def test_the_text_of_given_antecedents_has_their_tokens(resolved: ResolvedDocument) -> None:
    tokens = tuple(sentence.tokens for sentence in resolved.analysis.sentences)
    document = GivenDocument("a", tokens, ()).text("en")
    assert tuple(sentence.words for sentence in document.sentences) == tokens
    for sentence in document.sentences:
        assert document.text[sentence.start : sentence.end] == sentence.text
        assert all(document.text[token.start : token.end] == token.text for token in sentence.tokens)


@pytest.mark.parametrize(
    ("places", "message"),
    [
        ([{"paragraph": 0}], "'places' has 1 items for 2 sentences"),
        ([{"paragraph": 0}, {"paragraph": -1}], "'paragraph' is -1"),
        ([{"paragraph": 0}, {}], "'paragraph' is missing"),
        ([{"paragraph": 0}, {"paragraph": 0, "kind": "song"}], "'kind' is none of text, heading, item"),
        ([{"paragraph": 0}, {"paragraph": 0, "gap": -1}], "'gap' is not a number of seconds"),
        ([{"paragraph": 0}, {"paragraph": 0, "speaker": 1}], "'speaker' is not a string"),
    ],
)
def test_places_that_cannot_be_are_refused(tmp_path: Path, places: list[Any], message: str) -> None:
    content = {"documents": [{"sentences": [list(tokens) for tokens in SENTENCES], "places": places}]}
    with pytest.raises(BadFormat) as error:
        read(written(tmp_path, content))
    assert message in str(error.value)


def test_what_a_person_leaves_out_is_filled_in(tmp_path: Path) -> None:
    antecedent = {"sentence": 0, "start": 0, "end": 2, "probability": 1.0}
    pronoun = {"sentence": 1, "token": 0, "antecedents": [antecedent]}
    content = {"documents": [{"sentences": [list(tokens) for tokens in SENTENCES], "pronouns": [pronoun]}]}
    ((anaphor,),) = (one.anaphors for one in read(written(tmp_path, content)))
    assert anaphor.text == "Its"
    assert anaphor.none == 0
    assert anaphor.function == Function()
    assert anaphor.antecedents == (Antecedent(0, 0, 2, 1, "The cat", None, None, None, 1.0),)


def _broken(**changes: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON
    antecedent = {"sentence": 0, "start": 0, "end": 2, "head": 1, "probability": 0.5}
    pronoun: dict[str, Any] = {"sentence": 1, "token": 0, "text": "Its", "antecedents": [antecedent], "none": 0.5}
    for name, value in changes.items():
        part, _, key = name.rpartition("__")
        (antecedent if part == "antecedent" else pronoun)[key] = value
    return {"documents": [{"id": "a", "sentences": [list(tokens) for tokens in SENTENCES], "pronouns": [pronoun]}]}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[" * 100_000, "not JSON"),
        ('{"documents": [', "not JSON"),
        ('{"documents": [{"sentences": [], "pronouns": NaN}]}', "NaN is not a number"),
        ([], "is not an object"),
        ({"documents": {}}, "'documents' is not a list"),
        ({"documents": [{}]}, "'sentences' is missing"),
        ({"documents": [{"sentences": [[1]]}]}, "sentences[0] is not a list of tokens"),
        (_broken(sentence=2), "'sentence' is 2, but must be from 0 to 1"),
        (_broken(token=-1), "'token' is -1"),
        (_broken(token=True), "'token' is missing or not a whole number"),
        (_broken(token=10**400), "'token' is 1000"),
        (_broken(text="Her"), "'text' is 'Her', but token 0 is 'Its'"),
        (_broken(none=0.1), "sum to 0.6"),
        (_broken(none="x"), "'none' is missing or not a probability"),
        (_broken(position="above"), "'position' is none of subject, object, other"),
        (_broken(function={"event": 0.5}), "sum to 0.5"),
        (_broken(function=[]), "is not an object"),
        (_broken(antecedent__end=0), "'end' is 0, which is not after 'start'"),
        (_broken(antecedent__end=5), "'end' is 5"),
        (_broken(antecedent__head=3), "'head' is 3"),
        (_broken(antecedent__gender="male"), "'gender' is neither masc, fem, neut nor null"),
        (_broken(antecedent__human="yes"), "'human' is neither true, false nor null"),
        (_broken(antecedent__probability=2), "'probability' is missing or not a probability"),
    ],
)
def test_a_file_that_is_not_ours_is_refused_with_the_place(tmp_path: Path, content: object, message: str) -> None:
    with pytest.raises(BadFormat) as error:
        read(written(tmp_path, content))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_a_pronoun_twice_is_refused(tmp_path: Path) -> None:
    content = _broken()
    content["documents"][0]["pronouns"] *= 2
    with pytest.raises(BadFormat, match="listed twice"):
        read(written(tmp_path, content))


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile):
        read(tmp_path / "nowhere.json")


class Nothing:
    """A resolver that finds no pronouns."""

    def resolve(self, analysis: AnalysedDocument) -> ResolvedDocument:
        return ResolvedDocument(analysis, ())


def test_given_antecedents_find_their_tokens_in_another_tokenisation(tmp_path: Path) -> None:
    path = written(tmp_path, "".join(to_json([document(SENTENCES, ITS)])))
    ours = document((("Th", "ecat", "sleeps."), ("It", "s", "bed", "is", "warm."))).analysis
    (anaphor,) = GivenResolver(read(path), Nothing()).resolve(ours).anaphors
    assert (anaphor.sentence, anaphor.token, anaphor.text) == (1, 0, "It")
    (antecedent,) = anaphor.antecedents
    assert (antecedent.sentence, antecedent.start, antecedent.end, antecedent.head) == (0, 0, 2, 1)


def test_pronouns_that_were_not_given_stay(tmp_path: Path) -> None:
    other = Anaphor(0, 1, "cat", "subject", Function(), (), 1.0)
    path = written(tmp_path, "".join(to_json([document(SENTENCES, ITS)])))
    (given_document,) = read(path)
    assert attach(given_document, document(SENTENCES, other)).anaphors == (other, ITS)


@pytest.mark.parametrize(
    ("name", "sentences", "message"),
    [
        ("a", (("The", "dog", "sleeps", "."),), "the texts differ in sentence 0"),
        ("a", (*SENTENCES, ("More", ".")), "the texts differ in sentence 2"),
        ("b", (("Unheard", "."),), "'b': is not in the file"),
    ],
)
def test_antecedents_of_another_text_are_refused(
    tmp_path: Path, name: str, sentences: tuple[tuple[str, ...], ...], message: str
) -> None:
    path = written(tmp_path, "".join(to_json([document(SENTENCES, ITS)])))
    with pytest.raises(MisfitAntecedents) as error:
        GivenResolver(read(path), Nothing()).resolve(document(sentences, name=name).analysis)
    assert message in str(error.value)


def test_a_document_without_id_is_found_by_its_text(tmp_path: Path) -> None:
    path = written(tmp_path, "".join(to_json([document((("Unheard", "."),), name="b"), document(SENTENCES, ITS)])))
    assert GivenResolver(read(path), Nothing()).resolve(document(SENTENCES, name="").analysis).anaphors == (ITS,)
