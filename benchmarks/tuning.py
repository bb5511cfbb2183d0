"""What tuning costs: one optimisation over n-best lists of a made-up development set, MERT and MIRA.

python benchmarks/tuning.py [--sentences 900] [--n-best 200] [--features 15]
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from antecede.evaluation.metrics import surface_metric
from antecede.smt.tuning.mert import Line, mert
from antecede.smt.tuning.mira import mira
from antecede.smt.tuning.pool import Lists


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sentences", type=int, default=900)
    parser.add_argument("--n-best", type=int, default=200)
    parser.add_argument("--features", type=int, default=15)
    options = parser.parse_args()
    lists = _made_up(options.sentences, options.n_best, options.features)
    weights = np.ones(options.features) / options.features
    tuned = np.ones(options.features, dtype=np.bool_)
    bleu = surface_metric("bleu")
    print(f"{options.sentences} sentences, {options.n_best}-best, {options.features} features")
    print(f"BLEU at the start: {lists.score(weights, bleu):.2f}")

    line = Line.through(lists, np.eye(options.features)[0])
    started = time.process_time()
    for _ in range(10):
        line.search(lists.features @ weights, lists.statistics, bleu)
    print(f"one line search: {(time.process_time() - started) * 100:.1f} ms CPU")
    for name, optimise in (("MERT, 20 restarts", mert), ("MIRA, 60 epochs", mira)):
        started = time.process_time()
        found = optimise(lists, bleu, weights, tuned=tuned, seed=1)
        print(f"{name}: {time.process_time() - started:.1f} s CPU, BLEU {found.score:.2f}")


def _made_up(sentences: int, n_best: int, features: int) -> Lists:
    """Lists whose quality is a hidden linear function of the features, with noise; a sentence has its own level."""
    random = np.random.default_rng(7)
    hidden = random.normal(size=features)
    rows = sentences * n_best
    values = random.normal(size=(rows, features)) * 2 + np.repeat(random.normal(size=(sentences, features)), n_best, 0)
    quality = values @ hidden / np.linalg.norm(hidden) / 2 + random.normal(size=rows)
    length = np.repeat(random.integers(8, 40, size=sentences), n_best)
    found = length + random.integers(-2, 3, size=rows)
    share = 1 / (1 + np.exp(-quality * 0.5))
    totals = np.stack([np.maximum(found - n, 0) for n in range(4)], axis=1)
    hits = np.floor(totals * share[:, None] ** np.array([1.0, 1.8, 2.6, 3.4]))
    statistics = np.column_stack([found, length, hits, totals]).astype(np.float64)
    return Lists(values, statistics, np.arange(0, rows + 1, n_best, dtype=np.int64))


if __name__ == "__main__":
    main()
