from __future__ import annotations

import lzma
from importlib import resources
from typing import TYPE_CHECKING

import pytest

from antecede.alignment import Alignments
from antecede.alignment import priors as module
from antecede.alignment.priors import Priors, count_priors, prune, read_priors, shipped_priors, write_priors
from antecede.errors import BadFormat, ResourceError, UnreadableFile
from antecede.pairs import known_pairs

if TYPE_CHECKING:
    from pathlib import Path

SHIPPED = [
    file.name.removesuffix(".xz")
    for file in resources.files("antecede.alignment").joinpath("data").iterdir()
    if file.name.endswith(".xz")
]
SMALL = "LEX\tcat\tchat\t3\nLEX\tthe\tle\t2.5\nFERF\tthe\t1\t4\nFERR\tle\t0\t2\nHMMF\t-2\t1\nHMMF\t1\t9\nHMMR\t1\t8\n"


def test_priors_are_counted_from_both_directions() -> None:
    # the cat sleeps | le chat dort bien: forward links each target word, reverse each source word.
    priors = count_priors(
        [["the", "cat", "sleeps"], []],
        [["le", "chat", "dort", "bien"], ["seul"]],
        Alignments.parse(["0-0 1-1 2-2 2-3", ""]),
        Alignments.parse(["0-0 1-1 2-2", ""]),
    )
    assert priors.lexical == {("the", "le"): 1, ("cat", "chat"): 1, ("sleeps", "dort"): 1, ("sleeps", "bien"): 0.5}
    assert priors.source_fertility == {("the", 1): 1, ("cat", 1): 1, ("sleeps", 2): 1}
    assert priors.target_fertility == {("le", 1): 1, ("chat", 1): 1, ("dort", 1): 1, ("bien", 0): 1}
    # Source positions 0 1 2 2, from before the first to after the last; target positions 0 1 2.
    assert priors.forward_jumps == {1: 4, 0: 1}
    assert priors.reverse_jumps == {1: 3, 2: 1}


def test_pruning_keeps_what_is_frequent() -> None:
    lexical = {("a", "x"): 9.5, ("a", "y"): 5.0, ("b", "y"): 7.0, ("b", "x"): 1.0}
    fertility = {("a", 1): 999.0, ("a", 2): 1.0, ("b", 1): 3.0}
    pruned = prune(Priors(lexical, fertility, {}, {1: 2}, {}, ""), least=2, best=1, least_fertility=10)
    assert pruned.lexical == {("a", "x"): 9, ("b", "y"): 7}
    assert pruned.source_fertility == {("a", 1): 999}
    assert pruned.forward_jumps == {1: 2}


@pytest.mark.parametrize("name", ["small", "small.xz"])
def test_priors_are_read_as_they_were_written(tmp_path: Path, name: str) -> None:
    (tmp_path / "given").write_text(SMALL)
    priors = read_priors(tmp_path / "given")
    write_priors(tmp_path / name, priors)
    again = read_priors(tmp_path / name)
    assert again == priors
    assert again.lexical["the", "le"] == 2.5
    assert again.forward_jumps == {-2: 1, 1: 9}


def test_priors_are_numbered_for_the_words_that_occur(tmp_path: Path) -> None:
    (tmp_path / "given").write_text(SMALL)
    text = read_priors(tmp_path / "given").indexed({"the": 0, "dog": 1}, {"chat": 0, "le": 1, "un": 2})
    # Vocabulary sizes with the empty word; one lexical entry, two forward and one reverse jump, one fertility each.
    assert text == "3 4 1 2 1 1 1\n1 2 2.5\n-2 1\n1 9\n1 8\n1 1 4\n2 0 2\n"


def test_words_that_would_break_a_line_are_left_out(tmp_path: Path) -> None:
    words = [["a\tb", "c"]]
    links = Alignments.parse(["0-0 1-1"])
    write_priors(tmp_path / "p", count_priors(words, words, links, links))
    assert set(read_priors(tmp_path / "p").lexical) == {("c", "c")}


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("LEX\ta\tb\t1\nLEX\ta\tb\n", 2, "is not a line of priors"),
        ("<html>\n", 1, "is not a line of priors"),
        ("LEX\ta\tb\tmany\n", 1, "'many' is not a count"),
        ("LEX\ta\tb\tnan\n", 1, "'nan' is not a count"),
        ("LEX\ta\tb\t-1\n", 1, "'-1' is not a count"),
        ("HMMF\t1e99\t1\n", 1, "'1e99' is not a count"),
        ("FERF\ta\t-1\t1\n", 1, "'-1' is not a count"),
    ],
)
def test_a_fault_in_priors_is_named_with_its_line(tmp_path: Path, text: str, line: int, problem: str) -> None:
    (tmp_path / "p").write_text(text)
    with pytest.raises(BadFormat, match=rf"p, line {line}: {problem}"):
        read_priors(tmp_path / "p")


def test_damaged_packing_is_refused(tmp_path: Path) -> None:
    packed = lzma.compress(SMALL.encode())
    for data in (packed[:-8], packed[:20] + b"\xff" + packed[21:]):
        (tmp_path / "p.xz").write_bytes(data)
        with pytest.raises(BadFormat, match="damaged xz"):
            read_priors(tmp_path / "p.xz")


def test_a_packed_flood_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LARGEST", 1 << 16)
    (tmp_path / "p.xz").write_bytes(lzma.compress(b"\n" * (1 << 20)))
    with pytest.raises(BadFormat, match="unpacks to more"):
        read_priors(tmp_path / "p.xz")


def test_missing_priors_are_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="no such file"):
        read_priors(tmp_path / "p")


@pytest.mark.parametrize("pair", SHIPPED)
def test_small_priors_ship_for_the_pair(pair: str) -> None:
    priors = shipped_priors(pair)
    assert priors is not None
    assert len(priors.lexical) > 10_000
    assert (resources.files("antecede.alignment") / "data" / f"{pair}.xz").stat().st_size < 1_000_000  # type: ignore[attr-defined]


def test_those_that_ship_are_of_pairs_that_are_known() -> None:
    assert SHIPPED
    assert set(SHIPPED) <= set(known_pairs())


def test_a_pair_without_priors_has_none() -> None:
    assert shipped_priors("de-en") is None


def test_damaged_shipped_priors_say_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "en-fr.xz").write_bytes(b"\xfd7zXZ\0")
    with pytest.raises(ResourceError, match="install antecede again"):
        module._shipped(tmp_path / "en-fr.xz")
