"""How many words a second the combined system translates, analysis and resolution included, and where the time goes.

    benchmarks/combined.py MODEL TEXT [--lines N] [--threads K]

TEXT has one sentence a line and counts as one document. Loading is not counted. Times are of the wall clock.
"""

from __future__ import annotations

import argparse
import itertools
import time
from pathlib import Path

from antecede.analysis import analyser
from antecede.coreference import resolver
from antecede.files import read_lines
from antecede.models import ModelFolder
from antecede.pairs import pair
from antecede.pronouns.systems import system
from antecede.pronouns.systems.combined import CombinedModel
from antecede.text.tokens import words


def main() -> None:
    """Print one line a step."""
    command = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    command.add_argument("model", type=Path)
    command.add_argument("text", type=Path)
    command.add_argument("--lines", type=int, default=1000)
    command.add_argument("--threads", type=int, default=2)
    options = command.parse_args()
    folder = ModelFolder.read(options.model)
    source = pair(folder.pair).source
    sentences = [words(line, source) for line in read_lines(options.text)[: options.lines]]
    total = sum(map(len, sentences))
    parser, finder = analyser(source), resolver(source, pair(folder.pair).resolved)
    baseline = system("baseline", "best", folder, threads=options.threads)
    combined = system("combined", "best", folder, threads=options.threads)
    assert isinstance(combined, CombinedModel)  # noqa: S101 - what is measured
    parser.document(sentences[:5])
    steps = [time.perf_counter()]
    analysed = parser.document(sentences)
    steps.append(time.perf_counter())
    resolved = finder.resolve(analysed)
    steps.append(time.perf_counter())
    baseline.translate(resolved)
    steps.append(time.perf_counter())
    made = combined.translate(resolved)
    steps.append(time.perf_counter())
    combined.chooser.distributions(resolved, made.sentences)
    steps.append(time.perf_counter())
    parse, resolve, alone, both, choose = (end - start for start, end in itertools.pairwise(steps))
    print(f"{total} words, {len(sentences)} sentences, {len(resolved.anaphors)} pronouns, {options.threads} threads")
    for name, seconds in (
        ("analysis", parse),
        ("resolution", resolve),
        ("baseline translation", alone),
        ("combined translation", both),
        ("of it, one round of choosing", choose),
        ("all with the combined system", parse + resolve + both),
    ):
        print(f"{name:30} {seconds:7.2f} s {total / seconds:10.0f} words/s")


if __name__ == "__main__":
    main()
