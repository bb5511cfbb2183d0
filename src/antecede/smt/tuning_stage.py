"""The tuning stage of training: the decoder on the development set, and the tuner in a loop."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from antecede.errors import LengthMismatch
from antecede.pairs import pair
from antecede.smt.corpus import checksum, read_lines
from antecede.smt.truecase import Truecaser, capitalise
from antecede.text.tokens import detokenise, words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path


def tune_model(  # each is an option of the command
    model: Path,
    source: Sequence[Path],
    target: Sequence[Path],
    *,
    folder: Path,
    tokenised: bool,
    seed: int,
    threads: int,
    progress: bool,
) -> dict[str, Any]:
    """The weights that translate the development set best, and their score."""
    native: Any = importlib.import_module("antecede.engines.native")
    tuning: Any = importlib.import_module("antecede.smt.tuning")
    told = native.ModelFolder.read(model)
    described = pair(told.pair)
    lines = [line for path in source for line in read_lines(path)]
    references = [line for path in target for line in read_lines(path)]
    if len(lines) != len(references):
        raise LengthMismatch(source[0], len(lines), target[0], len(references))
    cased = told.file("truecaser_source")
    truecaser = Truecaser.read(cased) if cased is not None else None
    sentences = [line.split() if tokenised else words(line, described.source) for line in lines]
    if truecaser is not None:
        sentences = [truecaser.apply(sentence) for sentence in sentences]
    engine = native.NativeEngine.open(told, threads=threads)

    def decode(weights: Mapping[str, Sequence[float]], n_best: int) -> object:
        return engine.with_weights(weights).translate(sentences, n_best=n_best, distinct=True)

    def text(tokens: Sequence[str]) -> str:
        if tokenised:
            return " ".join(tokens)
        return detokenise(capitalise(tokens) if truecaser is not None else tokens, described.target)

    bar = _Bar(enabled=progress)
    folder.mkdir(exist_ok=True)
    inputs = {
        path.name: checksum(path) for path in (*source, *target, told.file("phrase_table"), told.file("language_model"))
    }
    settings = tuning.Settings(seed=seed)
    tuned = tuning.tune(
        decode, references, engine.weights, settings, text=text, folder=folder, report=bar.tell, inputs=inputs
    )
    return {
        "weights": {name: list(values) for name, values in tuned.weights.items()},
        "scores": {"dev": float(tuned.score), "metric": settings.metric, "iterations": len(tuned.iterations)},
    }


class _Bar:
    """A line on the error stream for each iteration."""

    def __init__(self, *, enabled: bool) -> None:
        self._enabled = enabled

    def tell(self, iteration: Any) -> None:  # noqa: ANN401  # the tuner's own
        if self._enabled:
            from rich.console import Console

            Console(stderr=True).print(f"tuning: {iteration.score:.2f} on the development set", highlight=False)
