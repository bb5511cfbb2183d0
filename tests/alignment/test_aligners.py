from __future__ import annotations

import importlib.util
import sys
from typing import TYPE_CHECKING

import pytest
from gold import PAIRS, error_rate, read_gold

from antecede.alignment import ALIGNERS, Alignments, align_corpus, aligner, eflomal, fast, symmetrise
from antecede.alignment.aligners import normalise
from antecede.errors import BadOption, EngineError, ResourceError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# Words that would break a text format: blanks inside, separators, nothing at all, controls, half a character.
ODD_WORDS = ["|||", "a b", "a\tb", "a\u00a0b", "\u2028", "", "\x00", "\x1b[31m", "\ud800", "LEX", "<eps>", "-1"]


@pytest.fixture(
    params=[pytest.param("eflomal", marks=pytest.mark.eflomal), pytest.param("fast", marks=pytest.mark.fast)]
)
def method(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_a_repeated_text_aligns_word_by_word(method: str) -> None:
    source = [["the", "cat"], ["the", "dog"], ["a", "cat"], ["a", "dog"]] * 10
    target = [["le", "chat"], ["le", "chien"], ["un", "chat"], ["un", "chien"]] * 10
    forward, reverse = aligner(method).align(source, target)
    identity = Alignments.parse(["0-0 1-1"] * 40)
    assert error_rate(forward, identity) < 0.1
    assert error_rate(reverse, identity) < 0.1


def test_empty_sentences_have_no_links_and_lose_no_line(method: str) -> None:
    source = [["a"], [], ["b"], [], ["a"]]
    target = [["x"], ["y"], [], [], ["x"]]
    for alignments in aligner(method).align(source, target):
        assert len(alignments) == 5
        assert all(not alignments[number] for number in (1, 2, 3))


@pytest.mark.parametrize("sentences", [[], [[]], [[], []]])
def test_a_text_without_words_has_no_links(method: str, sentences: list[list[str]]) -> None:
    for alignments in aligner(method).align(sentences, sentences):
        assert [*alignments] == [()] * len(sentences)


def test_odd_words_are_words(method: str) -> None:
    text = [[word, "end"] for word in ODD_WORDS]
    for alignments in aligner(method).align(text, text):
        assert len(alignments) == len(ODD_WORDS)
        assert all(link.source < 2 and link.target < 2 for sentence in alignments for link in sentence)


def test_a_sentence_beyond_the_program_is_handed_over_empty(tmp_path: Path) -> None:
    longest = ["w"] * eflomal.LONGEST_SENTENCE
    assert eflomal._write_text(tmp_path / "text", [["a", "w"], [*longest, "w"], longest]) == {"a": 0, "w": 1}
    lines = (tmp_path / "text").read_text().splitlines()
    assert lines[:3] == ["3 2", "2 0 1", "0"]
    assert lines[3] == "1023" + " 1" * 1023


@pytest.mark.eflomal
def test_a_sentence_beyond_the_program_has_no_links_and_is_no_error() -> None:
    longest = ["w"] * eflomal.LONGEST_SENTENCE
    for alignments in aligner("eflomal").align([["a"], [*longest, "w"], longest], [["x"], ["y"], ["y"]]):
        assert len(alignments) == 3
        assert not alignments[1]


@pytest.mark.fast
def test_fast_align_finds_nearly_what_its_library_finds(tmp_path: Path) -> None:
    """The library symmetrises by a variant of grow-diag-final-and; the directions behind it must be the same."""
    library = pytest.importorskip("systran_align")
    gold = read_gold("en-fr")
    source, target = normalise(gold.source * 20), normalise(gold.target * 20)
    lines = [f"{' '.join(first)} ||| {' '.join(second)}\n" for first, second in zip(source, target, strict=True)]
    (tmp_path / "text").write_text("".join(lines))
    paths = [str(tmp_path / name) for name in ("text", "there", "back")]
    library.generate_alignment_probabilities(*paths, favor_diagonal=True, optimize_tension=True, variational_bayes=True)
    results = library.Aligner(*paths[1:]).align_batch(source, target)
    expected = Alignments.parse(" ".join(f"{i}-{j}" for i, j in result["alignments"]) for result in results)
    assert error_rate(symmetrise(*aligner("fast").align(source, target)), expected) < 0.05


@pytest.mark.parametrize("data", [b"", b"\x02\0\0\0\xff\xff\0\0a\0", b"\x03" + bytes(20), b"\x02" + b"\xff" * 30])
def test_a_table_of_an_unknown_kind_is_an_error(data: bytes) -> None:
    with pytest.raises(EngineError, match="unknown kind"):
        fast._read_table(data)


@pytest.mark.parametrize("pair", PAIRS)
def test_twelve_lines_align_well_with_the_shipped_priors(pair: str, method: str) -> None:
    gold = read_gold(pair)
    with_priors = align_corpus(gold.source, gold.target, pair=pair, method=method)
    without = align_corpus(gold.source, gold.target, pair=pair, method=method, priors=None)
    assert error_rate(with_priors.alignments, gold.alignments) < 0.15
    assert error_rate(without.alignments, gold.alignments) > error_rate(with_priors.alignments, gold.alignments) + 0.05


@pytest.mark.fast
def test_the_light_aligner_gives_the_same_links_every_time() -> None:
    gold = read_gold("en-fr")
    # Enough lines for several threads to add up in another order, if there were several.
    source, target = gold.source * 100, gold.target * 100
    runs = [align_corpus(source, target, pair="en-fr", method="fast", cache=False).alignments for _ in range(3)]
    assert runs[0] == runs[1] == runs[2]


@pytest.mark.fast
def test_a_jump_is_taken_where_a_word_stands_twice() -> None:
    """The priors' jumps go from one word to the next: of two alike, each is linked to the one beside its neighbour."""
    source = "the house of the committee".split()
    target = "la maison de la commission".split()
    links = align_corpus([source], [target], pair="en-fr", method="fast").alignments
    assert [*links[0]] == [(at, at) for at in range(5)]


@pytest.mark.parametrize(
    ("sentences", "length", "primed", "expected"),
    [
        # round(5000 / sqrt(n)), a quarter of it for the first two models: the rule of eflomal's own front end.
        (1, 1, False, (1250, 1250, 5000)),
        (100, 20, False, (125, 125, 500)),
        (100, 20, True, (31, 31, 125)),
        (10_000, 1, True, (5, 5, 20)),
        (10**6, 1, True, (2, 1, 5)),
        # A thousand words by a thousand count as 400 sentences.
        (1, 1000, False, (62, 62, 250)),
    ],
)
def test_more_text_gets_fewer_passes(sentences: int, length: int, primed: bool, expected: tuple[int, int, int]) -> None:
    text = [["w"] * length] * sentences
    assert eflomal._iterations(text, text, primed=primed) == expected


def test_words_are_compared_in_lower_case_with_one_apostrophe() -> None:
    assert normalise([["L’", "ÉTÉ"], []]) == [["l'", "été"], []]


def test_an_unknown_aligner_is_refused_with_the_known_ones() -> None:
    assert ALIGNERS == ("eflomal", "fast")
    with pytest.raises(BadOption, match="eflomal, fast"):
        aligner("giza")


def test_a_missing_eflomal_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ResourceError, match=r"pip install 'antecede\[eflomal\]'"):
        aligner("eflomal").align([["a"]], [["b"]])


def test_a_missing_fast_align_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "systran_align", None)
    with pytest.raises(ResourceError, match=r"antecede\[fast\]"):
        aligner("fast").align([["a"]], [["b"]])


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Put a shell script in eflomal's place."""

    def replace(script: str) -> None:
        path = tmp_path / "eflomal"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        monkeypatch.setattr(eflomal, "_program", lambda: path)

    return replace


def test_a_program_that_fails_is_quoted_with_its_last_line(program: Callable[[str], None]) -> None:
    program("echo first >&2; echo 'out of memory' >&2; exit 3")
    with pytest.raises(EngineError, match="code 3: out of memory"):
        aligner("eflomal").align([["a"]], [["b"]])


@pytest.mark.parametrize("result", ["", "0-0\\n0-0\\n", "0-7\\n", "nonsense\\n"])
def test_a_program_that_leaves_a_damaged_result_is_an_error(program: Callable[[str], None], result: str) -> None:
    program(f'while [ "$1" != "-f" ]; do shift; done; printf "{result}" > "$2"')
    with pytest.raises(EngineError, match="damaged result"):
        aligner("eflomal").align([["a"]], [["b"]])


def test_a_program_that_cannot_start_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eflomal, "_program", lambda: tmp_path / "nothing")
    with pytest.raises(EngineError, match="cannot be started"):
        aligner("eflomal").align([["a"]], [["b"]])
