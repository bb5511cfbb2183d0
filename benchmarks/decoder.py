"""How fast the decoder is: words a second at several pop limits beside Moses's, growth with text, stacks and threads.

python benchmarks/decoder.py --model MODEL --source test.en [--reference test.fr] [--sentences 1000]

The texts are tokenised as the model's. Moses's figures are those of one thread on 1,000 lines of Europarl (26,600
words) with a table of 300,000 pairs, a 5-gram model and default weights; loading is not counted, here or there.
"""

from __future__ import annotations

import argparse
import resource
import time
from typing import Final, NamedTuple

import sacrebleu

from antecede.engines.native import NativeEngine
from antecede.models import ModelFolder

MOSES: Final = {"pop limit 400": 1027, "pop limit 1000": 467, "1000-best, pop limit 400": 654}
MOSES_BLEU: Final = 33.3


class _Run(NamedTuple):
    words_per_cpu_second: float
    words_per_second: float
    score: float
    bleu: float | None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", required=True)
    parser.add_argument("--source", required=True)
    parser.add_argument("--reference")
    parser.add_argument("--sentences", type=int, default=1000)
    parser.add_argument("--pop-limits", type=int, nargs="+", default=[100, 150, 200, 400, 1000])
    options = parser.parse_args()
    source = _lines(options.source)[: options.sentences]
    reference = _lines(options.reference)[: options.sentences] if options.reference else None
    started = time.perf_counter()
    folder = ModelFolder.read(options.model)
    engine = NativeEngine.open(folder)
    print(f"loading: {time.perf_counter() - started:.3f} s")
    _run(engine, source, None)  # so that every run finds the same pages in memory
    print(f"Moses: {', '.join(f'{name} {speed} words/s' for name, speed in MOSES.items())}; BLEU {MOSES_BLEU}")
    print("pop limit   words/s  (CPU)  times Moses at 400   mean score   BLEU")
    for limit in options.pop_limits:
        run = _run(NativeEngine.open(folder, pop_limit=limit), source, reference)
        ratio = run.words_per_second / MOSES["pop limit 400"]
        bleu = "" if run.bleu is None else f"{run.bleu:.2f}"
        print(
            f"{limit:9} {run.words_per_second:9.0f} {run.words_per_cpu_second:7.0f} {ratio:19.2f}"
            f" {run.score:12.4f} {bleu:>6}"
        )
    listed = _run(NativeEngine.open(folder, pop_limit=400), source, None, n_best=1000)
    print(f"1000-best, pop limit 400: {listed.words_per_second:.0f} words/s, CPU {listed.words_per_cpu_second:.0f}")
    _growth(folder, source)
    print(f"peak resident memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def _growth(folder: ModelFolder, source: list[str]) -> None:
    half = _seconds(NativeEngine.open(folder), source[: len(source) // 2])
    whole = _seconds(NativeEngine.open(folder), source)
    words = sum(len(line.split()) for line in source) / sum(len(line.split()) for line in source[: len(source) // 2])
    print(f"{words:.2f} times the words: {whole / half:.2f} times the time")
    one = _seconds(NativeEngine.open(folder, pop_limit=200, stack_size=200), source)
    two = _seconds(NativeEngine.open(folder, pop_limit=400, stack_size=400), source)
    print(f"stacks of 400 for 200: {two / one:.2f} times the time")
    engine = NativeEngine.open(folder)
    single, double = (_wall(engine, source, threads) for threads in (1, 2))
    print(f"two threads: {single / double:.2f} times the speed of one")


def _run(engine: NativeEngine, source: list[str], reference: list[str] | None, n_best: int = 1) -> _Run:
    sentences = [line.split() for line in source]
    cpu, wall = time.process_time(), time.perf_counter()
    found = engine.decoder.translate(sentences, n_best=n_best)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    words = sum(map(len, sentences))
    output = [" ".join(translations.tokens(0)) for translations in found]
    bleu = sacrebleu.corpus_bleu(output, [reference], tokenize="none", force=True).score if reference else None
    score = sum(float(translations.scores[0]) for translations in found) / len(found)
    return _Run(words / cpu, words / wall, score, bleu)


def _seconds(engine: NativeEngine, source: list[str]) -> float:
    started = time.process_time()
    engine.decoder.translate([line.split() for line in source])
    return time.process_time() - started


def _wall(engine: NativeEngine, source: list[str], threads: int) -> float:
    started = time.perf_counter()
    engine.decoder.translate([line.split() for line in source], threads=threads)
    return time.perf_counter() - started


def _lines(path: str) -> list[str]:
    with open(path, encoding="utf-8") as file:  # noqa: PTH123 - as it stands on the command line
        return [line.rstrip("\n") for line in file]


if __name__ == "__main__":
    main()
