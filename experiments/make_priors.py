"""Make the alignment priors that ship, from free texts: one command, some ten minutes.

    python experiments/make_priors.py DATA

DATA is the folder of development data. Europarl and Tatoeba give English-French, News Commentary and Tatoeba give
Spanish-English; texts that may not be built upon (TED) are never read.
The result goes to src/antecede/alignment/data.
"""

from __future__ import annotations

import argparse
import lzma
import re
import time
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.alignment.aligners import normalise
from antecede.alignment.eflomal import ALIGNER
from antecede.alignment.priors import count_priors, prune, write_priors
from antecede.text.tokens import words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Lines = list[tuple[str, str]]

PRIORS: Final = Path(__file__).parent.parent / "src" / "antecede" / "alignment" / "data"
LONGEST: Final = 50
RUNNING_TEXT: Final = 150_000
SHORT_SENTENCES: Final = 75_000
# News Commentary is tokenised, and its English is split before the apostrophe: "didn 't", "it 's".
APOSTROPHE: Final = re.compile(r"(?<=\w) '(?=(?:s|t|m|d|re|ve|ll)\b)")


class Text(NamedTuple):
    """The running text of a pair."""

    name: str
    every: int
    """One line in so many is taken."""
    joined: Callable[[str], str] = str
    """What makes its target side what people type."""


TEXTS: Final = {
    "en-fr": Text("europarl", 972_864 // RUNNING_TEXT),
    "es-en": Text("nc11.train", 1, lambda line: APOSTROPHE.sub("'", line)),
}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--pair", choices=TEXTS, action="append")
    options = arguments.parse_args()
    for pair in options.pair or TEXTS:
        make(pair, training_text(options.data, pair))


def make(pair: str, lines: Lines) -> None:
    """Align the text and keep what is frequent."""
    start = time.monotonic()
    codes = pair.split("-")
    source, target = (normalise([words(line[side], codes[side]) for line in lines]) for side in (0, 1))
    kept = [number for number in range(len(lines)) if max(len(source[number]), len(target[number])) <= LONGEST]
    source, target = [source[number] for number in kept], [target[number] for number in kept]
    priors = count_priors(source, target, *ALIGNER.align(source, target, progress=True))
    priors = prune(priors, least=2, best=8, least_fertility=20)
    PRIORS.mkdir(exist_ok=True)
    write_priors(PRIORS / f"{pair}.xz", priors)
    size = (PRIORS / f"{pair}.xz").stat().st_size
    seconds = time.monotonic() - start
    print(f"{pair}: {len(kept)} lines, {len(priors.lexical)} links, {size} bytes, {seconds:.0f} s")


def training_text(data: Path, pair: str) -> Lines:
    """Running text and short everyday sentences, spread over their sources."""
    text = TEXTS[pair]
    sides = [_read(data / pair / f"{text.name}.{code}.xz") for code in pair.split("-")]
    running = ((first, text.joined(second)) for first, second in zip(*sides, strict=True))
    lines = list(islice(islice(running, 0, None, text.every), RUNNING_TEXT))
    short = [line.split("\t") for line in _read(data / pair / f"tatoeba.{pair}.tsv.xz")]
    step = max(1, len(short) // SHORT_SENTENCES)
    return lines + [(first, second) for first, second, *_ in short[::step][:SHORT_SENTENCES]]


def _read(path: Path) -> Iterator[str]:
    with lzma.open(path, "rt", encoding="utf-8", newline="\n") as file:
        for line in file:
            yield line.rstrip("\n")


if __name__ == "__main__":
    main()
