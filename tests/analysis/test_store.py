"""What was analysed comes back word for word; a stopped run goes on; damage is told."""

from __future__ import annotations

import base64
import json
import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antecede.analysis import AnalysedSentence, AnalysisStore, Chunk, Settings, Word, analyse_text
from antecede.analysis import store as store_module
from antecede.analysis._codec import decode, encode
from antecede.errors import InputError, ResourceError
from antecede.languages import Gender, Number
from antecede.text import Place

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from antecede.analysis import AnalysedDocument

_WORDS = st.builds(
    Word,
    st.text(max_size=4),
    st.text(max_size=4),
    st.sampled_from(["NOUN", "VERB"]),
    st.sampled_from([None, *Gender]),
    st.sampled_from([None, *Number]),
    st.sampled_from([None, 1, 2, 3]),
    st.just(0),
    st.sampled_from(["nsubj", "root"]),
    st.sampled_from(["", "PER"]),
)

_PLACES = st.builds(
    Place,
    st.integers(0, 9),
    st.sampled_from(["text", "heading", "item"]),
    st.text(max_size=3),
    st.floats(0, 1e6),
)
# What the version before places wrote for the two sentences below.
_VERSION_1 = base64.b85decode(
    "VQzF~V`XGzAYpD{Y<Y8Ob09GwFk&(>IAb+7GBY+ZG%z?ZIWlBnG-5PkHDfd|H8*83VKgvhWH@3pI5jpkVPs=9IAJ(tVKg{pFk&=0W@R>J3V58W"
    "Rw~agN-0*dijGza&PY|#Q7Q(L0YUzLKq@UY7bKLfq+=Yb6Rnh!npOhj=cFc<ffR+g201C|<dx>+Ac)vl9i^hwoWzpM{5*)UdBvqkSs)`_gOosq"
    "6y@iG3{e89EY7S-1*tO9fkETgS}rCA2w-GD07fJln>YYSp)7m"
)


@st.composite
def _sentences(draw: st.DrawFn) -> AnalysedSentence:
    words = draw(st.lists(_WORDS, max_size=6))
    place = st.integers(0, max(0, len(words) - 1))
    placed = tuple(word._replace(head=draw(place)) for word in words)
    chunks = []
    for _ in range(draw(st.integers(0, 2)) if words else 0):
        start, head, last = sorted(draw(st.tuples(place, place, place)))
        chunks.append(Chunk(start, last + 1, head))
    return AnalysedSentence(placed, tuple(chunks), draw(_PLACES))


@given(sentences=st.lists(_sentences(), max_size=5))
def test_sentences_come_back(tmp_path_factory: pytest.TempPathFactory, sentences: list[AnalysedSentence]) -> None:
    assert list(decode(tmp_path_factory.getbasetemp(), encode(sentences))) == sentences


def test_sentences_that_an_older_version_stored_come_back_without_places(tmp_path: Path) -> None:
    she = Word("She", "she", "PRON", Gender.FEMININE, Number.SINGULAR, 3, 1, "nsubj", "PER")
    left = Word("left", "leave", "VERB", None, None, None, 1, "root")
    expected = [AnalysedSentence((she, left), (Chunk(0, 1, 0),)), AnalysedSentence(())]
    assert list(decode(tmp_path, _VERSION_1)) == expected


def test_damaged_shards_are_told(tmp_path: Path) -> None:
    whole = bytearray(encode([AnalysedSentence((Word("a", "a", "X", None, None, None, 0, "root"),))]))
    rng = random.Random(1)  # noqa: S311 - where to damage a file
    for _ in range(50):
        damaged = bytearray(whole)
        damaged[rng.randrange(len(whole))] ^= 1 << rng.randrange(8)
        with pytest.raises(InputError):
            list(decode(tmp_path, bytes(damaged)))


class _Fake:
    """Every word is a root; counts the sentences that it was asked for."""

    language = "en"

    def __init__(self) -> None:
        self.sentences = 0

    def name(self) -> str:
        return "fake"

    def load(self) -> _Fake:
        return self

    def document(self, sentences: Sequence[Sequence[str]]) -> AnalysedDocument:
        from antecede.analysis import AnalysedDocument

        self.sentences += len(sentences)
        return AnalysedDocument(
            "en",
            tuple(
                AnalysedSentence(tuple(Word(w, w, "X", None, None, None, i, "root") for i, w in enumerate(sentence)))
                for sentence in sentences
            ),
        )


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> _Fake:
    monkeypatch.setattr(store_module, "SHARD", 2)
    return _Fake()


_LINES = ["It rains .", "", "She left .", "They stayed .", "Why ?"]
_IDS = ["a", "a", "b", "b", "b"]


def test_a_stopped_run_goes_on(tmp_path: Path, fake: _Fake) -> None:
    def run(progress: Callable[[float], None] = lambda _: None) -> AnalysisStore:
        return analyse_text(_LINES, tmp_path / "s", fake, ids=_IDS, tokenised=True, progress=progress)  # type: ignore[arg-type]

    def stop(_share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(stop)
    assert fake.sentences == 2
    with pytest.raises(ResourceError, match="not complete"):
        AnalysisStore.open(tmp_path / "s")
    store = run()
    assert fake.sentences == len(_LINES) == len(store)
    documents = list(store.documents())
    assert [document.id for document in documents] == ["a", "b"]
    found = [" ".join(sentence.tokens) for document in documents for sentence in document.sentences]
    assert found == _LINES
    assert [[one.place.paragraph for one in document.sentences] for document in documents] == [[0, 0], [0, 0, 0]]
    assert [" ".join(sentence.tokens) for sentence in store.sentences(3)] == _LINES[3:]
    run()
    assert fake.sentences == len(_LINES)


def test_blank_lines_separate_paragraphs_of_a_stored_document(tmp_path: Path, fake: _Fake) -> None:
    lines = ["It rains .", "", "She left .", "", "", "They stayed .", "Why ?"]
    store = analyse_text(lines, tmp_path, fake, ids=list("aaaaabb"), tokenised=True)  # type: ignore[arg-type]
    found = [[sentence.place.paragraph for sentence in document.sentences] for document in store.documents()]
    assert found == [[0, 0, 1, 1, 1], [0, 0]]


def test_another_text_needs_another_folder(tmp_path: Path, fake: _Fake) -> None:
    analyse_text(_LINES, tmp_path, fake, tokenised=True)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="another text"):
        analyse_text(_LINES[1:], tmp_path, fake, tokenised=True)  # type: ignore[arg-type]


@pytest.mark.parametrize("index", ["", "[]", "{}", '{"format": 2}', "[" * 100_000, "\0"])
def test_a_damaged_index_is_told(tmp_path: Path, index: str) -> None:
    (tmp_path / "store.json").write_text(index)
    with pytest.raises(ResourceError):
        AnalysisStore.open(tmp_path)


def test_a_shard_of_another_analysis_is_told(tmp_path: Path, fake: _Fake) -> None:
    analyse_text(_LINES, tmp_path, fake, tokenised=True)  # type: ignore[arg-type]
    index = json.loads((tmp_path / "store.json").read_text())
    (tmp_path / "store.json").write_text(json.dumps(index | {"documents": [["", 6]]}))
    with pytest.raises(ResourceError, match="another analysis"):
        list(AnalysisStore.open(tmp_path).sentences())


def test_processes_do_not_change_the_analysis(
    tmp_path: Path, analyser: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert callable(analyser)
    analyser("en")
    monkeypatch.setattr(store_module, "SHARD", 2)
    lines = ["The dog barked.", "It was late.", "Mary gave her the keys.", "They were lost.", "She found them."]
    settings = Settings("en")
    one = analyse_text(lines, tmp_path / "one", settings)
    two = analyse_text(lines, tmp_path / "two", settings, processes=2)
    assert list(one.documents()) == list(two.documents())
