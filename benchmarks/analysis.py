"""What understanding the source costs: our analyser and resolver as a ratio to plain spaCy on the same text.

python benchmarks/analysis.py [--language en] [--words 6000] [--text FILE]

Answers do not differ from spaCy's (tests/analysis/test_steps.py). The last line is the reader of `resolve` and `fix`,
which parses only the sentences that pronouns depend on.

All in one process and in CPU time, after loading. spaCy's time is that of its own `nlp.pipe` over the lines, tokens its
own; ours takes our tokens, and gives universal dependencies, noun phrases, and each pronoun's antecedents.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

from antecede.analysis import Analyser
from antecede.analysis.pipelines import load_pipeline
from antecede.coreference import resolver
from antecede.coreference.reader import Reader
from antecede.files import read_lines
from antecede.text.tokens import words

if TYPE_CHECKING:
    from collections.abc import Callable

SENTENCES = {
    "en": (
        "My neighbour bought an old lamp at the market, and it stopped working after a week.",
        "The engineers who built the bridge say that they will inspect it again in the spring.",
        "It is raining, so the children cannot play in the garden of their grandmother.",
        "The committee read the letter twice before it answered the three questions that Anna had asked.",
    ),
    "es": (
        "La vecina compró una lámpara vieja en el mercado y la llevó a su casa.",
        "Los ingenieros que construyeron el puente dicen que ellos mismos lo revisarán en primavera.",
        "Llueve mucho, y los niños no pueden jugar en el jardín de su abuela.",
        "El comité leyó la carta dos veces antes de contestar las tres preguntas que Ana le había hecho.",
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--language", choices=sorted(SENTENCES), default="en")
    parser.add_argument("--words", type=int, default=6000, help="how many words of text")
    parser.add_argument("--text", type=Path, help="sentences, one a line (default: a few of our own, repeated)")
    parser.add_argument("--runs", type=int, default=3, help="the least CPU time of so many runs counts")
    options = parser.parse_args()
    lines = read_lines(options.text) if options.text else list(SENTENCES[options.language]) * options.words
    lines, tokens = _first(lines, options.language, options.words)
    count = sum(map(len, tokens))

    pipeline = load_pipeline(options.language)
    ours, ranker = Analyser(options.language, pipeline), resolver(options.language)
    # What is loaded on first use is not measured.
    analysed = ours.document(tokens[:20])
    ranker.resolve(analysed)

    plain = _cpu(lambda: [None for _ in pipeline.pipe(lines)], options.runs)
    analysis = _cpu(lambda: ours.document(tokens), options.runs)
    analysed = ours.document(tokens)
    resolving = _cpu(lambda: ranker.resolve(analysed), options.runs)
    pronouns = len(ranker.resolve(analysed).anaphors)
    print(f"{options.language}: {count} words, {len(lines)} sentences, {pronouns} pronouns, one process, CPU time")
    for name, seconds in (("spaCy", plain), ("analyser", analysis), ("analyser and resolver", analysis + resolving)):
        print(f"{name:>22}: {count / seconds:7.0f} words a second, {seconds / plain:.2f} of spaCy's time")
    reader = Reader.of(options.language).load()
    list(reader.stream([tokens[:20]]))
    whole = _cpu(lambda: list(reader.stream([tokens])), options.runs)
    some = _cpu(lambda: list(reader.stream([tokens], only_needed=True)), options.runs)
    print(f"resolving adds {100 * resolving / analysis:.1f}% to the analysis")
    print(f"reading only what is needed takes {some / whole:.2f} of the time of reading all")


def _first(lines: list[str], language: str, wanted: int) -> tuple[list[str], list[list[str]]]:
    """The first lines with so many words, and their tokens."""
    taken: list[list[str]] = []
    count = 0
    for line in lines:
        if count >= wanted:
            break
        taken.append(list(words(line, language)))
        count += len(taken[-1])
    return lines[: len(taken)], taken


def _cpu(work: Callable[[], object], runs: int) -> float:
    times = []
    for _ in range(runs):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


if __name__ == "__main__":
    main()
