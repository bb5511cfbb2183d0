"""How well short texts align, and what scores rest on: the figures of experiments/alignment.md.

    python experiments/alignment.py [DATA] [--pair en-fr] [--only links|many|scores]

Without DATA, the folder of development data, only the hand-aligned sentences of tests/support/data are measured.
"""

from __future__ import annotations

import argparse
import csv
import lzma
import os
import statistics
import tempfile
from itertools import islice
from pathlib import Path
from typing import Any, Final

from antecede.alignment import Alignments, align_corpus
from antecede.tasks.score import Aligning, score_files

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
    "fast, no priors": {"method": "fast", "priors": None},
    "fast, shipped priors": {"method": "fast"},
}
# The engines' translations that are scored, and how often: eflomal never gives the same twice.
SET: Final = "wmt11"
SCORED: Final = {"eflomal": 3, "fast": 2}
READ: Final = ("dev", "train")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("data", type=Path, nargs="?")
    arguments.add_argument("--pair", choices=TEXTS, action="append")
    arguments.add_argument("--only", choices=("links", "many", "scores"), help="one of the three measurements")
    options = arguments.parse_args()
    for pair in options.pair or TEXTS:
        rows = [line.split("\t") for line in (GOLD / f"{pair}.tsv").read_text("utf-8").splitlines()]
        source, target = ([row[side].split() for row in rows] for side in (0, 1))
        gold = Alignments.parse(row[2] for row in rows)
        for way, settings in WAYS.items() if options.only in {None, "links"} else ():
            errors = [1 - _f(_run(source, target, pair, settings), gold) for _ in range(RUNS)]
            show(f"{pair}, 12 lines, {way}: error rate", errors)
        if options.data is not None and options.only in {None, "many"}:
            agreement(pair, *held_out(options.data, pair))
        if options.data is not None and options.only in {None, "scores"}:
            scores(pair, options.data)


def scores(pair: str, data: Path) -> None:
    """APT of several engines by either aligner, and how often its verdict on a pronoun is that of who read it."""
    source, target = pair.split("-")
    folder = data / "engines" / pair / SET
    files = sorted(file for file in folder.glob(f"*.{target}.xz") if not file.name.startswith("reference."))
    given = folder / f"source.{source}.xz", folder / f"reference.{target}.xz", *files
    verdicts = _read_verdicts(data, pair)
    for method, runs in SCORED.items():
        apt: dict[str, list[float]] = {}
        agreed = []
        for _ in range(runs):
            with tempfile.TemporaryDirectory() as cache:
                os.environ["ANTECEDE_CACHE"] = cache
                found = score_files(*given, pair=pair, aligning=Aligning(method=method)).evaluation
            for system in found.systems:
                apt.setdefault(Path(system.name).name, []).append(system.value("apt"))
            names = [Path(system.name).name.partition(".")[0] for system in found.systems]
            cases = {
                (name, each.sentence, each.source_position): judged.case.right
                for each in found.pronouns
                for name, judged in zip(names, each.candidates, strict=True)
            }
            agreed.append([cases[at] == right for at, right in verdicts.items() if at in cases])
        for name, values in apt.items():
            show(f"{pair} {SET}, {method}, APT of {name}:", values, places=4)
        shares = [sum(each) / len(each) for each in agreed]
        show(f"{pair} {SET}, {method}, agreement with readers of {len(agreed[0])} pronouns:", shares)


def _read_verdicts(data: Path, pair: str) -> dict[tuple[str, int, int], bool]:
    """Whether each pronoun that was read is right, where readers were sure."""
    verdicts = {}
    for part in READ:
        file = data / "gold" / f"{pair}.{part}.tsv"
        if file.exists():
            for row in csv.DictReader(file.open(encoding="utf-8"), delimiter="\t", quoting=csv.QUOTE_NONE):
                if row["set"] == SET and row["label"] in {"right", "wrong"}:
                    place = row["engine"], int(row["line"]), int(row["source_position"])
                    verdicts[place] = row["label"] == "right"
    return verdicts


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


def show(what: str, values: list[float], *, places: int = 3) -> None:
    mean, lowest, highest = (f"{each:.{places}f}" for each in (statistics.mean(values), min(values), max(values)))
    print(f"{what} {mean} ({lowest} to {highest} in {len(values)} runs)", flush=True)


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
