from __future__ import annotations

import importlib.util
import shutil
import stat
from typing import TYPE_CHECKING

import pytest

from antecede.errors import EngineError, InputError, ResourceError
from antecede.evaluation.metrics import meteor as module
from antecede.evaluation.metrics.meteor import available, meteor

if TYPE_CHECKING:
    from pathlib import Path

REFERENCE = ["elle dort .", "ils ont mangé .", "le chat est parti ."]
PRONOUNS = ["il", "elle", "ils", "elles", "ce", "on", "ça", "cela"]

java = [pytest.mark.java, pytest.mark.skipif(not available(), reason="wants Java and the meteor extra")]


class TestWithJava:
    pytestmark = java

    def test_equal_texts_score_one(self) -> None:
        assert meteor(REFERENCE, REFERENCE, "fr") == 1.0
        assert meteor(REFERENCE, REFERENCE, "fr", pronouns=PRONOUNS) == 1.0

    def test_only_pronouns_count_when_restricted_to_them(self) -> None:
        other_words = ["elle mange .", "ils ont dormi .", "le chien est rentré ."]
        other_pronouns = ["il dort .", "elles ont mangé .", "le chat est parti ."]
        assert meteor(other_words, REFERENCE, "fr") < 1
        # Both pronouns are found, so P = R = 1. The penalty is γ (chunks / matches)^β over all words: "elle | .",
        # "ils ont | .", "le | est | ." are 8 matches in 7 chunks, and French has β = 1.4, γ = .6.
        penalty = 0.6 * (7 / 8) ** 1.4
        assert meteor(other_words, REFERENCE, "fr", pronouns=PRONOUNS) == pytest.approx(1 - penalty)
        assert meteor(other_pronouns, REFERENCE, "fr", pronouns=PRONOUNS) == 0.0

    def test_stems_match_for_part(self) -> None:
        # One of two words is matched exactly, the other by its stem, whose weight is .2; it is a content word
        # and "." a function word (δ = .65): P = R = (.65 · .2 + .35) / (.65 + .35) = .48; one chunk of two words
        # is no fragment, so that the penalty is 0.
        assert meteor(["belle ."], ["belles ."], "fr") == pytest.approx(0.48)

    def test_case_and_odd_white_space_do_not_break_lines(self) -> None:
        assert meteor(["Elle\u2028 dort\r .\x85"], ["elle dort ."], "fr") == 1.0

    def test_an_empty_translation_scores_nothing(self) -> None:
        assert meteor([""], ["elle dort ."], "fr") == 0.0

    def test_english_uses_synonyms(self) -> None:
        assert 0 < meteor(["a big car"], ["a large automobile"], "en") < 1


def test_texts_must_be_parallel() -> None:
    with pytest.raises(InputError, match="1 candidates, 3 references"):
        meteor(["elle"], REFERENCE, "fr")


def test_an_unknown_language_is_a_clear_error() -> None:
    with pytest.raises(InputError, match="not for 'xx'"):
        meteor(REFERENCE, REFERENCE, "xx")


def test_missing_java_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert not available()
    with pytest.raises(ResourceError, match="default-jre-headless"):
        meteor(REFERENCE, REFERENCE, "fr")


def test_a_missing_jar_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_java", lambda: "java")
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert not available()
    with pytest.raises(ResourceError, match=r"antecede\[meteor\]"):
        meteor(REFERENCE, REFERENCE, "fr")


@pytest.mark.parametrize(
    ("script", "problem"),
    [
        ("exec sleep 30", "did not finish within 0.2 seconds"),
        ("echo out of memory >&2; exit 3", "status 3: out of memory"),
        ("echo NaN", "failed with status 0"),
        ("echo hello", "failed with status 0"),
        ("exit 0", "failed with status 0: no message"),
    ],
)
def test_a_program_that_fails_is_a_clear_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str, problem: str
) -> None:
    program = tmp_path / "java"
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(module, "_java", lambda: str(program))
    monkeypatch.setattr(module, "_jar", lambda: tmp_path / "none.jar")
    with pytest.raises(EngineError, match=problem):
        meteor(REFERENCE, REFERENCE, "fr", seconds=0.2)
