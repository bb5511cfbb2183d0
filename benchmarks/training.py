"""What training costs beside Moses: CPU seconds and peak memory of each stage.

    python benchmarks/training.py --lines 50000
    python benchmarks/training.py --lines 300000 --alignment europarl.align

The text is the development data's Europarl (ANTECEDE_DATA, or ../shared/data); with `--alignment`, links of its lines
as our tokeniser parts them, else they are computed. Each stage runs in a process of its own. Moses's figures are those
of 300,000 pairs of Europarl with fast_align on a machine of the same kind, scaled by lines.
"""

from __future__ import annotations

import argparse
import lzma
import multiprocessing
import os
import resource
import tempfile
import time
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

MOSES_LINES: Final = 300_000
MOSES: Final = {"align": 530, "phrases": 20 + 470 + 540 + 60, "lm": 11}
MOSES_PEAK: Final = 3.1


def main() -> None:
    options = parsed()
    beside = Path(__file__).parents[2] / "shared" / "data"
    data = Path(os.environ.get("ANTECEDE_DATA", beside)) / "en-fr"
    if not data.is_dir():
        raise SystemExit("wants the development data: set ANTECEDE_DATA to its folder")
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        folder = Path(name)
        for code in ("en", "fr"):
            with lzma.open(data / f"europarl.{code}.xz", "rb") as file:
                (folder / f"text.{code}").write_bytes(b"".join(islice(file, options.lines)))
        if options.alignment is not None:
            with options.alignment.open("rb") as file:
                (folder / "links").write_bytes(b"".join(islice(file, options.lines)))
        print(f"{'stage':12}{'CPU s':>9}{'wall s':>9}{'peak MB':>9}{'of Moses':>10}   {options.lines} lines")
        told = [measure(stage, folder, options) for stage in ("prepare", "truecase", "align", "phrases", "lm")]
    after = sum(cpu for stage, cpu, _ in told if stage in {"phrases", "lm"})
    moses = scaled(MOSES["phrases"] + MOSES["lm"], options.lines)
    peak = max(memory for _, _, memory in told)
    print(
        f"after alignment: {after:.1f} CPU-seconds, {after / moses:.3f} of Moses's {moses:.0f}; it must be below 0.333"
    )
    print(f"peak memory: {peak / 1024:.2f} GB; Moses's at {MOSES_LINES} lines: {MOSES_PEAK} GB; it must be below 4")


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--lines", type=int, default=50_000, metavar="N")
    parser.add_argument("--alignment", type=Path, metavar="F")
    parser.add_argument("--align-method", default="eflomal", metavar="M")
    parser.add_argument("--threads", type=int, default=2, metavar="K")
    parser.add_argument("--folder", type=Path, metavar="D", help="where temporary files go")
    return parser.parse_args()


def measure(stage: str, folder: Path, options: argparse.Namespace) -> tuple[str, float, float]:
    """CPU seconds and peak memory (MB) of a stage and of the processes it starts."""
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    start = time.perf_counter()
    process = context.Process(target=run_stage, args=(stage, folder, options, sender))
    process.start()
    sender.close()  # so that a stage that fails ends the wait
    try:
        cpu, peak = receiver.recv()
    except EOFError:
        raise SystemExit(1) from None
    process.join()
    wall = time.perf_counter() - start
    ratio = f"{cpu / scaled(MOSES[stage], options.lines):10.3f}" if stage in MOSES else f"{'':10}"
    print(f"{stage:12}{cpu:9.1f}{wall:9.1f}{peak:9.0f}{ratio}", flush=True)
    return stage, cpu, peak


def run_stage(stage: str, folder: Path, options: argparse.Namespace, sender: Any) -> None:  # noqa: ANN401  # a Connection
    from antecede.smt.pipeline import Training, run_until

    what = Training(
        pair="en-fr",
        source=[folder / "text.en"],
        target=[folder / "text.fr"],
        alignment=[folder / "links"] if options.alignment is not None else [],
        align_method=options.align_method,
        out=folder / "model",
        threads=options.threads,
        tune=False,
    )
    seconds = cpu_of(lambda: run_until(what, stage))
    peak = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    sender.send((seconds, peak / 1024))


def cpu_of(work: Callable[[], object]) -> float:
    def used() -> float:
        both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum(usage.ru_utime + usage.ru_stime for usage in both)

    before = used()
    work()
    return used() - before


def scaled(seconds: float, lines: int) -> float:
    return seconds * lines / MOSES_LINES


if __name__ == "__main__":
    main()
