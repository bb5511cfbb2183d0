"""A reader is an analyser and a resolver in one: text in, resolved documents out, and a key that names its answers."""

from __future__ import annotations

import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from written import analysed

from antecede import analysis
from antecede.coreference import resolver
from antecede.coreference.models import shipped_model, write_model
from antecede.coreference.reader import Reader, with_functions
from antecede.errors import AntecedeError
from antecede.text import Document

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from antecede.analysis import AnalysedDocument, AnalysedSentence

    Tokens = Sequence[Sequence[str]]

TEXT = "The driver parked the car . It broke .".split()
TAGS = dict.fromkeys(("It", "it", "they", "them"), "PRON") | {
    "driver": "NOUN",
    "car": "NOUN",
    "The": "DET",
    "the": "DET",
}


class Toy:
    """An analyser that tells nouns and pronouns from other words."""

    name = "toy-1"

    def document(self, document: Document | Tokens) -> AnalysedDocument:
        return next(self.analyse([document]))

    def analyse(
        self, documents: Iterable[Document | Tokens], ids: Iterable[str] | None = None
    ) -> Iterator[AnalysedDocument]:
        names = iter(ids or ())
        for each in documents:
            sentences = [one.words for one in each.sentences] if isinstance(each, Document) else each
            rows = (" ".join(f"{word}/{TAGS.get(word, 'X')}/0/nsubj" for word in words) for words in sentences)
            yield replace(analysed(*rows), id=next(names, ""))


class Store:
    """Sentences on a shelf; remembers from where they were asked."""

    def __init__(self, *sentences: AnalysedSentence) -> None:
        self.kept = sentences
        self.starts: list[int] = []

    def sentences(self, start: int = 0) -> Iterator[AnalysedSentence]:
        self.starts.append(start)
        yield from self.kept[start:]


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The languages whose parser was loaded, each load a little slow."""
    found: list[str] = []

    def load(language: str) -> Toy:
        time.sleep(0.02)
        found.append(language)
        return Toy()

    monkeypatch.setattr(analysis, "analyser", load)
    return found


def test_reading_is_analysing_and_resolving(loads: list[str]) -> None:
    reader = Reader.of("en", {"it"})
    assert loads == []
    expected = resolver("en", {"it"}).resolve(Toy().document([TEXT]))
    assert expected.anaphors[0].antecedents
    assert reader.read([TEXT]) == expected
    assert [one.anaphors for one in reader.stream([[TEXT], [TEXT]])] == [expected.anaphors] * 2
    assert [one.analysis.id for one in reader.stream(iter([[TEXT], [TEXT]]), ["a", "b"])] == ["a", "b"]
    assert loads == ["en"]


def test_the_parser_is_loaded_when_one_asks(loads: list[str]) -> None:
    reader = Reader.of("en")
    assert reader.load() is reader
    assert loads == ["en"]


def test_threads_share_one_parser(loads: list[str]) -> None:
    reader = Reader.of("en")
    together = threading.Barrier(4)

    def read(_number: int) -> object:
        together.wait()
        return reader.read([TEXT])

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(read, range(4)))
    assert all(answer == answers[0] for answer in answers)
    assert loads == ["en"]


def test_antecedents_and_functions_may_come_from_two_methods(loads: list[str]) -> None:
    document = Toy().document([TEXT])
    chained, ranked = (resolver("en", method=method).resolve(document) for method in ("sieve", "ranker"))
    both = Reader.of("en", method="sieve", functions="ranker").read([TEXT])
    assert both == with_functions(chained, ranked)
    assert both.anaphors[0].antecedents == chained.anaphors[0].antecedents
    assert both.anaphors[0].function == ranked.anaphors[0].function != chained.anaphors[0].function
    assert loads == ["en"]


def test_stored_analyses_are_read_in_one_go_where_documents_follow_each_other(loads: list[str]) -> None:
    sentences = Toy().document([["car"], ["It"], ["they"], ["It", "it"]]).sentences
    store: Any = Store(*sentences)
    reader = Reader.of("en", learning=True)
    found = list(reader.stored(store, [("a", 0, 2), ("b", 2, 3), ("c", 3, 4), ("d", 1, 3)]))
    assert [one.analysis.id for one in found] == ["a", "b", "c", "d"]
    assert [one.analysis.sentences for one in found] == [sentences[0:2], sentences[2:3], sentences[3:4], sentences[1:3]]
    assert [len(one.anaphors) for one in found] == [1, 1, 2, 2]
    assert store.starts == [0, 1]
    assert loads == []


def test_without_a_parser_pronouns_are_found_and_nothing_is_known(loads: list[str]) -> None:
    reader = Reader.without_parser("en", {"it"})
    document = replace(Document.from_text("It rains. They say so.", "en"), id="news")
    found = reader.read(document)
    assert (found.analysis.id, found.analysis.language) == ("news", "en")
    assert [(one.text, one.none) for one in found.anaphors] == [("It", 1.0)]
    assert [one.analysis.id for one in reader.stream([[["It"]], [["it"]]], ["a"])] == ["a", ""]
    assert Reader.without_parser("en").read(document).anaphors == ()
    assert loads == []


def test_the_key_names_all_that_decides_the_answers(loads: list[str], tmp_path: Path) -> None:
    shipped, other = tmp_path / "same.json", tmp_path / "other.json"
    write_model(shipped, shipped_model("en"))
    write_model(other, replace(shipped_model("en"), temperature=9.0))
    given = [tmp_path / "a.json", tmp_path / "b.json"]
    for path, name in zip(given, ("a", "b"), strict=True):
        path.write_text(json.dumps({"documents": [{"id": name, "sentences": [["It"]], "pronouns": []}]}))
    readers = [
        Reader.of("en", {"it", "they"}, method="ranker"),
        Reader.of("en", {"it"}, method="ranker"),
        Reader.of("en", method="sieve"),
        Reader.of("en", method="sieve", functions="ranker"),
        Reader.of("en", model=other),
        Reader.of("en", learning=True),
        *(Reader.of("en", antecedents=path) for path in given),
        Reader.without_parser("en"),
        Reader.without_parser("en", {"it"}),
    ]
    keys = [reader.key_with("pipeline-1") for reader in readers]
    assert len(set(keys)) == len(readers)
    assert loads == []
    assert readers[0].key_with("pipeline-2") not in keys
    assert Reader.of("en", ["they", "it"], model=shipped).key_with("pipeline-1") == keys[0]
    assert readers[0].key == readers[0].key_with(Toy.name)
    named = Reader.of("en", {"it", "they", "them"}, method="ranker")
    assert Reader.of("en", method="ranker").key == named.key


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"language": "fr"}, "not resolved"),
        ({"language": "en", "method": "guess"}, "unknown method"),
        ({"language": "en", "method": "sieve", "functions": "guess"}, "unknown method"),
        ({"language": "en", "antecedents": "nowhere"}, "nowhere: no such file"),
    ],
)
def test_what_cannot_be_read_is_refused_before_a_parser_is_loaded(
    loads: list[str], options: dict[str, Any], told: str
) -> None:
    with pytest.raises(AntecedeError, match=told):
        Reader.of(**options)
    assert loads == []
