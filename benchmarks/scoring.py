"""What scoring costs: CPU as a ratio to sacrebleu's BLEU on the same files, growth, and memory for a million pairs.

python benchmarks/scoring.py [--sentences 20000] [--million]
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import sacrebleu

from antecede.alignment import Alignments
from antecede.evaluation.metrics import apt, autof
from antecede.evaluation.significance import paired_bootstrap
from antecede.pairs import pair

if TYPE_CHECKING:
    from collections.abc import Callable

SENTENCE_LENGTH = 25  # words, of six letters: about Europarl's


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sentences", type=int, default=20_000)
    parser.add_argument("--million", action="store_true", help="also score a million pairs with the command")
    options = parser.parse_args()
    small, large = (_Texts.make(n) for n in (options.sentences, 4 * options.sentences))
    bleu = _cpu(small.bleu)
    ours = _cpu(small.ours)
    print(
        f"{options.sentences} sentences, CPU: BLEU {bleu:.2f} s, APT and AutoPRF {ours:.2f} s, ratio {ours / bleu:.2f}"
    )
    resampling = _cpu(_resample)
    print(f"1,000 paired resamples of 10,000 segments: {resampling:.2f} s of CPU, {resampling / bleu:.2f} of BLEU's")
    print(f"four times the sentences: {_cpu(large.ours) / ours:.2f} times the CPU")
    if options.million:
        _million()


def _resample() -> None:
    generator = np.random.default_rng(5)
    a, b = (np.stack([generator.integers(0, 2, 10_000), np.ones(10_000)], axis=1).astype(float) for _ in "ab")
    paired_bootstrap(a, b, lambda sums: sums[..., 0] / sums[..., 1])


class _Texts:
    """A made-up corpus with a pronoun in every third sentence, monotone alignments with a few gaps and doublings."""

    def __init__(self, source: list[str], reference: list[str], candidate: list[str], links: list[list[str]]) -> None:
        self.source, self.reference, self.candidate = source, reference, candidate
        self.links = [Alignments.parse(lines) for lines in links]

    @classmethod
    def make(cls, sentences: int) -> _Texts:
        return cls(*_make(sentences))

    def bleu(self) -> None:
        sacrebleu.corpus_bleu(self.candidate, [self.reference], force=True)

    def ours(self) -> None:
        en_fr = pair("en-fr")
        settings = apt.Settings(pair=en_fr, lists=en_fr.lists["2017"])
        reference, candidate = (
            apt.Side(lines, links) for lines, links in zip((self.reference, self.candidate), self.links, strict=True)
        )
        apt.score(self.source, reference, candidate, settings)
        autof.aggregate(autof.statistics(self.source, reference, candidate, settings.lists.source_pronouns).sum(axis=0))


def _make(sentences: int) -> tuple[list[str], list[str], list[str], list[list[str]]]:
    chance = random.Random(7)  # noqa: S311 - not for secrets
    vocabulary = [f"w{i}" for i in range(20_000)]
    pronouns = ["il", "elle", "ce", "c'", "ça", "ils", "elles"]
    source, texts, links = [], ([], []), ([], [])  # type: tuple[list[str], tuple[list[str], list[str]], tuple[list[str], list[str]]]
    for _ in range(sentences):
        words = chance.choices(vocabulary, k=SENTENCE_LENGTH)
        sides = [list(words), [word if chance.random() < 0.7 else chance.choice(vocabulary) for word in words]]
        if chance.random() < 0.35:
            place = chance.randrange(SENTENCE_LENGTH)
            words[place] = chance.choice(["it", "they"])
            for side in sides:
                side[place] = chance.choice(pronouns)
        source.append(" ".join(words))
        for side, text, lines in zip(sides, texts, links, strict=True):
            text.append(" ".join(side))
            lines.append(" ".join(f"{i}-{i}" for i in range(SENTENCE_LENGTH) if chance.random() < 0.9))
    return source, texts[0], texts[1], list(links)


def _cpu(work: Callable[[], None]) -> float:
    """The least CPU time of three runs."""
    times = []
    for _ in range(3):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def _million() -> None:
    with tempfile.TemporaryDirectory() as folder:
        source, reference, candidate, links = _make(50_000)
        files = {"s": source, "r": reference, "c": candidate, "sr": links[0], "sc": links[1]}
        for name, lines in files.items():
            Path(folder, name).write_text("".join(f"{line}\n" for line in lines) * 20)
        command = [
            *(sys.executable, "-m", "antecede", "score", "--pair", "en-fr", "--tokenized", "--json", f"{folder}/out"),
            *("--source", f"{folder}/s", "--reference", f"{folder}/r", "--candidate", f"{folder}/c"),
            *("--source-reference-alignment", f"{folder}/sr", "--source-candidate-alignment", f"{folder}/sc"),
        ]
        start = time.monotonic()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / (1 << 20)
        print(f"1,000,000 pairs through the command: {time.monotonic() - start:.0f} s, {peak:.2f} GB at the most")


if __name__ == "__main__":
    main()
