"""Apertium, where it is installed; and what is said where it is not, or fails."""

from __future__ import annotations

import shutil
import stat
from typing import TYPE_CHECKING

import pytest

from antecede.engines import Segment, open_engine, translate_segments
from antecede.errors import BadOption, EngineError

if TYPE_CHECKING:
    from pathlib import Path

installed = pytest.mark.skipif(shutil.which("apertium") is None, reason="Apertium is not installed (apertium-eng-spa)")


@installed
def test_sentences_stay_apart_whatever_they_end_in() -> None:
    texts = ["La casa es vieja", "", "Su madre vive en Madrid.", "¿ Dónde está ? No sé"]
    lists = translate_segments(open_engine("apertium:", pair="es-en"), [Segment(text) for text in texts])
    found = [listed[0] for listed in lists]
    assert [bool(each.text) for each in found] == [True, False, True, True]
    assert found[0].text == "The house is old"
    assert found[0].tokens == ("The", "house", "is", "old")
    assert {tuple(link) for link in found[0].alignment} >= {(1, 1), (3, 3)}


@installed
def test_a_mode_that_is_not_installed_is_one_line() -> None:
    engine = open_engine("apertium:xxx-yyy", pair="es-en")
    with pytest.raises(EngineError, match="xxx-yyy") as raised:
        translate_segments(engine, [Segment("hola")])
    assert "\n" not in str(raised.value)


def test_without_the_program_its_package_is_named() -> None:
    engine = open_engine("apertium:spa-eng,no-such-program", pair="es-en")
    with pytest.raises(EngineError, match="not installed: install Debian's apertium-eng-spa"):
        translate_segments(engine, [Segment("hola")])


def test_a_program_that_loses_a_sentence_is_not_believed(tmp_path: Path) -> None:
    program = tmp_path / "loses"
    program.write_text("#!/bin/sh\ncat > /dev/null\necho one\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    engine = open_engine(f"apertium:spa-eng,{program}", pair="es-en")
    with pytest.raises(EngineError, match="gave 1 translations of 2 sentences"):
        translate_segments(engine, [Segment("uno"), Segment("dos")])


def test_the_languages_have_to_be_known() -> None:
    with pytest.raises(BadOption, match="has to be told what it translates"):
        open_engine("apertium:")
