"""The examples that the papers open with, each with a wrong translation that an engine may write."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from antecede.errors import ResourceError
from antecede.tasks.fix import Fixer
from antecede.tasks.judge import Judge

pytestmark = [pytest.mark.eflomal, pytest.mark.resolver]


class Example(NamedTuple):
    """A text with its right and a wrong translation, and which words of the wrong one translate which."""

    source: tuple[str, ...]
    right: tuple[str, ...]
    wrong: tuple[str, ...]
    alignment: tuple[str, ...]


LINKS = (
    "0-0 1-1 2-2 2-3 4-4 5-5 6-6 7-7 8-8 8-9 9-10 10-11 11-12 12-14 13-13 13-15 14-16"
    " 15-17 16-18 17-19 18-20 19-21 20-22"
)
MOUSE = Example(
    (
        "My cat brought home a mouse that he hunted, and it was not dead but it was mortally wounded.",
        "What is the best way to kill it humanely?",
    ),
    (
        "Mon chat a ramené une souris qu'il a chassée, et elle n'était pas morte mais elle était mortellement blessée.",
        "Quelle est la meilleure façon de la tuer humainement ?",
    ),
    (
        "Mon chat a ramené une souris qu'il a chassée, et il n'était pas mort mais il était mortellement blessé.",
        "Quelle est la meilleure façon de le tuer humainement ?",
    ),
    (
        LINKS,
        "0-0 1-1 2-2 3-3 4-4 5-5 6-7 7-6 8-8 9-9",
    ),
)
HOUSE = Example(
    (
        "The house of my mother in law was damaged by a heavy storm.",
        "When my wife came, it had lost its roof.",
    ),
    (
        "La maison de ma belle-mère a été endommagée par une violente tempête.",
        "Quand ma femme est arrivée, elle avait perdu son toit.",
    ),
    (
        "La maison de ma belle-mère a été endommagée par une violente tempête.",
        "Quand ma femme est arrivée, il avait perdu son toit.",
    ),
    (
        "0-0 1-1 2-2 3-3 4-4 5-4 6-4 7-5 7-6 8-7 9-8 10-9 11-10 12-11 13-12",
        "0-0 1-1 2-2 3-3 3-4 4-5 5-6 6-7 7-8 8-9 9-10 10-11",
    ),
)


@pytest.fixture(scope="module")
def fixer() -> Fixer:
    try:
        return Fixer.load("en-fr")
    except ResourceError as error:
        pytest.skip(f"wants the model that ships, a pipeline and a lexicon: {error}")


@pytest.fixture(scope="module")
def judge() -> Judge:
    try:
        return Judge.load("en-fr")
    except ResourceError as error:
        pytest.skip(f"wants the model that ships, a pipeline and a lexicon: {error}")


@pytest.mark.parametrize("example", [MOUSE, HOUSE], ids=["mouse", "house"])
def test_the_right_translation_is_preferred(judge: Judge, example: Example) -> None:
    lines = judge(example.source, example.wrong, example.right).lines
    wrong, right = (sum(line.scores[version] for line in lines) for version in (0, 1))
    assert right > wrong


@pytest.mark.parametrize("example", [MOUSE, HOUSE], ids=["mouse", "house"])
def test_the_wrong_translation_is_mended(fixer: Fixer, example: Example) -> None:
    assert fixer(example.source, example.wrong, alignment=example.alignment).lines == example.right


@pytest.mark.parametrize("example", [MOUSE, HOUSE], ids=["mouse", "house"])
def test_the_right_translation_is_kept(fixer: Fixer, example: Example) -> None:
    """Both versions have the same words in the same order, and so the same links."""
    assert fixer(example.source, example.right, alignment=example.alignment).lines == example.right
