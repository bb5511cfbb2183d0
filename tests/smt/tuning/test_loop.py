"""The loop around the optimisers, with a decoder that fits in a few lines."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pytest

from antecede.errors import BadOption, EngineError, InputError
from antecede.evaluation.metrics import surface_metric
from antecede.smt.tuning import Iteration, Settings, tune
from antecede.smt.tuning.pool import Pool
from antecede.smt.tuning.weights import FARTHEST, Layout, normalised, towards

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

WORDS = "one two three four five six seven eight nine ten".split()
START = {"Good0": [0.01], "Pair0": [0.5, 0.5], "UnknownWordPenalty0": [1.0]}


@dataclass(frozen=True)
class Translation:
    tokens: tuple[str, ...]
    features: Mapping[str, Sequence[float]]


class Toy:
    """Every sentence has 60 fixed translations; one feature says how many words are right, two mislead."""

    def __init__(self, sentences: int = 8, seed: int = 2, fail_at: int | None = None) -> None:
        random = np.random.default_rng(seed)
        self.references = [" ".join(random.choice(WORDS, size=8)) for _ in range(sentences)]
        self.calls: list[Mapping[str, Sequence[float]]] = []
        self.fail_at = fail_at
        self.all = []
        for reference in self.references:
            options = []
            for _ in range(60):
                right = random.random(8) < random.random()
                tokens = [a if keep else "zero" for a, keep in zip(reference.split(), right, strict=True)]
                noise = random.normal(size=3)
                values = {"Good0": [sum(right) + noise[0]], "Pair0": [noise[1] * 3, -sum(right) / 2 + noise[2]]}
                options.append(Translation(tuple(tokens), values))
            self.all.append(options)

    def __call__(self, weights: Mapping[str, Sequence[float]], n_best: int, /) -> list[list[Translation]]:
        if self.fail_at is not None and len(self.calls) == self.fail_at:
            raise KeyboardInterrupt
        self.calls.append(weights)

        def score(translation: Translation) -> float:
            return sum(
                w * v
                for name, values in translation.features.items()
                for w, v in zip(weights[name], values, strict=True)
            )

        return [sorted(options, key=score, reverse=True)[:n_best] for options in self.all]


@pytest.mark.parametrize("method", ["mert", "mira"])
@pytest.mark.parametrize("measure", ["bleu", "chrf"])
def test_tuning_makes_the_translations_better(method: str, measure: str) -> None:
    toy = Toy()
    tuned = tune(toy, toy.references, START, Settings(method=method, metric=measure, n_best=10, iterations=6))
    assert tuned.score > tuned.iterations[0].score + 5
    assert tuned.score == max(iteration.score for iteration in tuned.iterations)
    assert tuned.weights["UnknownWordPenalty0"] == [1.0]
    assert sum(abs(value) for name in ("Good0", "Pair0") for value in tuned.weights[name]) == pytest.approx(1)


@pytest.mark.parametrize("method", ["mert", "mira"])
@pytest.mark.parametrize("killed_at", [0, 1, 2])
def test_a_killed_run_goes_on_and_ends_alike(tmp_path: Path, method: str, killed_at: int) -> None:
    settings = Settings(method=method, n_best=3, iterations=5, patience=5)
    whole = Toy()
    expected = tune(whole, whole.references, START, settings)
    killed = Toy(fail_at=killed_at)
    with pytest.raises(KeyboardInterrupt):
        tune(killed, killed.references, START, settings, folder=tmp_path / "run")
    resumed = Toy()
    found = tune(resumed, resumed.references, START, settings, folder=tmp_path / "run")
    assert found == expected
    assert len(killed.calls) + len(resumed.calls) == len(whole.calls)


@pytest.mark.parametrize("damage", ["state.json", "lists-001.npz"])
def test_a_damaged_checkpoint_means_that_the_work_is_done_again(tmp_path: Path, damage: str) -> None:
    settings, toy = Settings(n_best=6, iterations=3), Toy()
    expected = tune(toy, toy.references, START, settings, folder=tmp_path)
    whole = (tmp_path / damage).read_bytes()
    (tmp_path / damage).write_bytes(whole[: len(whole) // 2])
    again = Toy()
    assert tune(again, again.references, START, settings, folder=tmp_path) == expected
    assert len(again.calls) == len(toy.calls)


@pytest.mark.parametrize(
    ("settings", "inputs"), [(Settings(n_best=6, iterations=2, seed=9), "a"), (Settings(n_best=6, iterations=2), "b")]
)
def test_another_run_in_the_same_folder_starts_anew(tmp_path: Path, settings: Settings, inputs: str) -> None:
    first = Toy()
    tune(first, first.references, START, Settings(n_best=6, iterations=2), folder=tmp_path, inputs={"source": "a"})
    other = Toy()
    tune(other, other.references, START, settings, folder=tmp_path, inputs={"source": inputs})
    assert len(other.calls) > 0


def test_more_iterations_go_on_from_fewer(tmp_path: Path) -> None:
    whole = Toy()
    expected = tune(whole, whole.references, START, Settings(n_best=4, iterations=4))
    few, more = Toy(), Toy()
    tune(few, few.references, START, Settings(n_best=4, iterations=2), folder=tmp_path)
    found = tune(more, more.references, START, Settings(n_best=4, iterations=4), folder=tmp_path)
    assert found == expected
    assert len(more.calls) == len(whole.calls) - 2


def test_the_state_is_json_that_says_what_happened(tmp_path: Path) -> None:
    toy = Toy()
    heard: list[Iteration] = []
    tuned = tune(toy, toy.references, START, Settings(n_best=6, iterations=3), folder=tmp_path, report=heard.append)
    state = json.loads((tmp_path / "state.json").read_text(encoding="utf-8"))
    assert [entry["score"] for entry in state["iterations"]] == [iteration.score for iteration in tuned.iterations]
    assert tuple(heard) == tuned.iterations


def test_lists_that_hold_everything_end_the_run() -> None:
    toy = Toy()
    tuned = tune(toy, toy.references, START, Settings(n_best=60, iterations=9))
    assert tuned.reason in {"no new hypotheses", "the weights have settled"}
    assert tuned.iterations[0].fresh <= 8 * 60
    assert len(tuned.iterations) <= 4
    assert tuned.score == pytest.approx(tuned.iterations[-2].next_score)


def test_a_run_without_gains_runs_out_of_patience() -> None:
    class Drifting(Toy):
        """Finds something new each time, but never anything better."""

        def __call__(self, weights: Mapping[str, Sequence[float]], n_best: int, /) -> list[list[Translation]]:
            self.calls.append(weights)
            noise = float(len(self.calls))
            values = [{"Good0": [value], "Pair0": [noise, value * noise]} for value in (0.0, 1.0)]
            return [[Translation((word,), one) for word, one in zip(("one", "two"), values, strict=True)]] * n_best

    toy = Drifting()
    tuned = tune(toy, ["two one", "one two"], START, Settings(n_best=2, iterations=30, patience=2, metric="chrf"))
    assert len(tuned.iterations) <= 5


@pytest.mark.parametrize(
    ("lists", "problem"),
    [
        ([], "translated 0 sentences of 2"),
        ([[], []], "no translation for any sentence"),
        ([[Translation(("a",), {"Other0": [1.0]})], []], "feature Other0 has no weights"),
        ([[Translation(("a",), {"Pair0": [1.0]})], []], "feature Pair0 has 1 values but 2 weights"),
    ],
)
def test_a_decoder_that_does_not_fit_is_a_clear_error(lists: list[list[Translation]], problem: str) -> None:
    with pytest.raises((EngineError, InputError), match=problem):
        tune(lambda _weights, _n_best: lists, ["a", "b"], START, Settings())


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"method": "pro"}, "unknown tuning method 'pro': the methods are mert, mira"),
        ({"n_best": 0}, "n-best must be at least 1, not 0"),
        ({"iterations": -1}, "iterations must be at least 1, not -1"),
        ({"seed": -1}, "the seed must not be negative"),
    ],
)
def test_bad_settings_are_refused(options: dict[str, int], problem: str) -> None:
    with pytest.raises(BadOption, match=problem):
        Settings(**options)  # type: ignore[arg-type]


def test_no_sentences_are_refused() -> None:
    with pytest.raises(BadOption, match="no sentences"):
        tune(lambda _weights, _n_best: [], [], START, Settings())


def test_the_pool_keeps_one_of_equals() -> None:
    pool = Pool(["a b c d"], Layout((("F0", 1),)), surface_metric("bleu"), " ".join)
    one = Translation(("a", "b"), {"F0": [1.0]})
    other = Translation(("a", "b"), {"F0": [2.0]})
    every, fresh = pool.gather([[one, one, other]])
    assert (len(every.features), len(fresh.features)) == (3, 2)
    pool.add(fresh)
    _, fresh = pool.gather([[other, one]])
    assert len(fresh.features) == 0
    assert pool.lists().features.tolist() == [[1.0], [2.0]]


def test_normalised_weights_keep_what_is_not_tuned() -> None:
    vector = normalised(np.array([3.0, -1.0, 9.0]), np.array([True, True, False]))
    assert vector.tolist() == [0.75, -0.25, 9.0]
    assert normalised(np.zeros(2), np.array([True, True])).tolist() == [0.0, 0.0]


@pytest.mark.parametrize(
    ("before", "after", "share", "expected"),
    [
        ([0.6, 0.4, 7.0], [0.4, 0.6, 7.0], 0.5, [0.5, 0.5, 7.0]),
        ([6.0, 4.0, 7.0], [0.4, 0.6, 7.0], 0.5, [0.5, 0.5, 7.0]),  # only preferences count
        ([6.0, 4.0, 7.0], [4.0, 6.0, 7.0], 1.0, [4.0, 6.0, 7.0]),
        ([1.0, 0.0, 7.0], [0.0, 1.0, 7.0], 1.0, [0.75, 0.25, 7.0]),  # no farther than the bound
        ([0.5, 0.5, 7.0], [0.5, 0.5, 7.0], 0.5, [0.5, 0.5, 7.0]),
    ],
)
def test_a_step_goes_part_of_the_way(
    before: list[float], after: list[float], share: float, expected: list[float]
) -> None:
    assert FARTHEST == 0.5
    step = towards(np.array(before), np.array(after), np.array([True, True, False]), share)
    assert step == pytest.approx(expected)
