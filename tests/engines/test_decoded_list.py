"""Lists that stay the decoder's: the same as lists of hypotheses, written, read and cut."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from decoder_reference import random_model
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from antecede import _native
from antecede.alignment.pronouns import find
from antecede.engines import Hypothesis
from antecede.engines.native import DecodedList, NativeEngine
from antecede.engines.nbest import CompactList, format_n_best, n_best_lines
from antecede.pairs import PronounLists

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

quick = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
# Some of the random models' words; what they are said to be does not matter.
LISTS = PronounLists(
    name="test",
    source_pronouns=frozenset({"s0", "s1", "s2"}),
    target_pronouns=frozenset({"t0", "t1", "t2", "t3"}),
    reference_pronouns=frozenset({"t0", "t1", "t2", "t3"}),
    translations={"s0": frozenset({"t0", "t1"}), "s1": frozenset({"t1", "t2"}), "s2": frozenset({"t3"})},
)


def decoded(folder: Path, seed: int, words: int) -> tuple[list[str], DecodedList]:
    model, source = random_model(seed, words=words)
    assume(model.table)
    phrases, lm = model.write(folder)
    models = _native.DecoderModels(_native.PhraseTable.open(phrases), lm)
    weights = {name: model.weights[name] for name, _ in models.features}
    [listed] = NativeEngine(models, weights, {"distortion_limit": model.distortion_limit}).translate(
        [source], n_best=200
    )
    return source, listed


@quick
@given(seed=st.integers(0, 10**6), words=st.integers(1, 8))
def test_the_decoders_lines_are_those_of_its_hypotheses(tmp_path: Path, seed: int, words: int) -> None:
    _, listed = decoded(tmp_path, seed, words)
    assert isinstance(listed, CompactList)
    assert n_best_lines(7, listed) == n_best_lines(7, list(listed))


@quick
@given(seed=st.integers(0, 10**6), words=st.integers(1, 8))
def test_what_is_left_out_repeats_what_a_better_hypothesis_makes_of_the_pronouns(
    tmp_path: Path, seed: int, words: int
) -> None:
    source, listed = decoded(tmp_path, seed, words)
    places = [place for place, word in enumerate(source) if word in LISTS.source_pronouns]
    kept = listed.differing(places, places)
    assert kept == sorted(set(kept))
    assert kept[0] == 0
    assert first_of_each(source, listed, places, range(len(listed))) == first_of_each(source, listed, places, kept)


def first_of_each(
    source: Sequence[str], listed: Sequence[Hypothesis], places: Sequence[int], ranks: Sequence[int]
) -> dict[tuple[str, ...], int]:
    """For each tuple of pronouns, the first of the ranked hypotheses that has it."""
    first: dict[tuple[str, ...], int] = {}
    for rank in ranks:
        told = listed[rank]
        words = (find(source, told.tokens, told.alignment, place, LISTS, "fr") for place in places)
        first.setdefault(tuple("" if each is None else each.text for each in words), rank)
    return first


def test_bars_and_large_numbers_are_written_as_from_python(model_folder: Path) -> None:
    [listed] = NativeEngine.open(model_folder).translate([["a|b", "|", "é"]], n_best=2)
    line = listed.moses_lines(0).decode()
    assert line.startswith("0 ||| a&#124;b &#124; é ||| ")
    assert line == format_n_best([list(listed)])


def test_a_list_is_a_sequence_of_hypotheses(model_folder: Path) -> None:
    [listed] = NativeEngine.open(model_folder).translate([["the", "cat", "sleeps", "."]], n_best=3)
    assert len(listed) == 3
    assert listed[-1] == listed[2]
    assert listed[1:] == [listed[1], listed[2]]
    assert [hypothesis.score for hypothesis in listed] == sorted((h.score for h in listed), reverse=True)
    with pytest.raises(IndexError):
        listed[3]
    assert not isinstance([Hypothesis(())], CompactList)
