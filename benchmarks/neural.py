"""The neural engine: time to load, memory, words a second of translating and scoring, size on disk.

    python benchmarks/neural.py talk.en --lines 200 --threads 1

It wants the neural extra and the fetched model (`antecede resources fetch opus-mt-en-fr`), or `--engine`.
"""

from __future__ import annotations

import argparse
import resource
import time
from pathlib import Path
from typing import TYPE_CHECKING, cast

from antecede import resources
from antecede.engines import Segment, open_engine, translate_segments
from antecede.files import read_lines

if TYPE_CHECKING:
    from antecede.scoring import Scorer


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("text", type=Path)
    parser.add_argument("--lines", type=int, default=200)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--engine", default="neural")
    parser.add_argument("--pair", default="en-fr")
    options = parser.parse_args()
    segments = [Segment(line) for line in read_lines(options.text)[: options.lines]]
    words = sum(len(segment.text.split()) for segment in segments)
    if options.engine == "neural":
        folder = resources.folder_of(resources.resource("opus-mt-en-fr"))
        print(f"on disk        {sum(path.stat().st_size for path in folder.iterdir()) / 1e6:8.1f} MB")
    start = time.perf_counter()
    engine = open_engine(options.engine, pair=options.pair, threads=options.threads)
    print(f"loaded in      {time.perf_counter() - start:8.2f} s")
    targets: list[list[str]] = []
    for size in (1, 10):
        start, processor = time.perf_counter(), time.process_time()
        lists = translate_segments(engine, segments, n_best=size)
        taken, used = time.perf_counter() - start, time.process_time() - processor
        print(f"{size:2} best        {words / taken:8.0f} words a second, {words / used:.0f} a processor second")
        targets = targets or [[listed[0].text, listed[0].text] for listed in lists]
    start, processor = time.perf_counter(), time.process_time()
    cast("Scorer", engine).score(segments, targets)
    taken, used = time.perf_counter() - start, time.process_time() - processor
    print(f"scored, twice  {2 * words / taken:8.0f} words a second, {2 * words / used:.0f} a processor second")
    print(f"memory         {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3:8.0f} MB at most")


if __name__ == "__main__":
    main()
