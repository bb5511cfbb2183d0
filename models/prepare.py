"""Write the texts that the shipped models are trained on, with what is held out, from the free part of the data.

    python models/prepare.py --data DATA --out TEXTS

Europarl loses its last sessions and Tatoeba some sentences with all of their translations; weights are tuned on these.
News Commentary comes tokenised, and is put together again so that our own tokeniser has the last word.
"""

from __future__ import annotations

import argparse
import lzma
import random
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.files import write_all
from antecede.text import detokenise

if TYPE_CHECKING:
    from collections.abc import Sequence

HELD_OUT_SESSIONS: Final = 6000
"""Lines of Europarl that are held out at least: the last session of them begins there."""
HELD_OUT_SENTENCES: Final = 2500
SEED: Final = 7
DEVELOPMENT: Final = {"ef": 600, "se": 700}
"""Lines of running text in the set that weights are tuned on, beside everyday sentences."""
ENGLISH_NOVELS: Final = ("poe", "dickens")
"""The sources of novels that were written in English."""
NOT_FOR_TABLES: Final = "solarus"
"""Games whose texts are for experiments alone."""
EUROPARL_ENDS: Final = "ep-02-10-23"
"""The first session that the models do not see: a model of 40 MB has no room for more."""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", type=Path, required=True, help="folder with en-fr/ and es-en/")
    options.add_argument("--out", type=Path, required=True, help="where to write")
    given = options.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    europarl(given.data / "en-fr", given.out)
    # One generator for both: what is held out of the second depends on the first.
    chance = random.Random(SEED)  # noqa: S311 - nothing secret
    for pair, tag in (("en-fr", "ef"), ("es-en", "se")):
        tatoeba(given.data / pair / f"tatoeba.{pair}.tsv.xz", given.out, tag, pair.split("-"), chance)
    news_commentary(given.data / "es-en", given.out)
    narrative(given.data / "en-fr" / "more", given.out)
    for pair, running in (("ef", "ep.held"), ("se", "nc.dev")):
        for side in {"ef": ("en", "fr"), "se": ("es", "en")}[pair]:
            parts = ((f"{running}.{side}", DEVELOPMENT[pair]), (f"tat.held.{pair}.{side}", 700))
            _write(
                given.out / f"dev.{pair}.{side}",
                [line for name, most in parts for line in _lines(given.out / name)[:most]],
            )


def europarl(data: Path, out: Path) -> None:
    """The debates without their last sessions (ep.train), the first of them (ep.small), and the last (ep.held)."""
    sessions = [line.partition("\t")[0] for line in _lines(data / "europarl.ids.xz")]
    cut = len(sessions) - HELD_OUT_SESSIONS
    while sessions[cut] == sessions[cut - 1]:
        cut -= 1
    for side in ("en", "fr", "ids"):
        lines = _lines(data / f"europarl.{side}.xz")
        _write(out / f"ep.train.{side}", lines[:cut])
        _write(out / f"ep.held.{side}", lines[cut:])
        _write(out / f"ep.small.{side}", lines[: sessions.index(EUROPARL_ENDS)])


def tatoeba(file: Path, out: Path, tag: str, sides: Sequence[str], chance: random.Random) -> None:
    """Everyday sentences (tat.train), and some that share no sentence with them (tat.held)."""
    pairs = [(first, second) for first, _, second in (line.partition("\t") for line in _lines(file))]
    held = set(chance.sample(sorted({first for first, _ in pairs}), HELD_OUT_SENTENCES))
    translations = {second for first, second in pairs if first in held}
    kept = [both for both in pairs if both[0] not in held and both[1] not in translations]
    # The first translation of each, since a reference is one sentence.
    tests = list({first: second for first, second in reversed(pairs) if first in held}.items())[::-1]
    chance.shuffle(tests)
    for part, chosen in (("train", kept), ("held", tests)):
        for number, side in enumerate(sides):
            _write(out / f"tat.{part}.{tag}.{side}", [both[number] for both in chosen])
        _write(out / f"tat.{part}.{tag}.ids", [f"tatoeba-{number}" for number in range(len(chosen))])


def news_commentary(data: Path, out: Path) -> None:
    """The articles as running text (nc.train, nc.dev, nc.test)."""
    for part in ("train", "dev", "test"):
        for side in ("es", "en"):
            file = data / f"nc11.{part}.{side}"
            lines = _lines(file.with_name(f"{file.name}.xz") if part == "train" else file)
            _write(out / f"nc.{part}.{side}", [detokenise(line.split(), side) for line in lines])
    _write(out / "nc.train.ids", _lines(data / "nc11.train.ids.xz"))


def narrative(data: Path, out: Path) -> None:
    """What the printed coreference model learns from (narrative): stories, games, and novels written in English.

    English that was translated from French has *they* for *on* too often.
    """
    sides = ("en", "fr", "ids")
    rows = [
        row
        for kind in ("stories", "games", "novels")
        for row in zip(*(_lines(data / f"{kind}.train.{side}.xz") for side in sides), strict=True)
        if not row[2].startswith(NOT_FOR_TABLES) and (kind != "novels" or row[2].startswith(ENGLISH_NOVELS))
    ]
    for number, side in enumerate(sides):
        _write(out / f"narrative.{side}", [row[number] for row in rows])


def _lines(path: Path) -> list[str]:
    data = path.read_bytes()
    return (lzma.decompress(data) if path.suffix == ".xz" else data).decode().removesuffix("\n").split("\n")


def _write(path: Path, lines: Sequence[str]) -> None:
    write_all({path: (f"{line}\n" for line in lines)})


if __name__ == "__main__":
    main()
