"""How well short texts align, with the shipped priors and without: the figures of experiments/alignment.md.

    python experiments/alignment.py [DATA] [--pair en-fr]

Without DATA, the folder of development data, only the hand-aligned sentences of tests/alignment/data are measured.
"""

from __future__ import annotations

import argparse
import lzma
import statistics
from itertools import islice
from pathlib import Path
from typing import Any, Final

from antecede.alignment import Alignments, align_corpus

Tokens = list[list[str]]

GOLD: Final = Path(__file__).parent.parent / "tests" / "support" / "data"
RUNS: Final = 5
SAMPLE: Final = 100
COMPANY: Final = 20_000
# For each pair that has priors a text, and which of its lines are not in them: the first, and how far to the next. Of
# Europarl the priors take every sixth line from the first on, of News Commentary the first 150,000.
TEXTS: Final = {"en-fr": ("europarl", 3, 6), "es-en": ("nc11.train", 150_000, 1)}
WAYS: Final[dict[str, dict[str, Any]]] = {
    "eflomal": {"priors": None},
    "eflomal, shipped priors": {},
    "fast": {"method": "fast"},
}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("data", type=Path, nargs="?")
    arguments.add_argument("--pair", choices=TEXTS, action="append")
    options = arguments.parse_args()
    for pair in options.pair or TEXTS:
        rows = [line.split("\t") for line in (GOLD / f"{pair}.tsv").read_text("utf-8").splitlines()]
        source, target = ([row[side].split() for row in rows] for side in (0, 1))
        gold = Alignments.parse(row[2] for row in rows)
        for way, settings in WAYS.items():
            errors = [1 - _f(_run(source, target, pair, settings), gold) for _ in range(RUNS)]
            show(f"{pair}, 12 lines, {way}: error rate", errors)
        if options.data is not None:
            agreement(pair, *held_out(options.data, pair))


def agreement(pair: str, source: Tokens, target: Tokens) -> None:
    """The links of a sample alone against those of the same lines in the midst of many."""
    sample = source[:SAMPLE], target[:SAMPLE]
    among_many = [_run(*sample, pair, {"priors": None, "align_with": (source[SAMPLE:], target[SAMPLE:])}) for _ in "12"]
    print(f"{pair}, {SAMPLE} lines among {COMPANY}, two runs: agreement {_f(*among_many):.3f}")
    for way, settings in WAYS.items():
        agreements = [_f(_run(*sample, pair, settings), among_many[0]) for _ in range(RUNS)]
        show(f"{pair}, {SAMPLE} lines alone, {way}: agreement with those among {COMPANY}", agreements)


def held_out(data: Path, pair: str) -> tuple[Tokens, Tokens]:
    """Lines that the shipped priors were not made from."""
    from antecede.text.tokens import words

    text, first, step = TEXTS[pair]
    source, target = (
        [words(line, code) for line in _read(data / pair / f"{text}.{code}.xz", first=first, step=step)]
        for code in pair.split("-")
    )
    return source, target


def show(what: str, values: list[float]) -> None:
    print(f"{what} {statistics.mean(values):.3f} ({min(values):.3f} to {max(values):.3f} in {RUNS} runs)", flush=True)


def _run(source: Tokens, target: Tokens, pair: str, settings: dict[str, Any]) -> Alignments:
    return align_corpus(source, target, pair=pair, cache=False, **settings).alignments


def _f(found: Alignments, expected: Alignments) -> float:
    """The balanced F of links; with sure links only, one minus the alignment error rate."""
    both = sum(len({*first} & {*second}) for first, second in zip(found, expected, strict=True))
    return 2 * both / (len(found.links) + len(expected.links))


def _read(path: Path, *, first: int, step: int) -> list[str]:
    with lzma.open(path, "rt", encoding="utf-8", newline="\n") as file:
        return [line.rstrip("\n") for line in islice(islice(file, first, None, step), SAMPLE + COMPANY)]


if __name__ == "__main__":
    main()
