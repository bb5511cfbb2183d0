from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from antecede.alignment import Alignments, align_corpus, cache, compute
from antecede.errors import BadOption, LengthMismatch

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

SOURCE = [["The", "cat"], ["A", "dog"]]
TARGET = [["Le", "chat"], ["Un", "chien"]]


@dataclass
class Counting:
    """An aligner that links what stands at the same place, and counts how often it ran."""

    runs: list[int] = field(default_factory=list)
    name: str = "counting-1.0"
    takes_priors: bool = True

    def align(
        self,
        source: Sequence[Sequence[str]],
        target: Sequence[Sequence[str]],
        *,
        priors: object = None,
        quick: bool = False,
        progress: bool = False,
    ) -> tuple[Alignments, Alignments]:
        del target, priors, quick, progress
        self.runs.append(len(source))
        links = Alignments.parse(" ".join(f"{n}-{n}" for n in range(len(sentence))) for sentence in source)
        return links, links


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> Counting:
    stand_in = Counting()
    monkeypatch.setattr(compute, "aligner", lambda _method: stand_in)
    return stand_in


def cache_files(folder: Path) -> list[Path]:
    return sorted((folder / "cache").rglob("*.bin"))


def test_what_was_computed_is_found_again_for_any_symmetrisation(counting: Counting) -> None:
    first = align_corpus(SOURCE, TARGET)
    again = align_corpus(SOURCE, TARGET, symmetrise="union")
    assert counting.runs == [2]
    assert again.alignments == first.alignments
    assert first.signature == f"counting-1.0+gdfa:{first.alignments.checksum}"
    assert again.signature == f"counting-1.0+uni:{first.alignments.checksum}"


def test_other_words_priors_or_company_are_computed_anew(counting: Counting, tmp_path: Path) -> None:
    (tmp_path / "priors").write_text("LEX\tcat\tchat\t3\n")
    align_corpus(SOURCE, TARGET)
    align_corpus(SOURCE, [["Le", "chat"], ["Un", "loup"]])
    align_corpus(SOURCE, TARGET, priors=tmp_path / "priors")
    align_corpus(SOURCE, TARGET, align_with=(SOURCE, TARGET))
    align_corpus([["The cat"], ["A", "dog"]], TARGET)
    assert counting.runs == [2, 2, 2, 4, 2]


def test_without_the_cache_nothing_is_kept_or_found(counting: Counting, tmp_path: Path) -> None:
    align_corpus(SOURCE, TARGET, cache=False)
    assert not cache_files(tmp_path)
    align_corpus(SOURCE, TARGET)
    align_corpus(SOURCE, TARGET, cache=False)
    assert counting.runs == [2, 2, 2]


@pytest.mark.parametrize("damage", [b"", b"antecede alignments 1 2 0\n", b"\x00" * 99, None])
def test_a_damaged_entry_is_computed_anew(counting: Counting, tmp_path: Path, damage: bytes | None) -> None:
    first = align_corpus(SOURCE, TARGET)
    (entry,) = cache_files(tmp_path)
    entry.write_bytes(entry.read_bytes()[:-1] if damage is None else damage)
    assert align_corpus(SOURCE, TARGET).alignments == first.alignments
    assert counting.runs == [2, 2]
    align_corpus(SOURCE, TARGET)
    assert counting.runs == [2, 2]


def test_a_cache_that_cannot_be_written_costs_only_time(
    counting: Counting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ANTECEDE_CACHE", str(tmp_path / "file" / "below"))
    assert len(align_corpus(SOURCE, TARGET).alignments) == 2
    assert counting.runs == [2]


def test_the_cache_drops_what_was_used_longest_ago(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    links = Alignments.parse(["0-0"])
    for key in "abc":
        cache.save(key, links, links)
        (tmp_path / "cache" / "alignments" / f"{key}.bin").touch()
    size = cache_files(tmp_path)[0].stat().st_size
    monkeypatch.setattr(cache, "LARGEST_CACHE", 2 * size)
    assert cache.load("a") is not None
    cache.save("d", links, links)
    assert [file.stem for file in cache_files(tmp_path)] == ["a", "d"]


def test_the_text_to_align_with_is_dropped_and_named(counting: Counting) -> None:
    result = align_corpus(SOURCE, TARGET, align_with=([["x"] * 5] * 3, [["y"] * 5] * 3))
    assert counting.runs == [5]
    assert result.alignments == Alignments.parse(["0-0 1-1", "0-0 1-1"])
    assert re.fullmatch(r"counting-1\.0\+gdfa\+with:[0-9a-f]{4}:[0-9a-f]{4}", result.signature)


def test_the_signature_names_the_priors(counting: Counting) -> None:
    result = align_corpus(SOURCE, TARGET, pair="en-fr")
    assert counting.runs
    assert re.fullmatch(r"counting-1\.0\+gdfa\+priors:[0-9a-f]{4}:[0-9a-f]{4}", result.signature)
    assert "priors" not in align_corpus(SOURCE, TARGET, pair="en-fr", priors=None).signature


def test_texts_that_are_not_parallel_are_refused(counting: Counting) -> None:
    longer = [*SOURCE, ["More"]]
    with pytest.raises(LengthMismatch, match="the source text has 3 lines but the target text has 2"):
        align_corpus(longer, TARGET)
    with pytest.raises(LengthMismatch, match="the source text to align with has 3 lines"):
        align_corpus(SOURCE, TARGET, align_with=(longer, TARGET))
    assert not counting.runs


def test_priors_for_an_aligner_that_takes_none_are_refused(
    counting: Counting, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(counting, "takes_priors", False)
    with pytest.raises(BadOption, match="takes no priors"):
        align_corpus(SOURCE, TARGET, priors=tmp_path / "priors")


def test_an_unknown_symmetrisation_is_refused_before_the_aligner_runs(counting: Counting) -> None:
    with pytest.raises(BadOption, match=r"unknown symmetrisation 'gdf'.*grow-diag-final-and"):
        align_corpus(SOURCE, TARGET, symmetrise="gdf")
    assert not counting.runs


@pytest.mark.eflomal
def test_eflomal_runs_once_and_is_repeatable_through_the_cache() -> None:
    first = align_corpus(SOURCE * 5, TARGET * 5, pair="en-fr")
    assert align_corpus(SOURCE * 5, TARGET * 5, pair="en-fr") == first
    assert re.fullmatch(r"eflomal-2\.\d+\+gdfa\+priors:[0-9a-f]{4}:[0-9a-f]{4}", first.signature)


@pytest.mark.parametrize("quick", [False, True])
@pytest.mark.usefixtures("counting")
def test_the_signature_says_that_fewer_passes_were_made(*, quick: bool) -> None:
    result = align_corpus(SOURCE, TARGET, pair="en-fr", quick=quick)
    assert ("+quick:" in result.signature) is quick
    # Without priors there is nothing to start from, and all passes are made.
    assert "quick" not in align_corpus(SOURCE, TARGET, pair="en-fr", priors=None, quick=quick).signature
