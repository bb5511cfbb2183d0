"""What it costs to check every file that a translation opens, and the share of the 50 milliseconds that are allowed.

python benchmarks/checking.py [--pair en-fr] [--runs 20]

Each check is run several times and the fastest counts, so that the files lie in memory. The limit is one of processor
time, to which other programs add little; a CRC-32 of the model's bytes tells how fast the machine is.
"""

from __future__ import annotations

import argparse
import sys
import time
import zlib
from importlib.resources import files
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede import _native
from antecede.analysis import lexicon
from antecede.analysis._table import Table
from antecede.files.shipped import shipped
from antecede.languages import LANGUAGES, known_languages
from antecede.models import ModelFolder
from antecede.pairs import pair
from antecede.resources import damage, default_resource, home, locate

if TYPE_CHECKING:
    from collections.abc import Callable

MOST: Final = 50.0
"""Milliseconds for all checks together."""


class _Times(NamedTuple):
    """Milliseconds of the fastest run."""

    wall: float
    processor: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pair", default="en-fr")
    parser.add_argument("--runs", type=int, default=20)
    options = parser.parse_args()
    path, described = ModelFolder.find(options.pair).path, pair(options.pair)
    names = ModelFolder.read(path).files
    pipeline = default_resource("pipeline", described.source)
    if pipeline is None:
        raise SystemExit(f"no pipeline is known for {described.source}")
    locate(pipeline)
    checks: dict[str, Callable[[], object]] = {
        "model: files with checksums in model.toml": lambda: _compared(ModelFolder.read(path)),
        "model: checksums inside the native files": lambda: _inside(ModelFolder.read(path)),
        f"parser ({pipeline.name})": lambda: damage(pipeline),
        "data that ship with the package": _shipped,
    }
    if (known := default_resource("lexicon", described.target)) is not None:
        lexicon(described.target)
        [table] = home().glob(f"{known.name}-{known.version}.table")
        # "antecede table 1 KEY DIGEST LINES"
        key = table.open("rb").readline().split()[3].decode()
        checks[f"lexicon ({known.name})"] = lambda: Table(table, key)
    print(f"{'milliseconds':45} {'wall':>6} {'processor':>9}")
    times = {name: _best(check, options.runs) for name, check in checks.items()}
    for name, (wall, processor) in times.items():
        print(f"{name:45} {wall:6.1f} {processor:9.1f}")
    wall, total = (sum(column) for column in zip(*times.values(), strict=True))
    print(f"{'together':45} {wall:6.1f} {total:9.1f}, {total / MOST:.2f} of the {MOST:.0f} allowed")
    contents = [(path / file).read_bytes() for file in names.values()]
    crc = _best(lambda: [zlib.crc32(content) for content in contents], options.runs).processor
    size = sum(map(len, contents)) / 1e6
    print(f"CRC-32 of the model's {size:.0f} MB: {crc:.1f} ms; all checks take {total / crc:.1f} times as long")
    sys.exit(total > MOST)


def _compared(folder: ModelFolder) -> None:
    for name in folder.files:
        folder.file(name)


def _inside(folder: ModelFolder) -> None:
    """What opening the engine reads of them; the combined system looks into the phrase table before."""
    for _ in range(2):
        _native.PhraseTable.open(folder.path / folder.files["phrase_table"])
    _native.LanguageModel.open(folder.path / folder.files["language_model"])


def _shipped() -> None:
    for code in known_languages():
        folder = files(LANGUAGES.module(code))
        for place in folder.iterdir():
            if place.name.endswith((".tsv", ".json")):
                shipped(folder, place.name)


def _best(check: Callable[[], object], runs: int) -> _Times:
    found = []
    for _ in range(runs):
        wall, processor = time.perf_counter(), time.process_time()
        check()
        found.append(_Times(time.perf_counter() - wall, time.process_time() - processor))
    return _Times(*(min(column) * 1000 for column in zip(*found, strict=True)))


if __name__ == "__main__":
    main()
