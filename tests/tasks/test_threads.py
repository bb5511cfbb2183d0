"""One translator, editor and judge, shared by threads, give each text the answer that they give it alone."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import TYPE_CHECKING

import pytest

from antecede import Translator
from antecede.alignment import Link
from antecede.engines import Hypothesis
from antecede.errors import ResourceError
from antecede.models import installed_models
from antecede.pairs import pair
from antecede.pronouns.judging.opening import open_judge
from antecede.pronouns.post_editing.editors import editor
from antecede.pronouns.setting import Setting
from antecede.text import Document

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

THREADS = 8
NOUNS = ("house", "car", "letter", "cat", "decision", "moon", "road", "table", "tree", "door")
VERBS = ("fell", "moved", "came", "stopped", "changed")
ENDS = ("it was old", "they saw it", "it was Zorglub's", "its colour faded")
TEXTS = [f"The {noun} {verb} when {end}." for noun, verb, end in product(NOUNS, VERBS, ENDS)]


@pytest.fixture(scope="module")
def answer(resources: Path) -> Callable[[str], object]:  # noqa: ARG001 - sets where pipelines are found
    """What is asked of one text, with parts that every caller shares."""
    if "en-fr" not in installed_models():
        pytest.skip("wants the model that ships")
    folder = installed_models()["en-fr"]
    try:
        translator = Translator.load(folder, pop_limit=5)
        fixing, judge = editor(pair("en-fr"), "best", folder), open_judge(Setting.of(folder))
    except ResourceError as error:
        pytest.skip(f"wants a pipeline and a lexicon: {error}")

    def answered(text: str) -> object:
        # One thing is asked of each text: all of them of all texts would take three times as long.
        task = TEXTS.index(text) % 3
        if task == 0:
            translation = translator.translate(text)
            return translation.text, translation.result.source, translation.decisions
        document = translator.reader.read(Document.from_text(text, "en"))
        [sentence] = document.analysis.sentences
        links = tuple(Link(word, word % 4) for word in range(len(sentence.words)))
        versions = [[Hypothesis((pronoun, "est", "tombé", "."), alignment=links)] for pronoun in ("il", "elle")]
        return fixing.edit(document, versions[0]) if task == 1 else judge.parts(document, versions)

    return answered


def test_eight_threads_get_the_answers_that_one_gets(answer: Callable[[str], object]) -> None:
    assert len(set(TEXTS)) == 200

    def turn(start: int) -> list[object]:
        # Each thread starts elsewhere, so that they meet at different words.
        return [answer(text) for text in TEXTS[start:] + TEXTS[:start]]

    with ThreadPoolExecutor(THREADS) as pool:
        starts = [thread * len(TEXTS) // THREADS for thread in range(THREADS)]
        together = list(pool.map(turn, starts))
    alone = [answer(text) for text in TEXTS]
    for start, found in zip(starts, together, strict=True):
        assert found == alone[start:] + alone[:start]
