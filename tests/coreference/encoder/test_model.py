"""The encoder that ships: what it answers, that answers do not depend on their company, and what is refused."""

from __future__ import annotations

import json
import shutil
from itertools import pairwise
from types import SimpleNamespace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from antecede.coreference.encoder import encoder_folder, open_encoder
from antecede.coreference.encoder.installed import absent
from antecede.coreference.encoder.resolver import _nouns_in_order
from antecede.coreference.json_format import to_json
from antecede.coreference.resolvers import default_method, resolver
from antecede.errors import BadOption, ResourceError
from antecede.text import Document

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from antecede.analysis import Analyser
    from antecede.coreference import Anaphor

pytestmark = pytest.mark.resolver


@pytest.fixture
def resolved(analyser: Callable[[str], Analyser]) -> Callable[[str], list[Anaphor]]:
    def resolve(text: str) -> list[Anaphor]:
        document = analyser("en").document(Document.from_text(text, "en"))
        return list(resolver("en", method="encoder").resolve(document).anaphors)

    return resolve


@pytest.mark.parametrize(
    ("text", "antecedent"),
    [
        ("The house is old. It has a red door.", "The house"),
        ("We bought apples at the market and ate them.", "apples"),
        ("Before it left, the train whistled twice.", "the train"),
        ("Paul and Mary arrived late. They were tired.", "Paul and Mary"),
        ("The lamps were new. A boy broke one of them. They were made of glass.", "The lamps"),
    ],
)
def test_the_antecedent_is_the_one_a_reader_would_name(
    text: str, antecedent: str, resolved: Callable[[str], list[Anaphor]]
) -> None:
    *_, anaphor = resolved(text)
    named = next(each for each in anaphor.antecedents if each.text.lower() not in {"it", "they", "them"})
    assert named.text == antecedent
    assert anaphor.function.anaphoric > 0.5


def test_weather_refers_to_nothing(resolved: Callable[[str], list[Anaphor]]) -> None:
    [anaphor] = resolved("We opened the umbrella because it was raining.")
    assert anaphor.function.pleonastic > 0.5
    assert anaphor.none > 0.5


def test_probabilities_sum_to_one_and_events_share_theirs_out(resolved: Callable[[str], list[Anaphor]]) -> None:
    for anaphor in resolved("He lost the match. It upset her. That was a pity. They left, and it rained on them."):
        assert anaphor.none + sum(each.probability for each in anaphor.antecedents) == pytest.approx(1)
        function = anaphor.function
        assert function.anaphoric + function.event + function.pleonastic == pytest.approx(1)
        assert sum(clause.probability for clause in anaphor.events) <= function.event + 1e-9


def test_an_answer_does_not_depend_on_what_else_is_asked(analyser: Callable[[str], Analyser]) -> None:
    texts = ["The cat slept. It purred.", "A long story about rain. It never ended. They said that it was good."]
    documents = [analyser("en").document(Document.from_text(text, "en")) for text in texts]
    one = resolver("en", method="encoder")
    alone = [one.resolve(document) for document in documents]
    again = [one.resolve(document) for document in reversed(documents)]
    assert alone == again[::-1]
    assert open_encoder("en") is open_encoder("en")


def test_what_is_found_is_written_as_json(analyser: Callable[[str], Analyser]) -> None:
    document = analyser("en").document(Document.from_text("He lost the match. That surprised everyone.", "en"))
    written = json.loads("".join(to_json([resolver("en", method="encoder").resolve(document)])))
    [pronoun] = written["documents"][0]["pronouns"]
    assert pronoun["text"] == "That"
    assert pronoun["event"]["text"] == "lost"


def test_halves_on_disk_are_whole_in_memory() -> None:
    heads = open_encoder("en").heads
    assert {array.dtype for array in heads.arrays.values()} == {np.dtype(np.float32)}


def copied(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shipped = encoder_folder("en")
    assert shipped is not None
    copy = folder / "en"
    shutil.copytree(shipped, copy)
    monkeypatch.setenv("ANTECEDE_MODELS", str(folder))
    return copy


@pytest.mark.parametrize("name", ["encoder.onnx", "heads.npz", "pieces.txt"])
@pytest.mark.parametrize("damage", ["flip", "cut", "remove"])
def test_a_damaged_file_is_named(name: str, damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = copied(tmp_path, monkeypatch) / name
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    if damage == "remove":
        file.unlink()
    else:
        file.write_bytes(content if damage == "flip" else content[:-10])
    with pytest.raises(ResourceError, match=rf"{name}: is missing or damaged; reinstall"):
        open_encoder("en")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nonsense", "is damaged, or no encoder's"),
        ("[model]\npair = 'en-fr'\n", "is damaged, or no encoder's"),
        (
            "[encoder]\nformat = 2\n[checksums]\n'encoder.onnx' = ''\n'heads.npz' = ''\n'pieces.txt' = ''\n",
            "has format 2",
        ),
    ],
)
def test_a_folder_of_something_else_is_refused(
    text: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (copied(tmp_path, monkeypatch) / "model.toml").write_text(text)
    with pytest.raises(ResourceError, match=message):
        open_encoder("en")


def test_without_its_package_the_ranker_resolves_and_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from antecede.coreference import resolvers

    monkeypatch.setattr(resolvers, "absent", lambda _: "run pip install antecede-model-en")
    resolvers._say_once.cache_clear()
    assert default_method("en") == "ranker"
    assert "the encoder is missing; run pip install antecede-model-en" in caplog.text
    with pytest.raises(BadOption, match="no encoder is installed for 'en': run pip install antecede-model-en"):
        resolver("en", method="encoder")


def test_a_language_without_an_encoder_has_no_warning(caplog: pytest.LogCaptureFixture) -> None:
    assert absent("es") == "there is none for 'es'"
    assert default_method("es") == "ranker"
    assert caplog.text == ""


@pytest.mark.neural
def test_meaning_decides_between_nouns_and_leaves_none_alone(analyser: Callable[[str], Analyser]) -> None:
    from antecede.resources import is_ready
    from antecede.resources import resource as named

    if not is_ready(named("smollm2-135m")):
        pytest.skip("wants the language model: run antecede resources fetch smollm2-135m")
    text = "The gardener put the plant next to the heater. It needed water."
    document = analyser("en").document(Document.from_text(text, "en"))
    [without] = resolver("en", ["it"], method="encoder").resolve(document).anaphors
    [anaphor] = resolver("en", ["it"], method="lm").resolve(document).anaphors
    assert anaphor.antecedents[0].text == "the plant"
    assert anaphor.none == without.none
    assert sum(each.probability for each in anaphor.antecedents) == pytest.approx(1 - without.none)


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 1), st.floats(0, 1)), max_size=8))
def test_nouns_keep_their_order_where_chains_pass_probabilities_on(rows: list[tuple[bool, float, float]]) -> None:
    question = SimpleNamespace(
        options=[SimpleNamespace(form="it" if is_pronoun else None) for is_pronoun, _, _ in rows]
    )
    before, after = [each for _, each, _ in rows], [each for _, _, each in rows]
    found = _nouns_in_order(question, before, after)  # type: ignore[arg-type]
    assert sorted(found) == sorted(after)
    nouns = [place for place, (is_pronoun, _, _) in enumerate(rows) if not is_pronoun]
    for one, other in pairwise(sorted(nouns, key=lambda place: -before[place])):
        assert found[one] >= found[other]
    assert all(found[place] == after[place] for place in range(len(rows)) if place not in nouns)
