"""Tune weights: decode, add what is new to the lists, optimise, and again, until nothing changes."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

from antecede.errors import BadOption, EngineError
from antecede.evaluation.metrics import surface_metric
from antecede.smt.tuning.checkpoint import Checkpoint, Iteration
from antecede.smt.tuning.mert import mert
from antecede.smt.tuning.mira import mira
from antecede.smt.tuning.pool import Pool
from antecede.smt.tuning.weights import Layout, normalised, towards

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from antecede.evaluation.metrics import SurfaceMetric
    from antecede.smt.tuning.mert import Optimum
    from antecede.smt.tuning.pool import Hypothesis, Lists
    from antecede.smt.tuning.weights import Weights


class Decode(Protocol):
    """An n-best list for each sentence of the development set, the best hypothesis first."""

    def __call__(self, weights: Weights, n_best: int, /) -> Sequence[Sequence[Hypothesis]]: ...


@dataclass(frozen=True)
class Settings:
    """How to tune."""

    method: str = "mert"
    metric: str = "bleu"
    n_best: int = 200
    iterations: int = 15
    patience: int = 4
    """How many iterations in a row may bring no better translations before tuning ends."""
    seed: int = 1

    def __post_init__(self) -> None:
        """Refuse settings that make no sense."""
        if self.method not in _OPTIMISERS:
            known = ", ".join(sorted(_OPTIMISERS))
            raise BadOption(f"unknown tuning method '{self.method}': the methods are {known}")
        for name in ("n_best", "iterations", "patience"):
            if getattr(self, name) < 1:
                raise BadOption(f"{name.replace('_', '-')} must be at least 1, not {getattr(self, name)}")
        if self.seed < 0:
            raise BadOption(f"the seed must not be negative, but it is {self.seed}")


@dataclass(frozen=True)
class Tuned:
    """The weights whose translations of the development set scored best, and how they were found."""

    weights: dict[str, list[float]]
    score: float
    iterations: tuple[Iteration, ...]
    reason: str
    """Why tuning ended."""


def tune(
    decode: Decode,
    references: Sequence[str],
    weights: Weights,
    settings: Settings,
    *,
    text: Callable[[Sequence[str]], str] = " ".join,
    folder: Path | None = None,
    report: Callable[[Iteration], None] = lambda _: None,
    inputs: Mapping[str, str] | None = None,
) -> Tuned:
    """Tune `weights` on a development set.

    `text` makes of a hypothesis's tokens what is compared with the reference. A run with a `folder` is kept there
    after every iteration and continues from there; `inputs` says what else it depends on (checksums of source and
    model, say). `report` is called with every iteration as it ends.
    """
    run = _Run(decode, references, weights, settings, text)
    checkpoint = Checkpoint(folder, run.identity(inputs or {})) if folder is not None else None
    if checkpoint is not None:
        run.resume(*checkpoint.load())
    while run.reason is None:
        fresh = run.iterate()
        report(run.done[-1])
        if checkpoint is not None:
            checkpoint.save(run.done, fresh)
    best = max(run.done, key=lambda iteration: iteration.score)
    named = run.layout.named(normalised(np.array(best.weights), run.layout.tuned()))
    return Tuned(named, best.score, tuple(run.done), run.reason)


@dataclass
class _Run:
    decode: Decode
    references: Sequence[str]
    initial: Weights
    settings: Settings
    text: Callable[[Sequence[str]], str]
    done: list[Iteration] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.references:
            raise BadOption("there are no sentences to tune on; give a development set")
        self.layout = Layout.of(self.initial)
        self.metric = surface_metric(self.settings.metric)
        self.pool = Pool(self.references, self.layout, self.metric, self.text)

    def identity(self, inputs: Mapping[str, str]) -> dict[str, Any]:
        """All that the result depends on, the number of iterations and the patience aside: they may grow."""
        return {
            "method": self.settings.method,
            "metric": self.settings.metric,
            "n_best": self.settings.n_best,
            "seed": self.settings.seed,
            "references": hashlib.sha256("\n".join(self.references).encode()).hexdigest(),
            "weights": {name: list(values) for name, values in self.initial.items()},
            "inputs": dict(inputs),
        }

    def resume(self, done: Sequence[Iteration], hypotheses: Sequence[Lists]) -> None:
        self.done = list(done)
        for lists in hypotheses:
            self.pool.add(lists)

    def iterate(self) -> Lists:
        """One iteration more; what it found."""
        weights = np.array(self.done[-1].next_weights) if self.done else self.layout.vector(self.initial)
        number = len(self.done) + 1
        decoded = self.decode(self.layout.named(weights), self.settings.n_best)
        if len(decoded) != len(self.references):
            raise EngineError(f"the decoder translated {len(decoded)} sentences of {len(self.references)}")
        every, fresh = self.pool.gather(decoded)
        firsts = every.statistics[every.offsets[:-1][np.diff(every.offsets) > 0]]
        if not len(firsts):
            raise EngineError("the decoder found no translation for any sentence of the development set")
        self.pool.add(fresh)
        optimise = _OPTIMISERS[self.settings.method]
        # A seed of its own for each iteration, so that a resumed run draws the same numbers.
        seed = self.settings.seed * 1000 + number
        tuned = self.layout.tuned()
        optimum = optimise(self.pool.lists(), self.metric, weights, tuned=tuned, seed=seed)
        # Where nothing is new the lists can be trusted all the way.
        share = number / (number + 1)
        following = towards(weights, optimum.weights, tuned, share) if len(fresh.features) else optimum.weights
        self.done.append(
            Iteration(
                number=number,
                weights=tuple(weights.tolist()),
                score=float(self.metric.score(firsts.sum(axis=0, keepdims=True))[0]),
                fresh=len(fresh.features),
                next_weights=tuple(following.tolist()),
                next_score=optimum.score,
            )
        )
        return fresh

    @property
    def reason(self) -> str | None:
        """Why no further iteration is worth it; None while one is."""
        if not self.done:
            return None
        last = self.done[-1]
        tuned = self.layout.tuned()
        before, after = (normalised(np.array(weights), tuned) for weights in (last.weights, last.next_weights))
        best = max(self.done, key=lambda iteration: iteration.score).number
        if last.fresh == 0 and (len(self.done) == 1 or self.done[-2].fresh == 0):
            return "no new hypotheses"
        if np.abs(after - before).max() < _SETTLED:
            return "the weights have settled"
        if last.number - best >= self.settings.patience:
            return f"no better translations for {self.settings.patience} iterations"
        if last.number >= self.settings.iterations:
            return f"{self.settings.iterations} iterations are done"
        return None


class _Optimiser(Protocol):
    def __call__(
        self,
        lists: Lists,
        metric: SurfaceMetric,
        weights: NDArray[np.float64],
        /,
        *,
        tuned: NDArray[np.bool_],
        seed: int,
    ) -> Optimum: ...


_OPTIMISERS: Final[dict[str, _Optimiser]] = {"mert": mert, "mira": mira}
_SETTLED: Final = 1e-5
