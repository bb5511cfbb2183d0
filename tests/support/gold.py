"""Twelve short sentence pairs a language pair, aligned by hand, and how far an alignment is from them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from antecede.alignment import Alignments


@dataclass(frozen=True, slots=True)
class Gold:
    source: list[list[str]]
    target: list[list[str]]
    alignments: Alignments


DATA = Path(__file__).parent / "data"
PAIRS = tuple(sorted(file.stem for file in DATA.glob("??-??.tsv")))
"""The pairs that somebody aligned sentences of."""


def read_gold(pair: str) -> Gold:
    lines = (DATA / f"{pair}.tsv").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines]
    return Gold(
        [row[0].split() for row in rows], [row[1].split() for row in rows], Alignments.parse(r[2] for r in rows)
    )


def error_rate(alignments: Alignments, gold: Alignments) -> float:
    """The alignment error rate; every link of the gold alignment is sure."""
    found = {(number, *link) for number, sentence in enumerate(alignments) for link in sentence}
    sure = {(number, *link) for number, sentence in enumerate(gold) for link in sentence}
    return 1 - 2 * len(found & sure) / (len(found) + len(sure))
