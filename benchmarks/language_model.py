"""What estimating and querying a language model costs, beside KenLM.

    python benchmarks/language_model.py --text corpus.fr --test test.fr [--order 5] [--lmplz lmplz]

Without a text, one is made up. Estimation is compared with `lmplz` if one is given or on the path, query speed with the
`kenlm` module (PyPI's kenlm-ex) if it is installed. Times are processor seconds, so that a busy machine matters less.
"""

from __future__ import annotations

import argparse
import importlib
import random
import resource
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from antecede.smt import LanguageModel, estimate

if TYPE_CHECKING:
    from collections.abc import Callable


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=Path, help="text to estimate from")
    parser.add_argument("--test", type=Path, help="text to score (default: the first 20,000 lines of the other)")
    parser.add_argument("--order", type=int, default=5)
    parser.add_argument("--lmplz", default=shutil.which("lmplz"), help="KenLM's estimation program")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        text = options.text or made_up(folder / "text", lines=100_000)
        arpa = estimation(folder, text, options.order)
        if options.lmplz:
            peer_estimation(folder, text, options.order, options.lmplz)
        queries(folder, arpa, options.test or beginning(text, folder / "test"))
    print(f"peak memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10} MB")


def estimation(folder: Path, text: Path, order: int) -> Path:
    made, seconds = timed(lambda: estimate([text], order=order))
    ngrams = sum(made.counts)
    show(f"estimate order {order}", seconds, f"{made.tokens} tokens, {ngrams} n-grams: {rate(ngrams, seconds)}")
    arpa = folder / "ours.arpa"
    _, written = timed(lambda: made.write_arpa(arpa))
    show("write ARPA", written, rate(ngrams, written))
    show("text to ARPA", seconds + written, rate(ngrams, seconds + written))
    for quantise in (False, True):
        path = folder / f"ours.lm{int(quantise)}"
        _, seconds = timed(lambda: made.write(path, quantise=quantise))  # noqa: B023  # called at once
        kind = "quantised model" if quantise else "model"
        show(f"write {kind}", seconds, f"{rate(ngrams, seconds)}, {path.stat().st_size >> 20} MB")
    return arpa


def peer_estimation(folder: Path, text: Path, order: int, lmplz: str) -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [lmplz, "-o", str(order), "--discount_fallback", "-S", "4G", "-T", f"{folder}/"]
    subprocess.run(
        [*command, "--text", str(text), "--arpa", str(folder / "peer.arpa")], check=True, capture_output=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    show("lmplz, text to ARPA", after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, "")


def queries(folder: Path, arpa: Path, test: Path) -> None:
    lines = test.read_text(encoding="utf-8").split("\n")
    tokens = sum(len(line.split()) + 1 for line in lines)
    ours, opening = timed(lambda: LanguageModel(folder / "ours.lm0"))
    show("open model", opening, "")
    small = LanguageModel(folder / "ours.lm1")
    for name, model in (("model", ours), ("quantised model", small)):
        core = model._model  # noqa: SLF001  # queries alone, without looking words up
        _, once = timed(lambda: core.score_repeatedly(test, 1))  # noqa: B023  # called at once
        _, often = timed(lambda: core.score_repeatedly(test, 4))  # noqa: B023
        show(f"query, {name}", often - once, f"{1e9 * (often - once) / (3 * tokens):.0f} ns a query")
    # From Python, a sentence a call: looking words up and the calls themselves included, for both.
    mine = best(lambda: [ours.log10(line) for line in lines])
    show("score sentences", mine, rate(tokens, mine, "tokens"))
    try:
        kenlm: Any = importlib.import_module("kenlm")
    except ImportError:
        print("kenlm is not installed: no peer")
        return
    peer = kenlm.Model(str(arpa))
    theirs = best(lambda: [peer.score(line) for line in lines])
    show(
        "score sentences, kenlm", theirs, f"{rate(tokens, theirs, 'tokens')}; ours is {theirs / mine:.2f} times as fast"
    )


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    start = time.process_time()
    result = work()
    return result, time.process_time() - start


def best(work: Callable[[], Any], rounds: int = 3) -> float:
    return min(timed(work)[1] for _ in range(rounds))


def rate(count: int, seconds: float, what: str = "n-grams") -> str:
    return f"{count / max(seconds, 1e-9) / 1e6:.2f} M {what}/s"


def show(what: str, seconds: float, note: str) -> None:
    print(f"{what:<28}{seconds:>9.3f} s  {note}")


def made_up(path: Path, lines: int) -> Path:
    """Sentences whose words are as skewed as those of language, and depend on the word before."""
    rng = random.Random(1)  # noqa: S311 - text, not secrets
    with path.open("w") as file:
        for _ in range(lines):
            words = [int(rng.paretovariate(0.9)) % 40_000 for _ in range(rng.randrange(1, 40))]
            file.write(" ".join(f"w{word if rng.random() < 0.5 else word * 7919 % 997}" for word in words) + "\n")
    return path


def beginning(text: Path, path: Path, lines: int = 20_000) -> Path:
    with text.open(encoding="utf-8") as source, path.open("w", encoding="utf-8") as target:
        for _, line in zip(range(lines), source, strict=False):
            target.write(line)
    return path


if __name__ == "__main__":
    main()
