"""What n-best lists cost beside the decoder that finds them: written, re-ranked as they come, re-ranked from a file.

python benchmarks/n_best.py --model MODEL --source talk.en [--lines 250 1000] [--n-best 1000]

Each is a process of its own, so that CPU and memory are its own, starting and loading included. Ratios are to the
decoder alone in the same run; memory should not grow with the lines.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

DECODER: Final = "the decoder alone"
# Hypotheses held at once, as where lists are written.
MOST: Final = 20_000


class _Cost(NamedTuple):
    cpu: float
    megabytes: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", required=True)
    parser.add_argument("--source", type=Path, required=True, help="text of the model's source language, a line each")
    parser.add_argument("--lines", type=int, nargs="+", default=[250, 1000])
    parser.add_argument("--n-best", type=int, default=1000)
    parser.add_argument("--decode", choices=("decode", "rerank"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.decode:
        _work(options.decode, options.model, options.source, options.n_best)
        return
    print(f"{'lines':>6} {'':38} {'CPU s':>8} {'ratio':>6} {'MB':>7}")
    for lines in options.lines:
        with tempfile.TemporaryDirectory() as folder:
            _measure(options, lines, Path(folder))


def _measure(options: argparse.Namespace, lines: int, folder: Path) -> None:
    source, lists, tokens = folder / "source", folder / "lists", folder / "tokens"
    text = options.source.read_text(encoding="utf-8").split("\n")[:lines]
    source.write_text("".join(f"{line}\n" for line in text), encoding="utf-8")
    _tokenise(options.model, source, tokens)
    pair = _pair(options.model)
    n_best = ["--n-best", str(options.n_best)]
    itself = [sys.executable, __file__, "--model", options.model, "--source", str(tokens), *n_best]
    command = [sys.executable, "-m", "antecede", "-q"]
    written = ["translate", "--model", options.model, "--system", "baseline", "--tokenized", str(tokens), *n_best]
    read = ["rerank", "--pair", pair, "--model", options.model, "--mode", "paper", "--tokenized"]
    runs = {
        DECODER: [*itself, "--decode", "decode"],
        "lists written (translate --n-best-file)": [
            *command,
            *written,
            "--n-best-file",
            str(lists),
            "-o",
            str(folder / "best"),
        ],
        "lists re-ranked as they come": [*itself, "--decode", "rerank"],
        "lists read and re-ranked (rerank)": [
            *command,
            *read,
            "--source",
            str(tokens),
            "--n-best",
            str(lists),
            "-o",
            str(folder / "chosen"),
        ],
    }
    base = None
    for name, arguments in runs.items():
        cost = _run(arguments)
        base = base or cost.cpu
        print(f"{lines:6} {name:38} {cost.cpu:8.1f} {cost.cpu / base:6.2f} {cost.megabytes:7.0f}", flush=True)


def _run(arguments: list[str]) -> _Cost:
    child = os.posix_spawn(arguments[0], arguments, os.environ)
    _, status, usage = os.wait4(child, 0)
    if status:
        raise SystemExit(f"{' '.join(arguments)} failed")
    return _Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def _work(what: str, model: str, source: Path, n_best: int) -> None:
    from antecede.pronouns.setting import Setting

    sentences = [line.split() for line in source.read_text(encoding="utf-8").splitlines()]
    setting = Setting.of(model, "paper")
    if what == "decode":
        from antecede.engines.native import NativeEngine

        decoder = NativeEngine.open(setting.folder).decoder
        step = max(1, MOST // n_best)
        for start in range(0, len(sentences), step):
            decoder.translate(sentences[start : start + step], n_best=n_best)
        return
    from antecede.engines import Segment
    from antecede.pronouns.pronoun_lm.candidates import translate_with_pronouns
    from antecede.pronouns.systems.rerank import open_reranker

    segments = [Segment(" ".join(sentence), tuple(sentence)) for sentence in sentences]
    lists = translate_with_pronouns(setting.engine(), segments, setting.pair, n_best)
    open_reranker(setting).rerank(sentences, lists)


def _tokenise(model: str, source: Path, tokens: Path) -> None:
    from antecede.pronouns.setting import Setting

    steps = Setting.of(model).steps
    lines = source.read_text(encoding="utf-8").splitlines()
    tokens.write_text("".join(" ".join(steps.source_tokens(line)) + "\n" for line in lines), encoding="utf-8")


def _pair(model: str) -> str:
    from antecede.models import ModelFolder

    return ModelFolder.find(model).pair


if __name__ == "__main__":
    main()
