"""Entropy pruning against its definition, and the packed form of what is left."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reference_lm import END, START, UNKNOWN, Entry, Words

from antecede.errors import AntecedeError, BadOption
from antecede.smt.language_model import LanguageModel, build, estimate, prune

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

LN10 = math.log(10)
quick = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def write_text(path: Path, seed: int, lines: int = 60) -> list[list[str]]:
    roll = random.Random(seed)  # noqa: S311 - no secrets here
    words = [f"w{int(roll.paretovariate(0.7)) % 12}" for _ in range(lines * 5)]
    sentences = [words[at * 5 : at * 5 + roll.randint(1, 5)] for at in range(lines)]
    path.write_text("".join(" ".join(sentence) + "\n" for sentence in sentences))
    return sentences


def read(path: Path) -> dict[Words, Entry]:
    entries = {}
    for line in path.read_text().splitlines():
        fields = line.split("\t")
        if len(fields) > 1:
            entries[tuple(fields[1].split())] = Entry(float(fields[0]), float(fields[2]) if len(fields) > 2 else 0.0)
    return entries


def natural(model: Mapping[Words, Entry], gram: Words) -> float:
    """The natural logarithm of P(last word | words before), by backing off."""
    if gram in model:
        return model[gram].log10 * LN10
    if len(gram) == 1:
        return natural(model, (UNKNOWN,))
    backoff = model[gram[:-1]].backoff * LN10 if gram[:-1] in model else 0.0
    return backoff + natural(model, gram[1:])


def loss(model: Mapping[Words, Entry], gram: Words) -> float:
    """The relative entropy between the words after a context and the same without one n-gram: from its definition."""
    context = gram[:-1]
    vocabulary = [word for (word, *more) in model if not more and word != START]
    without = {words: entry for words, entry in model.items() if words != gram}
    seen = [word for word in vocabulary if (*context, word) in without]
    unseen = 1 - sum(math.exp(natural(model, (*context, word))) for word in seen)
    below = 1 - sum(math.exp(natural(model, (*context[1:], word))) for word in seen)
    weight = math.log(unseen / below)
    divergence = 0.0
    for word in vocabulary:
        old = natural(model, (*context, word))
        new = natural(model, (*context, word)) if word in seen else weight + natural(model, (*context[1:], word))
        divergence += math.exp(old) * (old - new)
    return divergence


@quick
@given(seed=st.integers(0, 10**6), threshold=st.sampled_from([1e-6, 1e-4, 1e-3, 1e-2]))
def test_what_is_left_out_is_what_the_definition_says(tmp_path: Path, seed: int, threshold: float) -> None:
    sentences = write_text(tmp_path / "text", seed)
    whole = estimate([tmp_path / "text"], order=2)
    whole.write_arpa(tmp_path / "whole")
    whole.pruned(threshold, [tmp_path / "text"]).write_arpa(tmp_path / "pruned")
    model, pruned = read(tmp_path / "whole"), read(tmp_path / "pruned")
    tokens = [word for sentence in sentences for word in (START, *sentence)]
    for gram in model:
        if len(gram) == 1:
            assert gram in pruned
            continue
        change = math.expm1(tokens.count(gram[0]) / len(tokens) * loss(model, gram))
        if abs(change - threshold) > 1e-3 * threshold:
            assert (gram in pruned) == (change >= threshold)
            if gram in pruned:
                assert pruned[gram].log10 == model[gram].log10


@quick
@given(seed=st.integers(0, 10**6), threshold=st.sampled_from([0.0, 1e-4, 1e-3, 1.0]), counted=st.booleans())
def test_a_pruned_model_is_a_model(tmp_path: Path, seed: int, threshold: float, counted: bool) -> None:
    write_text(tmp_path / "text", seed)
    texts = [tmp_path / "text"] if counted else []
    estimated = estimate([tmp_path / "text"], order=4)
    pruned = estimated.pruned(threshold, texts)
    pruned.write_arpa(tmp_path / "arpa")
    model = read(tmp_path / "arpa")
    for gram in model:
        if len(gram) > 1:
            assert gram[:-1] in model
            assert gram[1:] in model
    vocabulary = [word for (word, *more) in model if not more and word != START]
    for context in [gram for gram in model if len(gram) < 4 and END not in gram]:
        total = sum(math.exp(natural(model, (*context, word))) for word in vocabulary)
        assert total == pytest.approx(1, abs=1e-4)
    if threshold == 0:
        assert pruned.counts == estimated.counts
    if threshold == 1:
        assert sum(pruned.counts) == pruned.counts[0]


@pytest.mark.parametrize("form", ["arpa", "mapped", "quantised"])
def test_any_form_of_a_model_can_be_pruned(tmp_path: Path, form: str) -> None:
    write_text(tmp_path / "text", 3)
    estimated = estimate([tmp_path / "text"], order=3)
    if form == "arpa":
        estimated.write_arpa(tmp_path / form)
    else:
        estimated.write(tmp_path / form, quantise=form == "quantised")
    expected = estimated.pruned(1e-3, [tmp_path / "text"])
    found = prune(tmp_path / form, 1e-3, [tmp_path / "text"])
    if form != "quantised":
        assert found.counts == expected.counts
    found.write(tmp_path / "small", quantise=True)
    found.write_arpa(tmp_path / "small.arpa")
    small, exact = LanguageModel(tmp_path / "small"), LanguageModel(tmp_path / "small.arpa")
    assert small.counts == exact.counts
    for line in (tmp_path / "text").read_text().splitlines():
        assert small.log10(line) == pytest.approx(exact.log10(line), abs=0.05)


@quick
@given(seed=st.integers(0, 10**6), order=st.integers(1, 4), quantise=st.booleans())
def test_a_model_can_be_written_as_text_again(tmp_path: Path, seed: int, order: int, quantise: bool) -> None:
    write_text(tmp_path / "text", seed, lines=20)
    estimated = estimate([tmp_path / "text"], order=order)
    estimated.write_arpa(tmp_path / "arpa")
    estimated.write(tmp_path / "lm", quantise=quantise)
    LanguageModel(tmp_path / "lm").write_arpa(tmp_path / "again")
    model, again = read(tmp_path / "arpa"), read(tmp_path / "again")
    assert again.keys() == model.keys()
    for gram, entry in model.items():
        if gram != (START,):
            assert again[gram] == pytest.approx(entry, abs=1e-5 if not quantise else 0.05)
    build(tmp_path / "again", tmp_path / "lm2", quantise=quantise)
    assert LanguageModel(tmp_path / "lm2").log10("w1 w2 w3") == pytest.approx(
        LanguageModel(tmp_path / "lm").log10("w1 w2 w3"), abs=1e-4 if not quantise else 0.1
    )


@pytest.mark.parametrize("threshold", [-1.0, math.nan, math.inf])
def test_a_threshold_that_makes_no_sense_is_refused(tmp_path: Path, threshold: float) -> None:
    write_text(tmp_path / "text", 1)
    with pytest.raises(BadOption, match="threshold"):
        estimate([tmp_path / "text"], order=2).pruned(threshold)


def test_what_is_missing_is_told(tmp_path: Path) -> None:
    write_text(tmp_path / "text", 1)
    with pytest.raises(AntecedeError, match="nowhere"):
        prune(tmp_path / "nowhere", 1e-7)
    with pytest.raises(AntecedeError, match="nowhere"):
        estimate([tmp_path / "text"], order=2).pruned(1e-7, [tmp_path / "nowhere"])
