"""The tuning stage of training: the decoder on the development set, and the tuner in a loop."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from antecede.engines.native import NativeEngine
from antecede.files.packed import checksum
from antecede.models import ModelFolder
from antecede.pairs import pair
from antecede.progress import showing
from antecede.smt.tuning import tune
from antecede.text.parallel import ParallelText
from antecede.text.tokens import detokenise, words
from antecede.text.truecase import capitalise

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from antecede.engines import Hypothesis
    from antecede.smt.tuning import Iteration, Settings, Tuned

# Sentences between two steps of the bar.
_PART: Final = 50


def tune_model(
    model: ModelFolder | Path,
    source: Sequence[Path],
    target: Sequence[Path],
    settings: Settings,
    *,
    folder: Path,
    tokenised: bool,
    threads: int,
    progress: bool,
) -> Tuned:
    """The weights that translate the development set best; `folder` keeps what a killed run had done."""
    opened = model if isinstance(model, ModelFolder) else ModelFolder.read(model)
    described = pair(opened.pair)
    development = ParallelText.read(source, target, tokenised=tokenised)
    references = development.targets[0]
    truecaser = opened.truecaser("source")
    # As in training, where every Unicode space separates tokens.
    sentences = [line.split() if tokenised else words(line, described.source) for line in development.source]
    if truecaser is not None:
        sentences = [truecaser.apply(sentence) for sentence in sentences]
    engine = NativeEngine.open(opened, threads=threads)

    def decode(weights: Mapping[str, Sequence[float]], n_best: int, /) -> list[list[Hypothesis]]:
        weighted = engine.with_weights(weights)
        hypotheses: list[list[Hypothesis]] = []
        with showing("translating the development set", enabled=progress) as show:
            for start in range(0, len(sentences), _PART):
                part = weighted.translate(sentences[start : start + _PART], n_best=n_best, distinct=True)
                hypotheses += map(list, part)
                show(len(hypotheses) / len(sentences))
        return hypotheses

    def text(tokens: Sequence[str]) -> str:
        if tokenised:
            return " ".join(tokens)
        return detokenise(capitalise(tokens) if truecaser is not None else tokens, described.target)

    def report(iteration: Iteration) -> None:
        if progress:
            sys.stderr.write(
                f"tuning, iteration {iteration.number}: {settings.metric} {iteration.score:.2f},"
                f" {iteration.fresh} new translations, {iteration.next_score:.2f} expected\n"
            )

    inputs = {name: checksum(opened.path / file) for name, file in opened.files.items()}
    inputs["source"] = " ".join(checksum(path) for path in source)
    inputs["decoder"] = repr(sorted(opened.settings.items()))
    return tune(decode, references, engine.weights, settings, text=text, folder=folder, report=report, inputs=inputs)
