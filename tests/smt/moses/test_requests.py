"""Markup on the input, all the way to the decoder."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from antecede.engines.native import NativeEngine
from antecede.engines.text import TextSteps
from antecede.errors import BadFormat
from antecede.models import ModelFolder
from antecede.pairs import pair
from antecede.smt.moses.requests import marked_requests

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def steps(model_folder: Path) -> TextSteps:
    return TextSteps.of(ModelFolder.read(model_folder), pair("en-fr"))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("The cat sleeps.", ("le", "chat", "dort", ".")),
        ('The <n translation="minou">cat</n> sleeps.', ("le", "minou", "dort", ".")),
        ('The <n translation="minou gris">cat sleeps</n>.', ("le", "minou", "gris", ".")),
        # The better one by its probability, since the rest is the same.
        ('The <n translation="un||deux" prob="0.1||0.9">cat</n> sleeps.', ("le", "deux", "dort", ".")),
        ("1 < 2", ("1", "<", "2")),
    ],
)
def test_a_marked_span_is_translated_as_told(
    model_folder: Path, steps: TextSteps, line: str, expected: tuple[str, ...]
) -> None:
    engine = NativeEngine.open(model_folder)
    [[best]] = engine.translate_requests(marked_requests([line], steps))
    assert best.tokens == expected


def test_tokens_are_left_as_they_are(steps: TextSteps) -> None:
    [request] = marked_requests(['The <n translation="a b" prob="0.5">cat.</n>'], steps, tokenised=True)
    assert request.tokens == ("The", "cat.")
    [option] = request.options
    assert (option.first, option.last, option.target, option.exclusive) == (1, 1, ("a", "b"), True)
    assert option.alignment == ((0, 0), (0, 1))
    assert sum(option.scores["TranslationModel0"]) == pytest.approx(math.log(0.5))


def test_options_may_compete(model_folder: Path, steps: TextSteps) -> None:
    line = 'The <n translation="minou" prob="1e-9">cat</n> sleeps.'
    [request] = marked_requests([line], steps, mode="inclusive")
    [[best]] = NativeEngine.open(model_folder).translate_requests([request])
    assert best.tokens[1] == "chat"


@pytest.mark.parametrize("line", ["<zone>The cat</zone> sleeps.", "The <wall/> cat"])
def test_what_the_decoder_cannot_do_is_refused(steps: TextSteps, line: str) -> None:
    with pytest.raises(BadFormat, match=r"talk\.txt, line 2: our decoder does not support <zone> and <wall/>"):
        marked_requests(["The cat.", line], steps, path="talk.txt")
