"""What reading and symmetrising alignments costs, beside plain Python doing less.

    python benchmarks/alignment.py

Reading is compared with `str.split` over the same lines, which makes strings and no numbers; symmetrisation with the
slow reference of the tests. Each is also done at ten times the size, to show that it grows linearly.
"""

from __future__ import annotations

import importlib.util
import random
import resource
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.alignment import Alignments, symmetrise

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

SENTENCES: Final = 20_000
WORDS: Final = 25
REFERENCE: Final = Path(__file__).parent.parent / "tests" / "alignment" / "reference.py"


def main() -> None:
    random.seed(1)
    print(f"{'':34}{'seconds':>9}")
    with tempfile.TemporaryDirectory() as folder:
        for sentences in (SENTENCES, 10 * SENTENCES):
            path = Path(folder, "alignment")
            forward, reverse = directions(sentences)
            path.write_text("".join(f"{line}\n" for line in forward))
            split = seconds(lambda: [line.split() for line in path.read_text().split("\n")])  # noqa: B023  # called at once
            read = seconds(lambda: Alignments.read(path))  # noqa: B023
            show(f"split {sentences} lines", split)
            show(f"read {sentences} alignments", read, f"{read / split:.2f} of split")
            both = Alignments.parse(forward), Alignments.parse(reverse)
            grown = seconds(lambda: symmetrise(*both))  # noqa: B023
            show(f"symmetrise {sentences}", grown, f"{1e6 * grown / sentences:.1f} µs a sentence")
    compare_with_reference(*directions(200))
    print(f"peak memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10} MB")


def compare_with_reference(forward: list[str], reverse: list[str]) -> None:
    reference = load_reference()
    pairs = [
        [{tuple(map(int, link.split("-"))) for link in line.split()} for line in side] for side in (forward, reverse)
    ]
    both = Alignments.parse(forward), Alignments.parse(reverse)
    slow = seconds(lambda: [reference.symmetrise(*sets, "grow-diag-final-and") for sets in zip(*pairs, strict=True)])
    fast = seconds(lambda: symmetrise(*both))
    show("symmetrise 200, slow reference", slow, f"native is {slow / fast:.0f} times faster")


def directions(sentences: int) -> tuple[list[str], list[str]]:
    """Links near the diagonal, as those of related languages are; a tenth of the words have none."""

    def near(position: int) -> int:
        return min(WORDS - 1, max(0, position + random.choice((-2, -1, 0, 0, 0, 0, 1, 2))))  # noqa: S311  # not for secrets

    def linked() -> list[int]:
        return [position for position in range(WORDS) if random.random() > 0.1]  # noqa: S311

    forward = [" ".join(f"{near(target)}-{target}" for target in linked()) for _ in range(sentences)]
    reverse = [" ".join(f"{source}-{near(source)}" for source in linked()) for _ in range(sentences)]
    return forward, reverse


def seconds(work: Callable[[], object]) -> float:
    """The best of three, which is the least disturbed by what else the machine does."""
    times = []
    for _ in range(3):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def show(what: str, taken: float, note: str = "") -> None:
    print(f"{what:34}{taken:9.3f}  {note}")


def load_reference() -> ModuleType:
    spec = importlib.util.spec_from_file_location("reference", REFERENCE)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{REFERENCE} is missing")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    main()
